import * as z from "zod/mini";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { locales } from "#contract/locales";
import { chatAnswer, personalOptions } from "#contract/survey";
import { sessionClearedEvent } from "../../session/clear-session.ts";
import { storage, storageKeys, tabKeys, tabStorage } from "../../stores/storage.ts";

const keptRecommendations = z.extend(chatAnswer, {
  /** Another member of the same browser does not see it. */
  member_id: z.string(),
  survey_response_id: z.string(),
  personal_option: z.nullable(z.enum(personalOptions)),
  user_answer: z.string(),
  /** Option ids by question, where `user_answer` names chosen options and no own words. */
  chosen: z.optional(z.record(z.string(), z.array(z.string()))),
  kept_product: z.nullable(z.string()),
  /** The question and its language: a page in another language asks again. */
  asked: z.object({ locale: z.enum(locales), content: z.string(), count: z.number() }),
});
export type KeptRecommendations = z.infer<typeof keptRecommendations>;

interface RecommendationsState {
  kept: KeptRecommendations | null;
  keep(recommendations: KeptRecommendations): void;
  forget(): void;
}

/** A result whose member's session has run out waits in its tab, as the drafts do. */
const waiting = {
  getItem: (name: string) => tabStorage.getItem(tabKeys.result) ?? storage.getItem(name),
  setItem(name: string, value: string) {
    tabStorage.removeItem(tabKeys.result);
    storage.setItem(name, value);
  },
  removeItem: storage.removeItem,
};
export const isResultWaiting = () => tabStorage.getItem(tabKeys.result) !== null;

const storedState = z.object({ kept: keptRecommendations });

export const useRecommendations = create<RecommendationsState>()(
  persist(
    (set) => ({
      kept: null,
      keep: (kept) => set({ kept }),
      forget: () => set({ kept: null }),
    }),
    {
      name: storageKeys.recommendations,
      storage: createJSONStorage(() => waiting),
      partialize: ({ kept }) => ({ kept }),
      merge: (stored, current) => {
        const parsed = storedState.safeParse(stored);
        return parsed.success ? { ...current, ...parsed.data } : current;
      },
    },
  ),
);

addEventListener(sessionClearedEvent, () => {
  const { kept, forget } = useRecommendations.getState();
  forget();
  if (kept !== null) tabStorage.setItem(tabKeys.result, JSON.stringify({ state: { kept } }));
});
