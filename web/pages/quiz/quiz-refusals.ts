import { mostRefusals } from "#contract/refusals";
import { loadRefusals, saveRefusals, useRefusals } from "../../api/refusals.ts";
import { loadKnowledge, useKnowledge, type Knowledge } from "../../refusals/use-knowledge.ts";
import { useQuiz, type QuizDraft } from "./quiz-store.ts";

const wordsOf = ({ quiz }: QuizDraft) =>
  [quiz.description, ...Object.values(quiz.texts)].join("\n");

/** What the words of a quiz refuse beyond the list; what the member has turned down is not proposed again. */
function understoodIn(draft: QuizDraft, list: readonly string[], knowledge: Knowledge): string[] {
  const found = knowledge.detectRefusals(wordsOf(draft));
  const isNew = (refusal: string) => !list.includes(refusal) && !draft.declined.includes(refusal);
  return found.filter(isNew).slice(0, Math.max(0, mostRefusals - list.length));
}

/** The member's list with the changes of this quiz; null while it is loading. */
export function useQuizRefusals() {
  const draft = useQuiz(({ owner, drafts }) => (owner === null ? undefined : drafts[owner]));
  const member = useRefusals();
  const knowledge = useKnowledge();
  const list = draft?.refusals ?? member.data ?? null;
  const change = (changed: Pick<QuizDraft, "refusals" | "declined">) => {
    const { owner, change: changeDraft } = useQuiz.getState();
    if (owner !== null) changeDraft(owner, changed);
  };
  if (draft === undefined || list === null)
    return { list: null, error: member.error as unknown, retry: member.mutate };
  const { declined } = draft;
  return {
    list,
    understood: knowledge.data === undefined ? [] : understoodIn(draft, list, knowledge.data),
    add: (refusal: string) =>
      change({
        refusals: [...list, refusal],
        declined: declined.filter((one) => one !== refusal),
      }),
    remove: (refusal: string) =>
      change({
        refusals: list.includes(refusal) ? list.filter((one) => one !== refusal) : draft.refusals,
        declined: [...new Set([...declined, refusal])],
      }),
  };
}

/** Before a search: the Worker recommends by what it has stored. */
export async function storeRefusals(draft: QuizDraft): Promise<readonly string[]> {
  const [stored, knowledge] = await Promise.all([loadRefusals(), loadKnowledge()]);
  const list = draft.refusals ?? stored;
  const wanted = [...list, ...understoodIn(draft, list, knowledge)];
  if (wanted.join("\n") !== stored.join("\n")) await saveRefusals(wanted);
  return wanted;
}
