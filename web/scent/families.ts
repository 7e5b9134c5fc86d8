import type { NoteFamily, Tier } from "#contract/product";

/** A pigment in OKLCH: lightness 0–1, chroma 0–0.4, hue in degrees. */
export interface Pigment {
  lightness: number;
  chroma: number;
  hue: number;
}

/** In the order of a perfumer's wheel. */
export const pigments: Record<NoteFamily, Pigment> = {
  citrus: { lightness: 0.86, chroma: 0.145, hue: 98 },
  fruity: { lightness: 0.7, chroma: 0.145, hue: 22 },
  green: { lightness: 0.7, chroma: 0.125, hue: 134 },
  aquatic: { lightness: 0.7, chroma: 0.092, hue: 228 },
  herbal: { lightness: 0.6, chroma: 0.075, hue: 174 },
  floral: { lightness: 0.76, chroma: 0.112, hue: 356 },
  spicy: { lightness: 0.6, chroma: 0.15, hue: 40 },
  tea: { lightness: 0.68, chroma: 0.09, hue: 113 },
  woody: { lightness: 0.6, chroma: 0.075, hue: 58 },
  resinous: { lightness: 0.68, chroma: 0.125, hue: 70 },
  gourmand: { lightness: 0.48, chroma: 0.085, hue: 32 },
  musky: { lightness: 0.82, chroma: 0.052, hue: 302 },
};

/** For notes of unknown family, lighter in the tiers that evaporate sooner. */
const ink: Record<Tier, Pigment> = {
  top: { lightness: 0.8, chroma: 0.024, hue: 84 },
  middle: { lightness: 0.7, chroma: 0.026, hue: 72 },
  back: { lightness: 0.59, chroma: 0.028, hue: 62 },
};

export const pigmentOf = (family: NoteFamily | null, tier: Tier): Pigment =>
  family === null ? ink[tier] : pigments[family];

export function familyToken(family: NoteFamily | null): string {
  return `var(--family-${family ?? "unknown"})`;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** `--scent-lift` makes colours lighter in the dark scheme (scent.module.css). */
export function pigmentColour({ lightness, chroma, hue }: Pigment): string {
  return `oklch(calc(${rounded(lightness)} + var(--scent-lift, 0)) ${rounded(chroma)} ${Math.round(hue)})`;
}
