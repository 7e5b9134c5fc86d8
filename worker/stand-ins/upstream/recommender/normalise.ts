/** One spelling for each word: width, case, accents, apostrophes, plurals, simplified characters. */
import { toTraditional } from "./lexicon/simplified.ts";

/** Accents and variation selectors. */
const combiningMarks = /[\u0300-\u036f\ufe0e\ufe0f]/g;
const apostrophes = /[\u2018\u2019\u02bc\uff07`\u00b4]/g;

export type Script = "chinese" | "japanese";

export function normalise(line: string, script: Script): string {
  const plain = line
    .normalize("NFKD")
    .replace(combiningMarks, "")
    .normalize("NFKC")
    .replace(apostrophes, "'")
    .toLowerCase();
  const spelled = script === "japanese" ? spellKatakana(plain) : toTraditional(plain);
  return spelled.replace(/-(?!free\b)/g, " ").replace(/[a-z']{4,}/g, stem);
}

/** Plurals and the third person: "roses", "berries", "hates". */
function stem(word: string): string {
  if (/(?:ss|us|is|ves|'s)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** One of several katakana spellings: ヴァニラ and バニラ, ウッディー and ウッディ. */
function spellKatakana(line: string): string {
  return line
    .replace(/ヴ([ァィェォ]?)/g, (_, vowel: string) => bSounds[vowel] ?? "ブ")
    .replace(/ィー/g, "ィ");
}
const bSounds: Record<string, string> = { ァ: "バ", ィ: "ビ", ェ: "ベ", ォ: "ボ" };
