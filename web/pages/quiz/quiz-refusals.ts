import { mostRefusals } from "#contract/refusals";
import { loadRefusals, saveRefusals, useRefusals } from "../../api/refusals.ts";
import { loadKnowledge, useKnowledge, type Knowledge } from "../../refusals/use-knowledge.ts";
import { useQuiz, type QuizDraft } from "./quiz-store.ts";

const wordsOf = ({ quiz }: QuizDraft) =>
  [quiz.description, ...Object.values(quiz.texts)].join("\n");

/** Without what was stored for words that are gone. */
function listOf(draft: QuizDraft, stored: readonly string[], knowledge: Knowledge): string[] {
  const said = knowledge.detectRefusals(wordsOf(draft));
  const list = draft.refusals ?? stored;
  return list.filter((refusal) => !draft.inferred.includes(refusal) || said.includes(refusal));
}

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
  const retry = () => Promise.all([member.mutate(), knowledge.mutate()]);
  const change = (changed: Pick<QuizDraft, "refusals" | "declined">) => {
    const { owner, change: changeDraft } = useQuiz.getState();
    if (owner !== null) changeDraft(owner, changed);
  };
  if (draft === undefined || member.data === undefined || knowledge.data === undefined)
    return { list: null, error: (member.error ?? knowledge.error) as unknown, retry };
  const list = listOf(draft, member.data, knowledge.data);
  const { declined } = draft;
  return {
    list,
    understood: understoodIn(draft, list, knowledge.data),
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
  const list = listOf(draft, stored, knowledge);
  const understood = understoodIn(draft, list, knowledge);
  const wanted = [...list, ...understood];
  if (wanted.join("\n") !== stored.join("\n")) await saveRefusals(wanted);
  const { owner, change } = useQuiz.getState();
  const inferred = [...new Set([...draft.inferred, ...understood])];
  if (owner !== null) change(owner, { refusals: null, inferred });
  return wanted;
}
