/** Scores a shelf against a reading. One pass; the work is fragrances × concepts understood. */
import { noteFamilies, type NoteFamily } from "../../upstream/wire.ts";
import type { Concept } from "./concepts.ts";
import { fit, weightOf } from "./fit.ts";
import type { Reading } from "./read.ts";
import type { Shelved } from "./shelf.ts";

export interface Scored {
  shelved: Shelved;
  score: number;
}

const repeatWeight = 0.15;
const mostRepeats = 3;
const characterWeight = 0.45;
const penaltyWeight = 0.8;
/** Who shuns the beach may still love the sea: a refused scene says less about families than a refused smell. */
const scenePenalty = 0.4;
const isScene = ({ kind }: Concept) => kind === "place" || kind === "occasion" || kind === "season" || kind === "mood";

/** Wishes that can be answered: what is also refused, or asks for nothing, is left out. */
export function wishesOf({ likes, dislikes }: Reading): Map<Concept, number> {
  const wishes = new Map<Concept, number>();
  for (const [concept, times] of likes) {
    const isEmpty = !concept.families && !concept.notes && !concept.tags && !concept.intensity && concept.kind !== "season";
    if (isEmpty || dislikes.has(concept) || concept.id === "all-year") continue;
    wishes.set(concept, weightOf[concept.kind] * (1 + repeatWeight * Math.min(times - 1, mostRepeats)));
  }
  return wishes;
}

export function score(shelf: readonly Shelved[], wishes: Map<Concept, number>, dislikes: ReadonlySet<Concept>): Scored[] {
  const asked = askedCharacter(wishes);
  const total = [...wishes.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  return shelf.map((shelved) => {
    let sum = 0;
    for (const [concept, weight] of wishes) sum += weight * fit(concept, shelved);
    let penalty = 0;
    for (const concept of dislikes)
      penalty += (isScene(concept) ? scenePenalty : 1) * weightOf[concept.kind] * fit(concept, shelved);
    return { shelved, score: (sum - penaltyWeight * penalty) / total + characterWeight * characterFit(asked, shelved) };
  });
}

/** Which families the whole description points to; a list of wishes has a direction that no single wish has. */
function askedCharacter(wishes: Map<Concept, number>): Record<NoteFamily, number> {
  const asked = Object.fromEntries(noteFamilies.map((family) => [family, 0])) as Record<NoteFamily, number>;
  for (const [concept, weight] of wishes) {
    for (const [family, part] of Object.entries(concept.families ?? {}) as [NoteFamily, number][]) asked[family] += weight * part;
  }
  return asked;
}

function characterFit(asked: Record<NoteFamily, number>, { families }: Shelved): number {
  let dot = 0;
  let askedSquare = 0;
  let ownSquare = 0;
  for (const family of noteFamilies) {
    dot += asked[family] * families[family];
    askedSquare += asked[family] ** 2;
    ownSquare += families[family] ** 2;
  }
  return askedSquare === 0 ? 0 : dot / Math.sqrt(askedSquare * ownSquare);
}
