import * as z from "zod/mini";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { locales } from "#contract/locales";
import { chatAnswer, personalOptions } from "#contract/survey";
import { sessionClearedEvent } from "../../session/clear-session.ts";
import { storage, storageKeys } from "../../stores/storage.ts";

/** The recommender's latest answer, still there after a reload or a visit to the cart. */
const keptRecommendations = z.extend(chatAnswer, {
  /** Another member of the same browser does not see it. */
  member_id: z.string(),
  survey_response_id: z.string(),
  personal_option: z.nullable(z.enum(personalOptions)),
  user_answer: z.string(),
  /** Option ids by question, where `user_answer` names chosen options and no own words. */
  chosen: z.optional(z.record(z.string(), z.array(z.string()))),
  /** The scent kept from an earlier result; it comes first. */
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
      storage: createJSONStorage(() => storage),
      partialize: ({ kept }) => ({ kept }),
      merge: (stored, current) => {
        const parsed = storedState.safeParse(stored);
        return parsed.success ? { ...current, ...parsed.data } : current;
      },
    },
  ),
);

addEventListener(sessionClearedEvent, () => useRecommendations.getState().forget());
