/** A fragrance's features, computed once. */
import { intensities, type Fragrance } from "../data/fragrances-vocabulary.ts";
import { rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";
import { noteFamilies, type NoteFamily } from "../wire.ts";

export interface Profile {
  fragrance: Fragrance;
  /** Shares 0–1. */
  notes: ReadonlyMap<RawMaterialId, number>;
  families: Readonly<Record<NoteFamily, number>>;
  lead: NoteFamily;
  /** Length of the vector of notes and families. */
  length: number;
  tags: ReadonlySet<string>;
  /** Index among the intensities. */
  intensity: number;
}

// One entry for each of noteFamilies, as the type says.
export const noFamilies = () =>
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
  return {
    fragrance,
    notes,
    families,
    lead: noteFamilies.reduce((best, family) =>
      families[family] > families[best] ? family : best,
    ),
    length: Math.hypot(...notes.values(), ...Object.values(families)),
    tags: new Set<string>([
      ...fragrance.moods,
      ...fragrance.occasions,
      ...fragrance.seasons,
      ...fragrance.places,
    ]),
    intensity: intensities.indexOf(fragrance.intensity),
  };
}

/** Cosine of the families: 1 is the same direction, 0 nothing in common. */
export function familyCosine(a: Profile["families"], b: Profile["families"]): number {
  const dot = (one: Profile["families"], other: Profile["families"]) =>
    noteFamilies.reduce((sum, family) => sum + one[family] * other[family], 0);
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
