import type { Layers, NoteFamily, Tier } from "#contract/product";
import { noteOf } from "../../scent/sample-notes.ts";

type Brought = Record<Tier, readonly [NoteFamily, share: number]>;
/** What each word brings, in hundredths; the names are in the locale files. */
const brought = {
  rain: { top: ["aquatic", 22], middle: ["green", 9], back: ["woody", 8] },
  bergamot: { top: ["citrus", 26], middle: ["floral", 9], back: ["musky", 8] },
  tea: { top: ["herbal", 8], middle: ["tea", 26], back: ["woody", 9] },
  cedar: { top: ["spicy", 8], middle: ["herbal", 9], back: ["woody", 28] },
  fig: { top: ["green", 12], middle: ["fruity", 24], back: ["woody", 8] },
  rose: { top: ["fruity", 9], middle: ["floral", 28], back: ["musky", 8] },
  moss: { top: ["green", 14], middle: ["green", 20], back: ["woody", 10] },
  lavender: { top: ["herbal", 22], middle: ["floral", 10], back: ["resinous", 8] },
  ginger: { top: ["spicy", 22], middle: ["spicy", 9], back: ["woody", 8] },
  incense: { top: ["citrus", 8], middle: ["spicy", 9], back: ["resinous", 28] },
  vanilla: { top: ["spicy", 7], middle: ["floral", 10], back: ["gourmand", 28] },
  shirt: { top: ["citrus", 9], middle: ["floral", 12], back: ["musky", 26] },
} as const satisfies Record<string, Brought>;
export type WordId = keyof typeof brought;
export const wordIds = Object.keys(brought) as WordId[];
const volatilityOf: Record<Tier, number> = { top: 0.88, middle: 0.5, back: 0.14 };

export function notesOf(words: readonly WordId[]): Layers {
  const tierOf = (tier: Tier) =>
    words.map((word) => {
      const [family, share] = brought[word][tier];
      return noteOf(family, share / 100, volatilityOf[tier], `${word}-${tier}`);
    });
  return { top: tierOf("top"), middle: tierOf("middle"), back: tierOf("back") };
}

const mostWords = 3;

export function toggled(chosen: readonly WordId[], word: WordId): WordId[] {
  return chosen.includes(word)
    ? chosen.filter((one) => one !== word)
    : [...chosen, word].slice(-mostWords);
}

export function pictureId(words: readonly WordId[]): string {
  return `sillage-${words.toSorted().join("-")}`;
}
