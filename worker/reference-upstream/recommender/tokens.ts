/** Cuts a text into the words it knows, in one pass. What lies between two of them is measured, not read. */
import { chineseWords, japaneseWords, type Meaning } from "./dictionary.ts";
import type { Concept } from "./concepts.ts";
import type { CueKind } from "./lexicon/cues.ts";
import { isJapanese, normalise, spellKatakana, toTraditional } from "./normalise.ts";
import { turned } from "./turns.ts";
import { meantBy } from "./typos.ts";
import type { WordTrie } from "./word-trie.ts";

export interface Token {
  start: number;
  end: number;
  word: string;
  /** A survey option may stand for several; a neutral word has none. */
  concepts: readonly Concept[];
  cue: CueKind | "stop" | "comma" | null;
  /** Unknown words since the token before: a Latin word is one, a Han or kana character a half. */
  gap: number;
}

export interface Scan {
  tokens: Token[];
  /** Work done, for the test that it grows with the length of the text and no faster. */
  steps: number;
}

const stops = /[.!?;。！？；\n…]/;
const latinWord = /[a-z0-9']/;
const blank = /[\s:："“”「」『』()（）《》〈〉【】*_~-]/;

export function scan(text: string): Scan {
  const tokens: Token[] = [];
  let steps = 0;
  for (const line of normalise(text).split("\n")) {
    const isJapaneseLine = isJapanese(line);
    const spelled = isJapaneseLine ? spellKatakana(line) : toTraditional(line);
    const own: Token[] = [];
    steps += scanLine(spelled, isJapaneseLine ? japaneseWords() : chineseWords(), own);
    tokens.push(...turned(spelled, own, isJapaneseLine));
  }
  return { tokens, steps };
}

function scanLine(line: string, words: WordTrie<Meaning>, tokens: Token[]): number {
  let at = 0;
  let steps = 0;
  let gap = 0;
  let previousEnd = 0;
  while (at < line.length) {
    const found = words.longestAt(line, at, previousEnd);
    steps += 1 + (found?.steps ?? 0);
    if (found !== null) {
      const token = tokenOf(found.values, found.word, at, found.end, gap);
      tokens.push(namesAgain(token, tokens.at(-1)) ? { ...token, concepts: [], cue: "pass" } : token);
      at = found.end;
      previousEnd = at;
      gap = 0;
      continue;
    }
    const character = line.charAt(at);
    const mark = stops.test(character) ? "stop" : character === "," ? "comma" : null;
    if (mark !== null) {
      tokens.push({ start: at, end: at + 1, word: character, concepts: [], cue: mark, gap });
      gap = 0;
    } else if (latinWord.test(character)) {
      const start = at;
      while (at + 1 < line.length && latinWord.test(line.charAt(at + 1))) {
        at += 1;
        steps += 1;
      }
      const word = line.slice(start, at + 1);
      const meant = meantBy(word);
      if (meant !== null) {
        tokens.push({ start, end: at + 1, word, concepts: [meant], cue: null, gap });
        previousEnd = at + 1;
      }
      gap = meant === null ? gap + 1 : 0;
    } else if (!blank.test(character)) gap += 0.5;
    at += 1;
  }
  tokens.push({ start: at, end: at, word: "\n", concepts: [], cue: "stop", gap });
  return steps;
}

/** "Jasmine flowers", 檜の木: the family behind its own material is part of the name. */
function namesAgain({ gap, concepts }: Token, before: Token | undefined): boolean {
  const [family] = concepts;
  const [note] = before?.concepts ?? [];
  return gap === 0 && family?.kind === "family" && note?.kind === "note" && Object.keys(note.families ?? {}).includes(family.id);
}

function tokenOf(meanings: readonly Meaning[], word: string, start: number, end: number, gap: number): Token {
  const concepts = meanings.flatMap((meaning) =>
    meaning.kind === "concept" && meaning.concept.kind !== "neutral" ? [meaning.concept] : [],
  );
  const cue =
    meanings.find((meaning) => meaning.kind === "cue")?.cue ??
    (meanings.some((meaning) => meaning.kind === "stop") ? "stop" : null);
  const isNeutral = meanings.some((meaning) => meaning.kind === "concept" && meaning.concept.kind === "neutral");
  return { start, end, word, concepts, cue: cue ?? (isNeutral ? "pass" : null), gap };
}
