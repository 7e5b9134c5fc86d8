/** How well one fragrance answers one concept, 0 to 1. */
import { intensities } from "../data/fragrances-vocabulary.ts";
import { rawMaterialIds } from "../data/raw-materials.ts";
import { noteFamilies } from "../wire.ts";
import type { Concept, ConceptKind } from "./concepts.ts";
import { materialIndex, tagBits, type Packed, type Shelved } from "./shelf.ts";

/** Named things weigh most, then pictures, then feelings, then circumstances. */
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
  neutral: 0,
};

/** A family that makes up this much of the formula is fully there. */
const fullFamily = 0.45;
const fullNotes = 0.15;

/** A concept as the shelf is asked for it, unpacked once and not for every fragrance. */
export interface Ask {
  kind: "strength" | "family" | "note" | "tagged" | "pictured";
  families: readonly number[];
  mostFamily: number;
  hasNotes: boolean;
  /** For each raw material, whether it is meant: 0 or 1; of a named note, 2 is the material itself. */
  meant: readonly number[];
  intensity: number;
  ownTag: readonly [number, number];
  otherTags: readonly [number, number];
}

const asks = new WeakMap<Concept, Ask>();

export function askOf(concept: Concept): Ask {
  const known = asks.get(concept);
  if (known !== undefined) return known;
  const { id, kind, notes = [], tags = [] } = concept;
  const families = noteFamilies.map((family) => concept.families?.[family] ?? 0);
  const meant = rawMaterialIds.map(() => 0);
  for (const note of notes) meant[materialIndex(note)] = 1;
  if (notes[0] !== undefined) meant[materialIndex(notes[0])] = 2;
  const ask: Ask = {
    kind: askKindOf(kind),
    families,
    mostFamily: Math.max(...families),
    hasNotes: concept.notes !== undefined,
    meant,
    intensity: intensities.indexOf(concept.intensity ?? "moderate"),
    ownTag: tagBits([id]),
    otherTags: tagBits(tags),
  };
  asks.set(concept, ask);
  return ask;
}

function askKindOf(kind: ConceptKind): Ask["kind"] {
  if (kind === "strength" || kind === "family" || kind === "note") return kind;
  return kind === "place" || kind === "mood" || kind === "occasion" || kind === "season" ? "tagged" : "pictured";
}

export function fit(ask: Ask, { packed, intensity }: Shelved): number {
  if (ask.kind === "strength") return strengthFit(ask.intensity, intensity);
  const familyFit = fitOfFamilies(ask, packed.families);
  if (ask.kind === "family") return familyFit;
  if (ask.kind === "note") return fitOfName(ask, packed) * 0.8 + familyFit * 0.2;
  const noteFit = ask.hasNotes ? Math.min(1, sumOf(ask, packed) / fullNotes) : 0;
  const tagFit = fitOfTags(ask, packed.tags);
  if (ask.kind === "tagged") return tagFit * 0.5 + familyFit * (ask.hasNotes ? 0.35 : 0.5) + noteFit * (ask.hasNotes ? 0.15 : 0);
  return familyFit * 0.65 + (ask.hasNotes ? noteFit * 0.2 : familyFit * 0.2) + tagFit * 0.15;
}

function fitOfTags({ ownTag, otherTags }: Ask, [low, high]: Packed["tags"]): number {
  if ((ownTag[0] & low) !== 0 || (ownTag[1] & high) !== 0) return 1;
  return (otherTags[0] & low) !== 0 || (otherTags[1] & high) !== 0 ? 0.6 : 0;
}

function strengthFit(asked: number, own: number): number {
  const distance = Math.abs(asked - own);
  return distance === 0 ? 1 : distance === 1 ? 0.45 : 0;
}

function fitOfFamilies({ families, mostFamily }: Ask, own: readonly number[]): number {
  if (mostFamily === 0) return 0;
  let sum = 0;
  for (let at = 0; at < families.length; at += 1) sum += (families[at] ?? 0) * Math.min(1, (own[at] ?? 0) / fullFamily);
  return Math.min(1, sum / mostFamily);
}

function sumOf({ meant }: Ask, { materials, shares }: Packed): number {
  let sum = 0;
  for (let at = 0; at < materials.length; at += 1) if ((meant[materials[at] ?? -1] ?? 0) > 0) sum += shares[at] ?? 0;
  return sum;
}

/** The material itself counts more than its relatives, and more of it counts more. */
function fitOfName({ meant }: Ask, { materials, shares }: Packed): number {
  let own = 0;
  let related = 0;
  for (let at = 0; at < materials.length; at += 1) {
    const degree = meant[materials[at] ?? -1] ?? 0;
    if (degree === 2) own += shares[at] ?? 0;
    else if (degree === 1) related += shares[at] ?? 0;
  }
  if (own > 0) return 0.65 + 0.35 * Math.min(1, own / 0.3);
  return related > 0 ? 0.5 + 0.35 * Math.min(1, related / 0.3) : 0;
}
