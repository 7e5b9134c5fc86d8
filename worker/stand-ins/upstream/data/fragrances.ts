/** The whole shelf, one line of `fragrances.json` each. */
import data from "./fragrances.json" with { type: "json" };
import type { Names, RawMaterialId } from "./raw-materials.ts";

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

// A test parses the file; to do so in the Worker would cost 10 ms a start.
export const fragrances = data as readonly Fragrance[];
