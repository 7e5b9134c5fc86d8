/** Cuts a text into the words it knows, in one pass. What lies between two of them is measured, not read. */
import { chineseWords, japaneseWords, type Meaning } from "./dictionary.ts";
import type { Concept } from "./concepts.ts";
import type { CueKind } from "./lexicon/cues.ts";
import { isJapanese, normalise, toTraditional } from "./normalise.ts";
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
const blank = /[\s"“”「」『』()（）《》〈〉【】*_~-]/;

export function scan(text: string): Scan {
  const tokens: Token[] = [];
  let steps = 0;
  for (const line of normalise(text).split("\n")) {
    const isJapaneseLine = isJapanese(line);
    steps += scanLine(isJapaneseLine ? line : toTraditional(line), isJapaneseLine ? japaneseWords() : chineseWords(), tokens);
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
      tokens.push(tokenOf(found.values, found.word, at, found.end, gap));
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
      gap += 1;
      while (at + 1 < line.length && latinWord.test(line.charAt(at + 1))) {
        at += 1;
        steps += 1;
      }
    } else if (!blank.test(character)) gap += 0.5;
    at += 1;
  }
  tokens.push({ start: at, end: at, word: "\n", concepts: [], cue: "stop", gap });
  return steps;
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
