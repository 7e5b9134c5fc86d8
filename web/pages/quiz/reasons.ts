/** Apart from `answers.ts`, whose imports the comparison of two scents does without. */
import type { ChatAnswer } from "#contract/survey";

type Reasoned = Pick<ChatAnswer, "matches">;

export const reasonsOf = ({ matches }: Reasoned, productId: string) =>
  matches.find((match) => match.product_id === productId)?.reasons ?? [];

/** Without repetitions: a wish and a note may have the same label. */
export function reasonLabels(answer: Reasoned, productId: string): string[] {
  const labels = reasonsOf(answer, productId).map(({ label }) => label.trim());
  const words = labels.map((label) => label.toLowerCase());
  return labels.filter(
    (label, place) => label !== "" && words.indexOf(label.toLowerCase()) === place,
  );
}
