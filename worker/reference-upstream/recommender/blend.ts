/**
 * Lets a language model's sense of the whole text re-rank what the words found. It sees only what passed the refusals,
 * so it can never bring a refused bottle back; and a fragrance it knows nothing of is neither raised nor lowered.
 */
import type { Shelved } from "./shelf.ts";

/** Products by nearness in meaning, on whatever scale the model has. */
export type Similarities = ReadonlyMap<string, number>;

/** Against a lexical score of about 2 for a full match: enough to order equals and to lift a kindred spirit. */
const meaningWeight = 0.6;
const unknown = 0.5;

export function blended(
  scoreOf: (shelved: Shelved) => number,
  open: readonly Shelved[],
  similarities: Similarities,
): (shelved: Shelved) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const { fragrance } of open) {
    const similarity = similarities.get(fragrance.id);
    if (similarity === undefined) continue;
    least = Math.min(least, similarity);
    most = Math.max(most, similarity);
  }
  if (!(most > least)) return scoreOf;
  return (shelved) => {
    const similarity = similarities.get(shelved.fragrance.id);
    const nearness = similarity === undefined ? unknown : (similarity - least) / (most - least);
    return scoreOf(shelved) + meaningWeight * nearness;
  };
}
