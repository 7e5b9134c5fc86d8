/** Prepares a shelf of fragrances once: what each is made of, in numbers that scoring can use. */
import { noteFamilies, type NoteFamily } from "../../upstream/wire.ts";
import { intensities, type Fragrance } from "../data/fragrances-vocabulary.ts";
import { rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";

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
  return {
    fragrance,
    notes,
    families,
    lead,
    tags: new Set<string>([...fragrance.moods, ...fragrance.occasions, ...fragrance.seasons, ...fragrance.places]),
    intensity: intensities.indexOf(fragrance.intensity),
    norm: Math.hypot(...notes.values(), ...Object.values(families)),
  };
}

/** Cosine of notes and families: 1 is the same perfume, 0 has nothing in common. */
export function likeness(a: Shelved, b: Shelved): number {
  let sum = 0;
  for (const [id, share] of a.notes) sum += share * (b.notes.get(id) ?? 0);
  for (const family of noteFamilies) sum += a.families[family] * b.families[family];
  return sum / (a.norm * b.norm);
}
