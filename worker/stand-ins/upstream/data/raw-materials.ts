/** Every material or accord that a fragrance may use, by family. Volatility 1 leaves first. */
import type { Locale, NoteFamily } from "../wire.ts";
import data from "./raw-materials.json" with { type: "json" };

export type Names = Record<Locale, string>;

export interface RawMaterial {
  name: Names;
  family: NoteFamily;
  volatility: number;
  /** EU declaration names, shortened, and `nut`, which is asked for in a perfume shop. */
  allergens: readonly string[];
}

export type RawMaterialId = keyof typeof data;
// A test parses the file.
export const rawMaterials = data as Record<RawMaterialId, RawMaterial>;
export const rawMaterialIds = Object.keys(data) as RawMaterialId[];
