/** What a fragrance is made of, and how well it answers what was wished for. */
import { intensities, type Fragrance, rawMaterials, type RawMaterialId } from "../catalogue.ts";
import { noteFamilies, type NoteFamily } from "../wire.ts";
import type { Concept, ConceptKind } from "./lexicon.ts";

export interface Profile {
  fragrance: Fragrance;
  /** Shares 0–1. */
  notes: ReadonlyMap<RawMaterialId, number>;
  families: Readonly<Record<NoteFamily, number>>;
  lead: NoteFamily;
  /** What its card says of moods, occasions, seasons and places. */
  tags: ReadonlySet<string>;
}

// One entry for each of noteFamilies, as the type says.
const noFamilies = () =>
  Object.fromEntries(noteFamilies.map((family) => [family, 0])) as Record<NoteFamily, number>;

export function profileOf(fragrance: Fragrance): Profile {
  const notes = new Map<RawMaterialId, number>();
  const families = noFamilies();
  for (const layer of [fragrance.top, fragrance.middle, fragrance.back]) {
    for (const [id, percent] of Object.entries(layer) as [RawMaterialId, number][]) {
      notes.set(id, (notes.get(id) ?? 0) + percent / 100);
      families[rawMaterials[id].family] += percent / 100;
    }
  }
  const { moods, occasions, seasons, places } = fragrance;
  return {
    fragrance,
    notes,
    families,
    lead: noteFamilies.reduce((best, family) =>
      families[family] > families[best] ? family : best,
    ),
    tags: new Set<string>([...moods, ...occasions, ...seasons, ...places]),
  };
}

/**
 * What a concept weighs beside others, and what its fit is made of: named materials weigh most,
 * then pictures, then feelings, then circumstances. A scene is matched with the words on the card.
 */
const weights: Record<
  ConceptKind,
  { weight: number; families: number; notes: number; tags: number }
> = {
  note: { weight: 2, families: 0.2, notes: 0.8, tags: 0 },
  family: { weight: 1.6, families: 1, notes: 0, tags: 0 },
  taste: { weight: 0.9, families: 0.65, notes: 0.2, tags: 0.15 },
  thing: { weight: 0.9, families: 0.65, notes: 0.2, tags: 0.15 },
  place: { weight: 1.1, families: 0.35, notes: 0.15, tags: 0.5 },
  mood: { weight: 0.7, families: 0.35, notes: 0.15, tags: 0.5 },
  occasion: { weight: 0.4, families: 0.35, notes: 0.15, tags: 0.5 },
  season: { weight: 0.4, families: 0.35, notes: 0.15, tags: 0.5 },
  strength: { weight: 0.6, families: 0, notes: 0, tags: 0 },
  allergen: { weight: 0, families: 0, notes: 0, tags: 0 },
};
const characterWeight = 2;
const penaltyWeight = 0.5;
/** A family or a material with this share of the formula counts fully. */
const fullFamily = 0.45;
const fullNotes = 0.15;

export const weightOf = ({ kind }: Concept) => weights[kind].weight;

/** The materials of a dislike are filtered out already; what merely resembles it comes later. */
export function scorer(
  wishes: readonly Concept[],
  dislikes: readonly Concept[],
): (profile: Profile) => number {
  // The families that the whole description points to; no single wish has this direction.
  const asked = noFamilies();
  for (const wish of wishes)
    for (const family of noteFamilies)
      asked[family] += weightOf(wish) * (wish.families?.[family] ?? 0);
  const whole = wishes.reduce((sum, wish) => sum + weightOf(wish), 0) || 1;
  const sumOf = (concepts: readonly Concept[], profile: Profile) =>
    concepts.reduce((sum, concept) => sum + weightOf(concept) * fit(concept, profile), 0);
  return (profile) =>
    (sumOf(wishes, profile) - penaltyWeight * sumOf(dislikes, profile)) / whole +
    characterWeight * cosine(asked, profile.families);
}

/** 0 to 1. */
export function fit(concept: Concept, profile: Profile): number {
  const { id, kind, intensity, notes = [], tags = [] } = concept;
  if (kind === "strength") return intensity === undefined ? 0 : fitOfStrength(intensity, profile);
  const share = weights[kind];
  const families = fitOfFamilies(concept, profile);
  const inBottle = notes.reduce((sum, note) => sum + (profile.notes.get(note) ?? 0), 0);
  const tag = profile.tags.has(id) ? 1 : tags.some((one) => profile.tags.has(one)) ? 0.6 : 0;
  // Where no material is meant, the families stand for it.
  const materials = notes.length > 0 ? Math.min(1, inBottle / fullNotes) : families;
  return share.families * families + share.notes * materials + share.tags * tag;
}

function fitOfStrength(asked: Fragrance["intensity"], { fragrance }: Profile): number {
  const apart = intensities.indexOf(asked) - intensities.indexOf(fragrance.intensity);
  return apart === 0 ? 1 : Math.abs(apart) === 1 ? 0.45 : 0;
}

function fitOfFamilies({ families = {} }: Concept, own: Profile): number {
  const most = Math.max(0, ...Object.values(families));
  const sum = noteFamilies.reduce(
    (so, family) => so + (families[family] ?? 0) * Math.min(1, own.families[family] / fullFamily),
    0,
  );
  return most === 0 ? 0 : Math.min(1, sum / most);
}

/** Of the families: 1 is the same direction, 0 nothing in common. */
function cosine(a: Profile["families"], b: Profile["families"]): number {
  const dot = (one: Profile["families"], other: Profile["families"]) =>
    noteFamilies.reduce((sum, family) => sum + one[family] * other[family], 0);
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
