/** How well one fragrance answers one concept, 0 to 1. */
import { intensities } from "../data/fragrances-vocabulary.ts";
import type { NoteFamily } from "../../upstream/wire.ts";
import type { Concept, ConceptKind } from "./concepts.ts";
import type { Shelved } from "./shelf.ts";

/** Named things weigh most, then pictures, then feelings, then circumstances. */
export const weightOf: Record<ConceptKind, number> = {
  note: 1.5,
  family: 1.6,
  taste: 1,
  place: 1.1,
  thing: 0.9,
  mood: 0.7,
  occasion: 0.5,
  season: 0.4,
  strength: 0.6,
  allergen: 0,
  neutral: 0,
};

/** A family that makes up this much of the formula is fully there. */
const fullFamily = 0.45;
const fullNotes = 0.15;

export function fit(concept: Concept, { tags, notes, families, intensity }: Shelved): number {
  if (concept.kind === "strength") return strengthFit(concept, intensity);
  const familyFit = fitOfFamilies(concept, families);
  if (concept.kind === "family") return familyFit;
  const noteFit =
    concept.notes === undefined ? 0 : Math.min(1, concept.notes.reduce((sum, id) => sum + (notes.get(id) ?? 0), 0) / fullNotes);
  if (concept.kind === "note") return namedNoteFit(concept, notes) * 0.8 + familyFit * 0.2;
  const isOwn = tags.has(concept.id);
  const tagFit = isOwn ? 1 : (concept.tags ?? []).some((tag) => tags.has(tag)) ? 0.6 : 0;
  if (isOwnTagKind(concept.kind))
    return tagFit * 0.5 + familyFit * (concept.notes ? 0.35 : 0.5) + noteFit * (concept.notes ? 0.15 : 0);
  return familyFit * 0.65 + (concept.notes ? noteFit * 0.2 : familyFit * 0.2) + tagFit * 0.15;
}

const isOwnTagKind = (kind: ConceptKind) => kind === "place" || kind === "mood" || kind === "occasion" || kind === "season";

function strengthFit(concept: Concept, intensity: number): number {
  const distance = Math.abs(intensities.indexOf(concept.intensity ?? "moderate") - intensity);
  return distance === 0 ? 1 : distance === 1 ? 0.45 : 0;
}

function fitOfFamilies(concept: Concept, families: Record<NoteFamily, number>): number {
  if (concept.families === undefined) return 0;
  let sum = 0;
  let most = 0;
  for (const [family, weight] of Object.entries(concept.families) as [NoteFamily, number][]) {
    sum += weight * Math.min(1, families[family] / fullFamily);
    most = Math.max(most, weight);
  }
  return most === 0 ? 0 : Math.min(1, sum / most);
}

/** The material itself counts more than its relatives, and more of it counts more. */
function namedNoteFit(concept: Concept, notes: Shelved["notes"]): number {
  const [first, ...relatives] = concept.notes ?? [];
  const own = first === undefined ? 0 : (notes.get(first) ?? 0);
  if (own > 0) return 0.65 + 0.35 * Math.min(1, own / 0.3);
  const related = relatives.reduce((sum, id) => sum + (notes.get(id) ?? 0), 0);
  return related > 0 ? 0.5 + 0.35 * Math.min(1, related / 0.3) : 0;
}
