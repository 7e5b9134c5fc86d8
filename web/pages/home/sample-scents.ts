import { noteOf } from "../../layout/sample-notes.ts";
import type { PortraitNotes } from "../../scent/portrait.ts";

/** Three sentences and what they might smell of; the words are in the locale files, the paint is computed from these notes. */
export const sampleScents = [
  {
    id: "rain",
    notes: {
      top: [noteOf("floral", 0.14, 0.8), noteOf("green", 0.16, 0.9)],
      middle: [noteOf("tea", 0.24, 0.5), noteOf("aquatic", 0.18, 0.6)],
      back: [noteOf("woody", 0.16, 0.2), noteOf("musky", 0.12, 0.1)],
    },
  },
  {
    id: "library",
    notes: {
      top: [noteOf("spicy", 0.14, 0.75)],
      middle: [noteOf("floral", 0.24, 0.5), noteOf("herbal", 0.12, 0.45)],
      back: [noteOf("woody", 0.22, 0.15), noteOf("gourmand", 0.16, 0.1), noteOf("resinous", 0.12, 0.1)],
    },
  },
  {
    id: "noon",
    notes: {
      top: [noteOf("citrus", 0.26, 0.95), noteOf("citrus", 0.14, 0.85)],
      middle: [noteOf("floral", 0.16, 0.6), noteOf("green", 0.16, 0.55)],
      back: [noteOf("resinous", 0.16, 0.15), noteOf("woody", 0.12, 0.2)],
    },
  },
] as const satisfies readonly { id: string; notes: PortraitNotes }[];
export type SampleScent = (typeof sampleScents)[number];
