/** The shape of one fragrance and the closed lists that describe it; the recommender's lexicon speaks the same words. */
import type { Names, RawMaterialId } from "./raw-materials.ts";

export const moods = [
  "calm",
  "awake",
  "cheerful",
  "romantic",
  "confident",
  "mysterious",
  "cosy",
  "elegant",
  "sensual",
  "nostalgic",
  "focused",
  "free",
  "clean",
  "dreamy",
] as const;
export type Mood = (typeof moods)[number];

export const occasions = [
  "work",
  "everyday",
  "date",
  "party",
  "formal",
  "sport",
  "travel",
  "home",
  "bedtime",
  "study",
] as const;
export type Occasion = (typeof occasions)[number];

export const seasons = ["spring", "summer", "autumn", "winter"] as const;
export type Season = (typeof seasons)[number];

export const places = [
  "forest",
  "bamboo-grove",
  "mountain",
  "rain",
  "sea",
  "beach",
  "lake",
  "garden",
  "orchard",
  "meadow",
  "temple",
  "library",
  "teahouse",
  "cafe",
  "bakery",
  "market",
  "city-night",
  "hot-spring",
  "fireside",
  "laundry",
  "workshop",
  "old-house",
  "snow",
  "desert",
] as const;
export type Place = (typeof places)[number];

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
  moods: readonly Mood[];
  occasions: readonly Occasion[];
  seasons: readonly Season[];
  places: readonly Place[];
  intensity: Intensity;
}
