/** How well a fragrance fits a concept, 0 to 1. */
import { intensities } from "../data/fragrances-vocabulary.ts";
import { noteFamilies } from "../wire.ts";
import type { Concept, ConceptKind } from "./concepts.ts";
import type { Profile } from "./profile.ts";

/** Named materials weigh most, then pictures, then feelings, then circumstances. */
export const weightOf: Record<ConceptKind, number> = {
  note: 2,
  family: 1.6,
  taste: 0.9,
  place: 1.1,
  thing: 0.9,
  mood: 0.7,
  occasion: 0.4,
  season: 0.4,
  strength: 0.6,
  allergen: 0,
};

/** Scenes and feelings are matched with the words on a fragrance's card; survey and lexicon use the same words. */
export const isScene = ({ kind }: Concept) =>
  kind === "place" || kind === "occasion" || kind === "season" || kind === "mood";

/** A family or note with this share of the formula counts fully. */
const fullFamily = 0.45;
const fullNotes = 0.15;

export function fit(concept: Concept, profile: Profile): number {
  const { kind, intensity, notes = [] } = concept;
  if (intensity !== undefined && kind === "strength")
    return strengthFit(intensities.indexOf(intensity), profile.intensity);
  const families = fitOfFamilies(concept, profile);
  if (kind === "family") return families;
  if (kind === "note") return fitOfName(concept, profile) * 0.8 + families * 0.2;
  const material = Math.min(1, shareOf(notes, profile) / fullNotes);
  const tag = fitOfTags(concept, profile);
  if (isScene(concept))
    return tag * 0.5 + (notes.length > 0 ? families * 0.35 + material * 0.15 : families * 0.5);
  return families * 0.65 + (notes.length > 0 ? material : families) * 0.2 + tag * 0.15;
}

function strengthFit(asked: number, own: number): number {
  const distance = Math.abs(asked - own);
  return distance === 0 ? 1 : distance === 1 ? 0.45 : 0;
}

function fitOfFamilies({ families = {} }: Concept, own: Profile): number {
  let [sum, most] = [0, 0];
  for (const family of noteFamilies) {
    const asked = families[family] ?? 0;
    sum += asked * Math.min(1, own.families[family] / fullFamily);
    most = Math.max(most, asked);
  }
  return most === 0 ? 0 : Math.min(1, sum / most);
}

/** The material counts more than its relatives, and a larger share counts more. */
function fitOfName({ notes = [] }: Concept, profile: Profile): number {
  const own = shareOf(notes.slice(0, 1), profile);
  const related = shareOf(notes.slice(1), profile);
  if (own > 0) return 0.65 + 0.35 * Math.min(1, own / 0.3);
  return related > 0 ? 0.5 + 0.35 * Math.min(1, related / 0.3) : 0;
}

function fitOfTags({ id, tags = [] }: Concept, profile: Profile): number {
  if (profile.tags.has(id)) return 1;
  return tags.some((tag) => profile.tags.has(tag)) ? 0.6 : 0;
}

const shareOf = (notes: NonNullable<Concept["notes"]>, profile: Profile) =>
  notes.reduce((sum, id) => sum + (profile.notes.get(id) ?? 0), 0);
