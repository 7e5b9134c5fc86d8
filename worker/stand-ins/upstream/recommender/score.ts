import { noteFamilies } from "../wire.ts";
import type { Concept } from "./concepts.ts";
import { fit, isScene, weightOf } from "./fit.ts";
import { familyCosine, noFamilies, type Profile } from "./profile.ts";
import type { Reading } from "./read.ts";

const repeatWeight = 0.15;
const mostRepeats = 3;
const characterWeight = 2;
const penaltyWeight = 0.8;
/** Someone who dislikes the beach may still like the sea, so a refused scene counts less than a refused smell. */
const scenePenalty = 0.4;

/** Leaves out wishes without an effect. */
export function weightsOf({ wishes }: Reading): Map<Concept, number> {
  const weights = new Map<Concept, number>();
  for (const [concept, times] of wishes) {
    const isEmpty = !concept.families && !concept.notes && !concept.tags && !concept.intensity;
    if (!isEmpty)
      weights.set(
        concept,
        weightOf[concept.kind] * (1 + repeatWeight * Math.min(times - 1, mostRepeats)),
      );
  }
  return weights;
}

export function scorer(
  weights: ReadonlyMap<Concept, number>,
  dislikes: ReadonlySet<Concept>,
): (profile: Profile) => number {
  const asked = askedCharacter(weights);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  return (profile) => {
    let sum = 0;
    for (const [concept, weight] of weights) sum += weight * fit(concept, profile);
    for (const concept of dislikes)
      sum -=
        penaltyWeight *
        (isScene(concept) ? scenePenalty : 1) *
        weightOf[concept.kind] *
        fit(concept, profile);
    return sum / total + characterWeight * familyCosine(asked, profile.families);
  };
}

/** The families that the whole description points to; no single wish has this direction. */
function askedCharacter(weights: ReadonlyMap<Concept, number>): Profile["families"] {
  const asked = noFamilies();
  for (const [{ families = {} }, weight] of weights)
    for (const family of noteFamilies) asked[family] += weight * (families[family] ?? 0);
  return asked;
}
