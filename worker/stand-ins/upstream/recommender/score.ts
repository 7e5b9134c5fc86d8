/** Scores fragrances against a reading. */
import { noteFamilies } from "../wire.ts";
import type { Concept } from "./concepts.ts";
import { fit, isScene, weightOf } from "./fit.ts";
import { familyCosine, noFamilies, type Profile } from "./profile.ts";
import type { Reading } from "./read.ts";

const repeatWeight = 0.15;
const mostRepeats = 3;
const characterWeight = 2;
const penaltyWeight = 0.8;
/** Who shuns the beach may still love the sea: a refused scene says less about families than a refused smell. */
const scenePenalty = 0.4;

/** Wishes that can be answered, by weight; what asks for nothing is left out. */
export function weightsOf({ wishes }: Reading): Map<Concept, number> {
  const weights = new Map<Concept, number>();
  for (const [concept, times] of wishes) {
    const isEmpty = !concept.families && !concept.notes && !concept.tags && !concept.intensity;
    if (!isEmpty) weights.set(concept, weightOf[concept.kind] * (1 + repeatWeight * Math.min(times - 1, mostRepeats)));
  }
  return weights;
}

/** What one fragrance is worth to this reading. */
export function scorer(weights: ReadonlyMap<Concept, number>, dislikes: ReadonlySet<Concept>): (profile: Profile) => number {
  const asked = askedCharacter(weights);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  return (profile) => {
    let sum = 0;
    for (const [concept, weight] of weights) sum += weight * fit(concept, profile);
    for (const concept of dislikes)
      sum -= penaltyWeight * (isScene(concept) ? scenePenalty : 1) * weightOf[concept.kind] * fit(concept, profile);
    return sum / total + characterWeight * familyCosine(asked, profile.families);
  };
}

/** Which families the whole description points to; a list of wishes has a direction that no single wish has. */
function askedCharacter(weights: ReadonlyMap<Concept, number>): Profile["families"] {
  const asked = noFamilies();
  for (const [{ families = {} }, weight] of weights)
    for (const family of noteFamilies) asked[family] += weight * (families[family] ?? 0);
  return asked;
}

/** Products by nearness in meaning, on whatever scale the language model has. */
export type Similarities = ReadonlyMap<string, number>;

/** Against a lexical score of about 2 for a full match: enough to order equals and to lift a kindred spirit. */
const meaningWeight = 0.6;
const unknownNearness = 0.5;

/** Re-ranks what passed the refusals; a fragrance that the model knows nothing of is neither raised nor lowered. */
export function withMeaning(
  scoreOf: (profile: Profile) => number,
  open: readonly Profile[],
  similarities: Similarities,
): (profile: Profile) => number {
  const known = open.flatMap(({ fragrance }) => similarities.get(fragrance.id) ?? []);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (!(most > least)) return scoreOf;
  return (profile) => {
    const similarity = similarities.get(profile.fragrance.id);
    const nearness = similarity === undefined ? unknownNearness : (similarity - least) / (most - least);
    return scoreOf(profile) + meaningWeight * nearness;
  };
}
