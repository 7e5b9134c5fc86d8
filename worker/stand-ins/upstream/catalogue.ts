/** The catalogue in the shapes of the wire. */
import type { Locale } from "./wire.ts";
import { fragrances, type Fragrance, type Percentages } from "./data/fragrances.ts";
import { rawMaterials, type RawMaterialId } from "./data/raw-materials.ts";

export const allFragrances = fragrances;

const byKey = new Map(
  fragrances.flatMap((fragrance) => [
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
