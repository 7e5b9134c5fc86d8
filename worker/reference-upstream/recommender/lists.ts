/** How words are listed: where a list of refused things goes on and where a new wish begins. */
import type { Token } from "./tokens.ts";

/** Unknown words that may stand between two members of a list. */
export const nextGap = 1;

export const isWord = (token: Token) => token.concepts.length > 0;
const smells = new Set(["note", "family", "taste", "thing"]);
export const isSmell = (token: Token) => token.concepts.some((concept) => smells.has(concept.kind));
const isName = (token: Token) => token.concepts.some((concept) => concept.kind === "note");
export const isNoun = (token: Token) => token.concepts.some((concept) => concept.kind === "note" || concept.kind === "family");

export const isSentenceEnd = ({ cue, word }: Token) => cue === "stop" || word === "。";

/** No sentence of anybody's is longer; nothing looks farther, so that a long text costs no more than its length. */
export const farthest = 40;

/** Where the sentence of a token begins; null when that is farther away than anybody's sentence. */
export function sentenceStart(tokens: readonly Token[], at: number): number | null {
  for (let before = at - 1; before >= at - farthest; before -= 1) {
    const token = tokens[before];
    if (token === undefined || isSentenceEnd(token)) return before + 1;
  }
  return null;
}

const things = new Set(["note", "family", "thing"]);
const isThing = (token: Token) => token.concepts.some((concept) => things.has(concept.kind));

export function isEndOfClause(token: Token | undefined): boolean {
  return token === undefined || ((token.cue === "stop" || token.cue === "comma") && token.gap <= nextGap);
}

/** A word, a sign that joins, and a word of its sort right before it: バラ、ムスクは苦手, but not 檜、甘すぎない. */
export function isBareList(tokens: readonly Token[], at: number): boolean {
  const joint = tokens[at - 1];
  const before = tokens[at - 2];
  const word = tokens[at];
  if (word === undefined || before === undefined || joint?.cue !== "or") return false;
  const isTight = joint.gap === 0 && word.gap === 0 && before.end === joint.start;
  return isTight && isWord(before) && isThing(before) === isThing(word);
}

const nounEndings = /^(もの|の|系|香り|の香り|匂い|の匂い|のにおい|味)$/;

/** 甘いもの、花の香り、果物は苦手: what a noun ending makes a noun is listed like one; a scene (森の香り、…) is not. */
export function isListOfNouns(tokens: readonly Token[], joint: number): boolean {
  let at = joint - 1;
  while (tokens[at]?.cue === "pass" && (tokens[at + 1]?.gap ?? 1) === 0) at -= 1;
  const ending = tokens[joint - 1];
  const before = tokens[at];
  const isTight = tokens[at + 1]?.gap === 0 && tokens[joint + 1]?.gap === 0;
  return isTight && before !== undefined && isSmell(before) && at < joint - 1 && nounEndings.test(ending?.word ?? "");
}

/** Whether a comma after a refused word lists the next: it does when an "or" follows, or when bare names follow a name. */
export function listGoesOn(tokens: readonly Token[], comma: number, last: Token): boolean {
  const isJoined = tokens[comma + 1]?.cue === "and";
  const next = tokens[isJoined ? comma + 2 : comma + 1];
  const after = tokens[isJoined ? comma + 3 : comma + 2];
  if (next !== undefined && isWord(next) && next.gap === 0 && isName(next) && isName(last)) {
    const isEnd = after === undefined || (after.gap < 1 && (after.cue === "comma" || after.cue === "stop"));
    if (isEnd || after.cue === "or" || after.cue === "and") return true;
  }
  for (let at = comma + 1; at < Math.min(tokens.length, comma + 24); at += 1) {
    const token = tokens[at] as Token;
    if (token.gap > nextGap) return false;
    if (token.cue === "or") return at > comma + 1 || (tokens[at + 1] !== undefined && isWord(tokens[at + 1] as Token));
    if (!isWord(token) && token.cue !== "comma" && token.cue !== "pass" && token.cue !== "and") return false;
  }
  return false;
}

/** What parts two clauses. */
export const isBoundary = ({ cue, word }: Token) =>
  cue === "stop" || cue === "comma" || cue === "contrast" || cue === "because" || (cue === "or" && word === "、");
