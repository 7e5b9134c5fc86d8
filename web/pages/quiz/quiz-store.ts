import * as z from "zod/mini";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { personalOptions } from "#contract/survey";
import { signedOutEvent } from "../../session/clear-session.ts";
import { tabKeys, tabStorage } from "../../stores/storage.ts";
import { enterQuiz, quizReducer, steps, type Entry, type QuizEvent } from "./flow.ts";
import type { Stage } from "./find-scents.ts";
import { nobody } from "./member-here.ts";

/** A search goes on while its member looks at other screens. */
export type Search =
  | { status: "idle" }
  | { status: "running"; stage: Stage }
  | { status: "failed"; stage: Stage; error: unknown };

const draft = z.object({
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
  hasStarted: z.boolean(),
  hasSeenResult: z._default(z.boolean(), false),
  /** A search interrupted by a reload is resumed. */
  isSearching: z.boolean(),
  /** The same answers are not submitted twice when a later step fails. */
  submitted: z.nullable(z.object({ answers: z.string(), responseId: z.string() })),
  /** The member's list with this quiz's changes, until a search stores it; null without any. */
  refusals: z._default(z.nullable(z.array(z.string())), null),
  /** What the words seemed to refuse and the member said no to. */
  declined: z._default(z.array(z.string()), []),
});
export type QuizDraft = z.infer<typeof draft>;

interface QuizStore {
  owner: string | null;
  /** By owner, the latest last: a retry does not touch the quiz begun before. */
  drafts: Record<string, QuizDraft>;
  search: Search;
  begin(owner: string, entry: Entry): void;
  restart(entry: Entry): void;
  clear(): void;
  dispatch(event: QuizEvent): void;
  change(owner: string, change: Partial<Omit<QuizDraft, "quiz">>): void;
  searching(search: Search): void;
}

const keptDrafts = z.object({ drafts: z.record(z.string(), draft) });
const mostDrafts = 6;

function fresh(entry: Entry): QuizDraft {
  return {
    quiz: enterQuiz(entry),
    hasStarted: false,
    hasSeenResult: false,
    isSearching: false,
    submitted: null,
    refusals: null,
    declined: [],
  };
}

function withDraft(
  drafts: Record<string, QuizDraft>,
  owner: string,
  kept: QuizDraft,
): Record<string, QuizDraft> {
  const others = Object.entries(drafts).filter(([key]) => key !== owner);
  return Object.fromEntries([...others.slice(1 - mostDrafts), [owner, kept]]);
}

/** Drops other members' drafts, unless the token could not be read. */
function withoutStrangers(
  drafts: Record<string, QuizDraft>,
  owner: string,
): Record<string, QuizDraft> {
  const [member] = owner.split("|");
  if (member === nobody) return drafts;
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => key.startsWith(`${member}|`)));
}

/** In tab storage: answers survive a reload and a sign-in, and no other tab overwrites them. */
export const useQuiz = create<QuizStore>()(
  persist(
    (set, get) => ({
      owner: null,
      drafts: {},
      search: { status: "idle" },
      begin(owner, entry) {
        if (get().owner === owner) return;
        const drafts = withoutStrangers(get().drafts, owner);
        const kept = drafts[owner];
        // The user-type step was shown only because the member could not be loaded.
        const isAnswered =
          entry.profile !== "unknown" &&
          kept?.quiz.profile === "unknown" &&
          kept.quiz.step === "userType";
        const begun = kept === undefined || isAnswered ? fresh(entry) : kept;
        set({ owner, drafts: withDraft(drafts, owner, begun), search: { status: "idle" } });
      },
      restart: (entry) =>
        set(({ owner, drafts }) =>
          owner === null
            ? {}
            : { drafts: withDraft(drafts, owner, fresh(entry)), search: { status: "idle" } },
        ),
      clear: () => set({ owner: null, drafts: {}, search: { status: "idle" } }),
      dispatch: (event) =>
        set(({ owner, drafts }) => {
          const at = owner === null ? undefined : drafts[owner];
          if (owner === null || at === undefined) return {};
          return { drafts: { ...drafts, [owner]: { ...at, quiz: quizReducer(at.quiz, event) } } };
        }),
      change: (owner, change) =>
        set(({ drafts }) => {
          const at = drafts[owner];
          return at === undefined ? {} : { drafts: { ...drafts, [owner]: { ...at, ...change } } };
        }),
      searching: (search) => set({ search }),
    }),
    {
      name: tabKeys.quiz,
      storage: createJSONStorage(() => tabStorage),
      partialize: ({ drafts }) => ({ drafts }),
      merge: (kept, current) => {
        const parsed = keptDrafts.safeParse(kept);
        return parsed.success ? { ...current, ...parsed.data } : current;
      },
    },
  ),
);

addEventListener(signedOutEvent, () => useQuiz.getState().clear());

export function presentDraft(): QuizDraft | null {
  const { owner, drafts } = useQuiz.getState();
  return owner === null ? null : (drafts[owner] ?? null);
}
