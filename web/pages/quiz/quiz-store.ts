import * as z from "zod/mini";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { personalOptions } from "#contract/survey";
import { enterQuiz, quizReducer, steps, type Entry, type QuizEvent, type QuizState } from "./flow.ts";
import type { Stage } from "./find-scents.ts";

/** A search for scents goes on while its member looks at other screens, so it lives here and not in a component. */
export type Search =
  | { status: "idle" }
  | { status: "running"; stage: Stage }
  | { status: "failed"; stage: Stage; error: unknown };

interface QuizStore {
  /** The member and the retry that the kept answers belong to. */
  owner: string | null;
  quiz: QuizState | null;
  /** The start of the survey was told to the server. */
  hasStarted: boolean;
  search: Search;
  begin(owner: string, entry: Entry): void;
  restart(entry: Entry): void;
  dispatch(event: QuizEvent): void;
  started(): void;
  searching(search: Search): void;
}

const keptQuiz = z.object({
  owner: z.string(),
  hasStarted: z.boolean(),
  quiz: z.object({
    profile: z.enum(["business", "individual", "unknown"]),
    hasTaxId: z.boolean(),
    isRetry: z.boolean(),
    step: z.enum(steps),
    trail: z.array(z.enum(steps)),
    userType: z.nullable(z.enum(["enterprise", "personal"])),
    personalOption: z.nullable(z.enum(personalOptions)),
    way: z.nullable(z.enum(["questionnaire", "description"])),
    questionIndex: z.int().check(z.gte(0)),
    optionIds: z.record(z.string(), z.array(z.string())),
    texts: z.record(z.string(), z.string()),
    description: z.string(),
    furthest: z.number(),
  }),
});

/** The tab's own memory: answers outlive a reload and a sign-in, and no other tab writes over them. */
export const useQuiz = create<QuizStore>()(
  persist(
    (set, get) => ({
      owner: null,
      quiz: null,
      hasStarted: false,
      search: { status: "idle" },
      begin(owner, entry) {
        if (get().owner !== owner || get().quiz === null)
          set({ owner, quiz: enterQuiz(entry), hasStarted: false, search: { status: "idle" } });
      },
      restart: (entry) => set({ quiz: enterQuiz(entry), hasStarted: false, search: { status: "idle" } }),
      dispatch: (event) => set(({ quiz }) => (quiz === null ? {} : { quiz: quizReducer(quiz, event) })),
      started: () => set({ hasStarted: true }),
      searching: (search) => set({ search }),
    }),
    {
      name: "fragrance_quiz",
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ owner, quiz, hasStarted }) => ({ owner, quiz, hasStarted }),
      merge: (kept, current) => {
        const parsed = keptQuiz.safeParse(kept);
        return parsed.success ? { ...current, ...parsed.data } : current;
      },
    },
  ),
);
