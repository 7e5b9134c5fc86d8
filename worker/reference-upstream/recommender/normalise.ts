/** Brings every way of writing the same word to one: full width, case, accents, curly apostrophes, simplified characters. */

import { simplifiedPairs, simplifiedWords } from "./lexicon/simplified.ts";

const traditionalOf = new Map<string, string>();
for (let at = 0; at + 1 < simplifiedPairs.length; at += 2)
  traditionalOf.set(simplifiedPairs.charAt(at), simplifiedPairs.charAt(at + 1));
const wordOf = new Map<string, string>();
for (let at = 0; at + 1 < simplifiedWords.length; at += 2) wordOf.set(simplifiedWords[at] ?? "", simplifiedWords[at + 1] ?? "");
const words = new RegExp([...wordOf.keys()].join("|"), "g");

/** Accents, and the marks that only choose how a picture is drawn. */
const combiningMarks = /[\u0300-\u036f\ufe0e\ufe0f]/g;
const apostrophes = /[\u2018\u2019\u02bc\uff07`\u00b4]/g;
const kana = /[\u3041-\u3096\u30a1-\u30fa]/;

/** "Sandalwood, though, makes my head swim": said in passing, it parts nothing. */
const asides = /, ?(?:though|however|sadly|alas|unfortunately|honestly|frankly|i'm afraid|on the other hand|to be honest),/g;

export function normalise(text: string): string {
  const plain = text.replace(apostrophes, "'").normalize("NFKD").replace(combiningMarks, "").normalize("NFKC").toLowerCase();
  return plain.replace(asides, "");
}

const foreignSounds: readonly (readonly [RegExp, string])[] = [
  [/ヴァ/g, "バ"],
  [/ヴィ/g, "ビ"],
  [/ヴェ/g, "ベ"],
  [/ヴォ/g, "ボ"],
  [/ヴ/g, "ブ"],
  [/(?<=[ァ-ヺー])[・゠](?=[ァ-ヺ])/g, ""],
  [/ィー/g, "ィ"],
];

/** One spelling for what katakana spells in several ways: ヴァニラ and バニラ, ウッディー and ウッディ. */
export function spellKatakana(line: string): string {
  return foreignSounds.reduce((out, [pattern, plain]) => out.replace(pattern, plain), line);
}

/** Kana make a line Japanese; without them Han characters are read as Chinese. Latin words are read in both. */
export function isJapanese(line: string): boolean {
  return kana.test(line);
}

export function toTraditional(line: string): string {
  let out = "";
  for (const character of line.replace(words, (word) => wordOf.get(word) ?? word))
    out += traditionalOf.get(character) ?? character;
  return out;
}
