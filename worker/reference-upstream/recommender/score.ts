/** Scores fragrances against a reading. */
import { noteFamilies } from "../wire.ts";
import type { Concept } from "./concepts.ts";
import { askOf, fit, weightOf } from "./fit.ts";
import type { Reading } from "./read.ts";
import type { Packed, Shelved } from "./shelf.ts";

const repeatWeight = 0.15;
const mostRepeats = 3;
const characterWeight = 2;
const penaltyWeight = 0.8;
/** Who shuns the beach may still love the sea: a refused scene says less about families than a refused smell. */
const scenePenalty = 0.4;
const isScene = ({ kind }: Concept) => kind === "place" || kind === "occasion" || kind === "season" || kind === "mood";

/** Wishes that can be answered: what is also refused, or asks for nothing, is left out. */
export function wishesOf({ likes, dislikes, lessened }: Reading): Map<Concept, number> {
  const wishes = new Map<Concept, number>();
  for (const [concept, times] of likes) {
    const isEmpty = !concept.families && !concept.notes && !concept.tags && !concept.intensity && concept.kind !== "season";
    const isTakenBack = dislikes.has(concept) && !lessened.has(concept);
    if (isEmpty || isTakenBack || concept.id === "all-year") continue;
    wishes.set(concept, weightOf[concept.kind] * (1 + repeatWeight * Math.min(times - 1, mostRepeats)));
  }
  return wishes;
}

/** What one fragrance is worth to this reading; the work is that of the concepts understood. */
export function scorer(wishes: Map<Concept, number>, dislikes: ReadonlySet<Concept>): (shelved: Shelved) => number {
  const asked = askedCharacter(wishes);
  const askedLength = Math.hypot(...asked);
  const wanted = [...wishes].map(([concept, weight]) => ({ ask: askOf(concept), weight }));
  const shunned = [...dislikes].map((concept) => ({
    ask: askOf(concept),
    weight: penaltyWeight * (isScene(concept) ? scenePenalty : 1) * weightOf[concept.kind],
  }));
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (shelved) => {
    let sum = 0;
    for (const { ask, weight } of wanted) sum += weight * fit(ask, shelved);
    for (const { ask, weight } of shunned) sum -= weight * fit(ask, shelved);
    return sum / total + characterWeight * characterFit(asked, askedLength, shelved.packed);
  };
}

/** Which families the whole description points to; a list of wishes has a direction that no single wish has. */
function askedCharacter(wishes: Map<Concept, number>): number[] {
  const asked = noteFamilies.map(() => 0);
  for (const [concept, weight] of wishes)
    askOf(concept).families.forEach((part, at) => (asked[at] = (asked[at] ?? 0) + weight * part));
  return asked;
}

function characterFit(asked: readonly number[], askedLength: number, { families, familyLength }: Packed): number {
  if (askedLength === 0) return 0;
  let dot = 0;
  for (let at = 0; at < asked.length; at += 1) dot += (asked[at] ?? 0) * (families[at] ?? 0);
  return dot / (askedLength * familyLength);
}
