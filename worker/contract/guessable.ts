import type { Member } from "./member.ts";
import common from "./common-words.json" with { type: "json" };

/** Words, what the shop is about, and runs of keys that are common as passwords. */
const shared = new Set(
  [...common.words, common.trade, common.keys].flatMap((line) => line.split(" ")),
);

const mostWords = 2;
const mostStrays = 2;
const lightestWords = 4;
const fewestDifferent = 5;
/** Longer ones are judged by their beginning: what is common is short. */
const mostJudged = 64;
const shortestOwnWord = 3;
const lookAlikes = new Map(
  "0o 1i !i |i 3e 4a @a 5s $s 7t +t 8b 9g"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

/** `own`: the member's e-mail and names, and the brand's words. */
export function isGuessablePassword(password: string, own: readonly string[]): boolean {
  const folded = foldOf(password).slice(0, mostJudged);
  if (new Set(folded).size < fewestDifferent || isMostlyRuns([...folded])) return true;
  const ownWords = new Set(own.flatMap(wordsOf));
  const isKnown = (word: string) => shared.has(word) || ownWords.has(word);
  return spellingsOf(folded).some((letters) => isOfFewWords(letters, isKnown));
}

export const knownOf = (member: Member): string[] => [
  member.email,
  member.first_name,
  member.last_name,
  member.full_name,
  member.company_name ?? "",
];

const foldOf = (text: string) => text.normalize("NFKC").toLowerCase();

function wordsOf(text: string): string[] {
  const words = foldOf(text).match(/\p{L}+/gu) ?? [];
  // A name in Chinese or Japanese may have a single sign.
  return words.filter((word) => word.length >= shortestOwnWord || /[^a-z]/.test(word));
}

/** With outer digits and signs left out and others read as letters, and without any. */
function spellingsOf(folded: string): string[] {
  const inner = folded.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
  return [folded, inner].map(asLetters).concat(onlyLetters(folded));
}

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, "");
const asLetters = (text: string) =>
  onlyLetters(text.replace(/[^\p{L}]/gu, (sign) => lookAlikes.get(sign) ?? ""));

function isOfFewWords(letters: string, isKnown: (word: string) => boolean): boolean {
  let rest = letters;
  for (let words = 0; words < mostWords; words += 1) rest = withoutLongestWord(rest, isKnown);
  const strays = rest.replaceAll(gap, "").length;
  return strays <= mostStrays && weightOf(letters) - strays >= lightestWords;
}

/** In place of a word, so that what stood around it makes no other. */
const gap = " ";

function withoutLongestWord(text: string, isKnown: (word: string) => boolean): string {
  for (let length = text.length; length > 0; length -= 1)
    for (let start = 0; start + length <= text.length; start += 1)
      if (isKnown(text.slice(start, start + length)))
        return text.slice(0, start) + gap + text.slice(start + length);
  return text;
}

/** A Chinese or Japanese sign says as much as several letters. */
const weightOf = (letters: string) => letters.length + letters.replace(/[a-z]/g, "").length;

const fewestCharacters = 6;

/** Whether no generator made this: few characters, one stretch repeated, or alphabetical runs. */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < fewestCharacters || isOneStretch(secret) || isMostlyRuns([...secret])
  );
}

function isOneStretch(secret: string): boolean {
  const half = Math.floor(secret.length / 2);
  for (let length = 1; length <= half; length += 1)
    if (secret.startsWith(secret.slice(length))) return true;
  return false;
}

/** Two neighbours in three: random letters are far from it, even hexadecimal ones. */
export function isMostlyRuns(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.charCodeAt(0));
  const near = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1);
  return near.length * 3 > (codes.length - 1) * 2;
}
