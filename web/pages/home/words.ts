import type { NoteFamily } from "#contract/product";
import { noteOf } from "../../scent/sample-notes.ts";
import type { PortraitNotes, Tier } from "../../scent/portrait.ts";

export const wordIds = [
  "rain",
  "bergamot",
  "tea",
  "cedar",
  "fig",
  "rose",
  "moss",
  "lavender",
  "ginger",
  "incense",
  "vanilla",
  "shirt",
] as const;
export type WordId = (typeof wordIds)[number];
export const tiers = ["top", "middle", "back"] as const satisfies readonly Tier[];

/** Family and share, in hundredths, of the note in each tier; the names are in the locale files. */
type Brought = readonly [NoteFamily, number];
const brought: Record<WordId, readonly [Brought, Brought, Brought]> = {
  rain: [
    ["aquatic", 22],
    ["green", 9],
    ["woody", 8],
  ],
  bergamot: [
    ["citrus", 26],
    ["floral", 9],
    ["musky", 8],
  ],
  tea: [
    ["herbal", 8],
    ["tea", 26],
    ["woody", 9],
  ],
  cedar: [
    ["spicy", 8],
    ["herbal", 9],
    ["woody", 28],
  ],
  fig: [
    ["green", 12],
    ["fruity", 24],
    ["woody", 8],
  ],
  rose: [
    ["fruity", 9],
    ["floral", 28],
    ["musky", 8],
  ],
  moss: [
    ["green", 14],
    ["green", 20],
    ["woody", 10],
  ],
  lavender: [
    ["herbal", 22],
    ["floral", 10],
    ["resinous", 8],
  ],
  ginger: [
    ["spicy", 22],
    ["spicy", 9],
    ["woody", 8],
  ],
  incense: [
    ["citrus", 8],
    ["spicy", 9],
    ["resinous", 28],
  ],
  vanilla: [
    ["spicy", 7],
    ["floral", 10],
    ["gourmand", 28],
  ],
  shirt: [
    ["citrus", 9],
    ["floral", 12],
    ["musky", 26],
  ],
};
const volatilityOf: Record<Tier, number> = { top: 0.88, middle: 0.5, back: 0.14 };

export function familyOf(word: WordId): NoteFamily {
  return brought[word].reduce((strongest, note) => (note[1] > strongest[1] ? note : strongest))[0];
}

export function notesOf(words: readonly WordId[]): PortraitNotes {
  const tierOf = (index: 0 | 1 | 2) =>
    words.map((word) => {
      const [family, share] = brought[word][index];
      const note = noteOf(family, share / 100, volatilityOf[tiers[index]]);
      return { ...note, raw_material: { ...note.raw_material, id: word } };
    });
  return { top: tierOf(0), middle: tierOf(1), back: tierOf(2) };
}

const mostWords = 3;

/** Beyond three, the first chosen is dropped. */
export function toggled(chosen: readonly WordId[], word: WordId): WordId[] {
  return chosen.includes(word)
    ? chosen.filter((one) => one !== word)
    : [...chosen, word].slice(-mostWords);
}

/** The same for any order of the words. */
export function pictureId(words: readonly WordId[]): string {
  return `sillage-${words.toSorted().join("-")}`;
}
