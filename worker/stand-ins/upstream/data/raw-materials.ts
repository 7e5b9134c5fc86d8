/**
 * The perfumer's organ, `raw-materials.json`: every raw material or accord that a fragrance may use, grouped by family.
 * Volatility 1 leaves the skin first.
 */
import type { Locale, NoteFamily } from "../wire.ts";
import data from "./raw-materials.json" with { type: "json" };

export type Names = Record<Locale, string>;

/** EU declaration names, shortened, and the one food allergen that is asked for in a perfume shop. */
export const allergens = [
  "limonene",
  "linalool",
  "citral",
  "geraniol",
  "citronellol",
  "eugenol",
  "coumarin",
  "cinnamal",
  "farnesol",
  "benzyl-benzoate",
  "benzyl-salicylate",
  "ionone",
  "oakmoss",
  "nut",
] as const;
export type Allergen = (typeof allergens)[number];

export interface RawMaterial {
  name: Names;
  family: NoteFamily;
  volatility: number;
  allergens: readonly Allergen[];
}

export type RawMaterialId = keyof typeof data;
// The unit test of the catalogue parses the file with rawMaterialsSchema.
export const rawMaterials = data as Record<RawMaterialId, RawMaterial>;
export const rawMaterialIds = Object.keys(data) as RawMaterialId[];
