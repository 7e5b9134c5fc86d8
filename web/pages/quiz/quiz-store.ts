import * as z from "zod/mini";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { signedOutEvent } from "../../session/clear-session.ts";
import { nobody } from "../../session/member-here.ts";
import { tabKeys, tabStorage } from "../../stores/storage.ts";
import { enterQuiz, quizReducer, quizState, type Entry, type QuizEvent } from "./flow.ts";

export const stages = ["reading", "matching", "drawing"] as const;
export type Stage = (typeof stages)[number];

/** A search goes on while its member looks at other screens. */
export type Search =
  | { status: "idle" }
  | { status: "running"; stage: Stage }
  | { status: "failed"; stage: Stage; error: unknown };

const draft = z.object({
  quiz: quizState,
  hasStarted: z.boolean(),
  hasSeenResult: z._default(z.boolean(), false),
  isSearching: z.boolean(),
  /** The same answers are not submitted twice when a later step fails. */
  submitted: z.nullable(z.object({ answers: z.string(), responseId: z.string() })),
  /** The member's list with this quiz's changes, until a search stores it; null without any. */
  refusals: z._default(z.nullable(z.array(z.string())), null),
  /** What the words seemed to refuse and the member said no to. */
  declined: z._default(z.array(z.string()), []),
});
export type QuizDraft = z.infer<typeof draft>;
type Drafts = Record<string, QuizDraft>;

interface QuizStore {
  owner: string | null;
  /** By owner, the latest last: a retry does not touch the quiz begun before. */
  drafts: Drafts;
  search: Search;
  begin(owner: string, entry: Entry): void;
  restart(entry: Entry): void;
  clear(): void;
  dispatch(event: QuizEvent): void;
  /** Of the present owner, unless another is named. */
  change(change: Partial<QuizDraft>, owner?: string | null): void;
  searching(search: Search): void;
}

const keptDrafts = z.object({ drafts: z.record(z.string(), draft) });
const mostDrafts = 6;
const idle = { status: "idle" } as const;

function withFresh(drafts: Drafts, owner: string, entry: Entry): Drafts {
  return withLatest(drafts, owner, {
    quiz: enterQuiz(entry),
    hasStarted: false,
    hasSeenResult: false,
    isSearching: false,
    submitted: null,
    refusals: null,
    declined: [],
  });
}

function withLatest(drafts: Drafts, owner: string, kept: QuizDraft): Drafts {
  const others = Object.entries(drafts).filter(([key]) => key !== owner);
  return Object.fromEntries([...others.slice(1 - mostDrafts), [owner, kept]]);
}

/** Drops other members' drafts, unless the token could not be read. */
function withoutStrangers(drafts: Drafts, owner: string): Drafts {
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
      search: idle,
      begin(owner, entry) {
        if (get().owner === owner) return;
        const own = withoutStrangers(get().drafts, owner);
        const kept = own[owner];
        // The user-type step was shown only because the member could not be loaded.
        const isAnswered =
          entry.profile !== "unknown" &&
          kept?.quiz.profile === "unknown" &&
          kept.quiz.step === "userType";
        const drafts =
          kept === undefined || isAnswered
            ? withFresh(own, owner, entry)
            : withLatest(own, owner, kept);
        set({ owner, drafts, search: idle });
      },
      restart(entry) {
        const { owner, drafts } = get();
        if (owner !== null) set({ drafts: withFresh(drafts, owner, entry), search: idle });
      },
      clear: () => set({ owner: null, drafts: {}, search: idle }),
      dispatch(event) {
        const quiz = presentDraft()?.quiz;
        if (quiz) get().change({ quiz: quizReducer(quiz, event) });
      },
      change(change, owner = get().owner) {
        const { drafts } = get();
        const kept = drafts[owner ?? ""];
        if (kept) set({ drafts: { ...drafts, [owner ?? ""]: { ...kept, ...change } } });
      },
      searching: (search) => set({ search }),
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

export function presentDraft(): QuizDraft | null {
  const { owner, drafts } = useQuiz.getState();
  return owner === null ? null : (drafts[owner] ?? null);
}
