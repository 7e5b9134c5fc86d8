/** The colours of materials, in `pigments.json`. */
import type { Pigment } from "./families.ts";
import data from "./pigments.json";

/** By id, of families too: lightness and chroma in hundredths, and hue; some have a second one. */
const written: Readonly<Record<string, string>> = data;

export function pigmentsIn(text: string): Pigment[] {
  const numbers = text.split(" ").map(Number);
  return [numbers.slice(0, 3), numbers.slice(3)].map(([lightness = 0, chroma = 0, hue = 0]) => {
    return { lightness: lightness / 100, chroma: chroma / 100, hue };
  });
}

export const pigmentsOf = (id: string) => (written[id] ? pigmentsIn(written[id]) : undefined);
