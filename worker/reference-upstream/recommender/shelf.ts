/** Prepares a shelf of fragrances once: what each is made of, in numbers that scoring can use. */
import { noteFamilies, type NoteFamily } from "../wire.ts";
import { intensities, moods, occasions, places, seasons, type Fragrance } from "../data/fragrances-vocabulary.ts";
import { rawMaterialIds, rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";

export interface Shelved {
  fragrance: Fragrance;
  /** Shares 0–1. */
  notes: Map<RawMaterialId, number>;
  families: Record<NoteFamily, number>;
  lead: NoteFamily;
  tags: ReadonlySet<string>;
  intensity: number;
  /** Length of the vector of notes and families, for likeness. */
  norm: number;
  packed: Packed;
}

/** The same again as bare numbers side by side: a large shelf is read at the speed of memory. */
export interface Packed {
  materials: readonly number[];
  shares: readonly number[];
  families: readonly number[];
  familyLength: number;
  tags: readonly [number, number];
}

export function shelve(fragrance: Fragrance): Shelved {
  const notes = new Map<RawMaterialId, number>();
  const families = Object.fromEntries(noteFamilies.map((family) => [family, 0])) as Record<NoteFamily, number>;
  for (const layer of [fragrance.top, fragrance.middle, fragrance.back]) {
    for (const [id, percent] of Object.entries(layer) as [RawMaterialId, number][]) {
      notes.set(id, (notes.get(id) ?? 0) + percent / 100);
      families[rawMaterials[id].family] += percent / 100;
    }
  }
  const lead = noteFamilies.reduce((best, family) => (families[family] > families[best] ? family : best));
  const tags = [...fragrance.moods, ...fragrance.occasions, ...fragrance.seasons, ...fragrance.places];
  return {
    fragrance,
    notes,
    families,
    lead,
    tags: new Set<string>(tags),
    intensity: intensities.indexOf(fragrance.intensity),
    norm: Math.hypot(...notes.values(), ...Object.values(families)),
    packed: pack(notes, families, tags),
  };
}

function pack(notes: Shelved["notes"], families: Shelved["families"], tags: readonly string[]): Packed {
  const shares = noteFamilies.map((family) => families[family]);
  return {
    materials: [...notes.keys()].map(materialIndex),
    shares: [...notes.values()],
    families: shares,
    familyLength: Math.hypot(...shares),
    tags: tagBits(tags),
  };
}

const materialIndices = new Map(rawMaterialIds.map((id, at) => [id, at]));
export const materialIndex = (id: RawMaterialId): number => materialIndices.get(id) ?? -1;

const allTags: readonly string[] = [...moods, ...occasions, ...seasons, ...places];
const half = 31;

/** One bit for each tag, in two numbers because bit operations know only 32. */
export function tagBits(tags: readonly string[]): readonly [number, number] {
  let [low, high] = [0, 0];
  for (const tag of tags) {
    const at = allTags.indexOf(tag);
    if (at >= half) high |= 1 << (at - half);
    else if (at >= 0) low |= 1 << at;
  }
  return [low, high];
}

/** Cosine of notes and families: 1 is the same perfume, 0 has nothing in common. */
export function likeness(a: Shelved, b: Shelved): number {
  let sum = 0;
  for (const [id, share] of a.notes) sum += share * (b.notes.get(id) ?? 0);
  for (const family of noteFamilies) sum += a.families[family] * b.families[family];
  return sum / (a.norm * b.norm);
}
