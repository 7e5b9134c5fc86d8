import * as z from "zod/mini";
import { create } from "zustand";
import { combine, createJSONStorage, persist } from "zustand/middleware";
import { locales } from "#contract/locales";
import { chatAnswer, personalOptions } from "#contract/survey";
import { sessionClearedEvent, signedOutEvent } from "../../session/clear-session.ts";
import { nobody } from "../../session/member-here.ts";
import { storage, storageKeys, tabKeys, tabStorage } from "../../stores/storage.ts";
import {
  enterQuiz,
  quizReducer,
  quizState,
  type Entry,
  type QuizEvent,
  type Stage,
} from "./flow.ts";

/** A search goes on while its member looks at other screens. */
export type Search =
  | { status: "idle" }
  | { status: "running"; stage: Stage }
  | { status: "failed"; stage: Stage; error: unknown };

const draft = z.object({
  quiz: quizState,
  hasStarted: z._default(z.boolean(), false),
  hasSeenResult: z._default(z.boolean(), false),
  isSearching: z._default(z.boolean(), false),
  /** The same answers are not submitted twice when a later step fails. */
  submitted: z._default(
    z.nullable(z.object({ answers: z.string(), responseId: z.string() })),
    null,
  ),
  /** The member's list with this quiz's changes, until a search stores it; null without any. */
  refusals: z._default(z.nullable(z.array(z.string())), null),
  /** What the words seemed to refuse and the member said no to. */
  declined: z._default(z.array(z.string()), []),
});
export type QuizDraft = z.infer<typeof draft>;
type Drafts = Record<string, QuizDraft>;

interface Kept {
  owner: string | null;
  /** By owner: a retry does not touch the quiz begun before. */
  drafts: Drafts;
  search: Search;
}

const keptDrafts = z.object({ drafts: z.record(z.string(), draft) });
const empty: Kept = { owner: null, drafts: {}, search: { status: "idle" } };

const fresh = (entry: Entry): QuizDraft => draft.parse({ quiz: enterQuiz(entry) });

/** Drops other members' drafts, unless the token could not be read. */
function withoutStrangers(drafts: Drafts, owner: string): Drafts {
  const [member] = owner.split("|");
  if (member === nobody) return drafts;
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => key.startsWith(`${member}|`)));
}

/** In tab storage: answers survive a reload and a sign-in, and no other tab overwrites them. */
export const useQuiz = create(
  persist(
    combine(empty, (set, get) => {
      /** Of the present owner, unless another is named. */
      const change = (part: Partial<QuizDraft>, owner = get().owner) => {
        const { drafts } = get();
        const kept = drafts[owner ?? ""];
        if (kept) set({ drafts: { ...drafts, [owner ?? ""]: { ...kept, ...part } } });
      };
      return {
        change,
        begin(owner: string, entry: Entry) {
          if (get().owner === owner) return;
          const own = withoutStrangers(get().drafts, owner);
          const kept = own[owner];
          // The user-type step was shown only because the member could not be loaded.
          const isAnswered =
            entry.profile !== "unknown" &&
            kept?.quiz.profile === "unknown" &&
            kept.quiz.step === "userType";
          const begun = kept === undefined || isAnswered ? fresh(entry) : kept;
          set({ owner, drafts: { ...own, [owner]: begun }, search: empty.search });
        },
        restart(entry: Entry) {
          const { owner, drafts } = get();
          if (owner === null) return;
          set({ drafts: { ...drafts, [owner]: fresh(entry) }, search: empty.search });
        },
        clear: () => set(empty),
        dispatch(event: QuizEvent) {
          const quiz = presentDraft()?.quiz;
          if (quiz) change({ quiz: quizReducer(quiz, event) });
        },
        searching: (search: Search) => set({ search }),
      };
    }),
    {
      name: tabKeys.quiz,
      storage: createJSONStorage(() => tabStorage),
      partialize: ({ drafts }) => ({ drafts }),
      merge: (kept, current) => ({ ...current, ...keptDrafts.safeParse(kept).data }),
    },
  ),
);

addEventListener(signedOutEvent, () => useQuiz.getState().clear());

export function presentDraft({ owner, drafts }: Kept = useQuiz.getState()): QuizDraft | null {
  return owner === null ? null : (drafts[owner] ?? null);
}

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

const storedResult = z.object({ kept: keptRecommendations });
const noResult: { kept: KeptRecommendations | null } = { kept: null };

/** On the device, so that it is still there after a reload or a visit to the cart. */
export const useRecommendations = create(
  persist(
    combine(noResult, (set) => ({
      keep: (kept: KeptRecommendations) => set({ kept }),
      forget: () => set(noResult),
    })),
    {
      name: storageKeys.recommendations,
      storage: createJSONStorage(() => waiting),
      partialize: ({ kept }) => ({ kept }),
      merge: (stored, current) => ({ ...current, ...storedResult.safeParse(stored).data }),
    },
  ),
);

addEventListener(sessionClearedEvent, () => {
  const { kept, forget } = useRecommendations.getState();
  forget();
  if (kept !== null) tabStorage.setItem(tabKeys.result, JSON.stringify({ state: { kept } }));
});
