import { mostRefusals } from "#contract/refusals";
import { loadRefusals, saveRefusals, useRefusals } from "../../api/refusals.ts";
import { readRefusals } from "../../refusals/detect-refusals.ts";
import type { Said } from "./answers.ts";
import { useQuiz, type QuizDraft } from "./quiz-store.ts";

function readSaid({ words, choices }: Said, { declined }: QuizDraft, list: readonly string[]) {
  const { refused } = readRefusals(`${words}\n${choices}`);
  const { others, isUnclear } = readRefusals(words);
  const room = Math.max(0, mostRefusals - list.length);
  const isNew = (refusal: string) => !list.includes(refusal);
  const understood = refused
    .filter((refusal) => isNew(refusal) && !declined.includes(refusal))
    .slice(0, room);
  const named = room > understood.length ? [...refused, ...others] : [];
  return {
    understood,
    offered: named.filter((refusal) => isNew(refusal) && !understood.includes(refusal)),
    /** Something seems refused, and nothing that is left out was said. */
    asks: isUnclear && understood.length === 0 && [...refused, ...others].every(isNew),
  };
}

/** The member's list with the changes of this quiz; null while it is loading. */
export function useQuizRefusals(said: Said) {
  const draft = useQuiz(({ owner, drafts }) => (owner === null ? undefined : drafts[owner]));
  const { data, error, mutate } = useRefusals();
  const change = useQuiz((state) => state.change);
  if (draft === undefined || data === undefined)
    return { list: null, error: error as unknown, mutate };
  const list = draft.refusals ?? data;
  const { declined } = draft;
  return {
    list,
    ...readSaid(said, draft, list),
    add: (refusals: readonly string[]) =>
      change({
        refusals: [...list, ...refusals],
        declined: declined.filter((one) => !refusals.includes(one)),
      }),
    remove: (refusal: string) =>
      change({
        refusals: list.includes(refusal) ? list.filter((one) => one !== refusal) : draft.refusals,
        declined: [...new Set([...declined, refusal])],
      }),
  };
}

/** Keeps what the member has put on the list. @returns all that this quiz leaves out. */
export async function storeRefusals(draft: QuizDraft, said: Said): Promise<string[]> {
  const stored = await loadRefusals();
  const list = draft.refusals ?? stored;
  if (list.join("\n") !== stored.join("\n")) await saveRefusals(list);
  useQuiz.getState().change({ refusals: null });
  return [...list, ...readSaid(said, draft, list).understood];
}
