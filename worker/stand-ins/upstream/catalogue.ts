/**
 * The catalogue, one line of `catalogue.json` for each material or accord and each fragrance, and
 * its shapes on the wire. Volatility 1 leaves first.
 */
import type { Locale, NoteFamily } from "./wire.ts";
import data from "./data/catalogue.json" with { type: "json" };

export type Names = Record<Locale, string>;

export interface RawMaterial {
  name: Names;
  family: NoteFamily;
  volatility: number;
  /** EU declaration names, shortened, and `nut`, which is asked for in a perfume shop. */
  allergens: readonly string[];
}

export type RawMaterialId = keyof typeof data.rawMaterials;
// A test parses the file; to do so in the Worker would cost 10 ms a start.
export const rawMaterials = data.rawMaterials as Record<RawMaterialId, RawMaterial>;
export const rawMaterialIds = Object.keys(data.rawMaterials) as RawMaterialId[];

export const intensities = ["light", "moderate", "rich"] as const;
export type Intensity = (typeof intensities)[number];

/** Hundredths of the formula. */
export type Percentages = Partial<Record<RawMaterialId, number>>;

export interface Fragrance {
  /** The key in paths. */
  id: string;
  /** Printed on labels; the wire calls it `product_id`. */
  number: string;
  name: Names;
  description: Names;
  top: Percentages;
  middle: Percentages;
  back: Percentages;
  /** These four are concepts of the recommender. */
  moods: readonly string[];
  occasions: readonly string[];
  seasons: readonly ("spring" | "summer" | "autumn" | "winter")[];
  places: readonly string[];
  intensity: Intensity;
}

export const allFragrances = data.fragrances as readonly Fragrance[];

const byKey = new Map(
  allFragrances.flatMap((fragrance) => [
    [fragrance.id, fragrance] as const,
    [fragrance.number, fragrance] as const,
  ]),
);

/** By key or by number. */
export const findFragrance = (id: string): Fragrance | null => byKey.get(id) ?? null;

const partsOf = (percentages: Percentages) =>
  Object.entries(percentages) as [RawMaterialId, number][];

export function findProduct(id: string, locale: Locale) {
  const fragrance = findFragrance(id);
  if (fragrance === null) return null;
  return {
    // The key in paths, and the number printed on labels.
    id: fragrance.id,
    product_id: fragrance.number,
    product_name: fragrance.name[locale],
    description: fragrance.description[locale],
    intensity: fragrance.intensity,
    longevity_hours: longevityOf(fragrance),
    seasons: fragrance.seasons,
  };
}

/** A fleeting formula lasts two hours on the skin, one of base notes alone ten. */
function longevityOf({ top, middle, back }: Fragrance): number {
  const parts = [top, middle, back].flatMap(partsOf);
  const whole = parts.reduce((sum, [, percent]) => sum + percent, 0);
  const lasting = parts.reduce(
    (sum, [id, percent]) => sum + percent * (1 - rawMaterials[id].volatility),
    0,
  );
  return Math.round(2 + (8 * lasting) / whole);
}

export function notesOf(id: string, locale: Locale) {
  const fragrance = findFragrance(id);
  if (fragrance === null) return null;
  return {
    product_id: fragrance.id,
    top: notesIn(fragrance.top, locale),
    middle: notesIn(fragrance.middle, locale),
    back: notesIn(fragrance.back, locale),
  };
}

/** Strongest first; the share is of the formula, 0–1. */
function notesIn(percentages: Percentages, locale: Locale) {
  return partsOf(percentages)
    .sort(([, a], [, b]) => b - a)
    .map(([id, percent]) => {
      const { name, family, volatility } = rawMaterials[id];
      return { share: percent / 100, raw_material: { id, name: name[locale], family, volatility } };
    });
}
