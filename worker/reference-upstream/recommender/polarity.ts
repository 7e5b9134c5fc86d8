/** Decides for every concept in the text whether it is wished for or refused. Looks at most a few tokens ahead and back. */
import type { CueKind } from "./lexicon/cues.ts";
import type { Token } from "./tokens.ts";

const farthestTokens = 40;
const firstGap = 6;
const nextGap = 1;

/** "Not too sweet and …" goes on to another excess, not to a wish such as "fresh". */
const excesses = new Set(
  "sweet smoky powdery rich animalic medicinal synthetic boozy bitter sour earthy dark milky spicy floral gourmand fruity musk musky woody resinous herbal".split(
    " ",
  ),
);

/** For each token: refused or not. */
export function refusedTokens(tokens: readonly Token[]): boolean[] {
  const refused = tokens.map(() => false);
  for (let at = 0; at < tokens.length; at += 1) {
    const cue = tokens[at]?.cue;
    if (cue === "afterClose") refuseBefore(tokens, at, refused, tokens[at - 1]?.cue === "because" ? "clause" : "close");
    else if (cue === "beforeClose") refuseNext(tokens, at, refused);
    else if (cue === "after") {
      if (!refuseBefore(tokens, at, refused, "clause")) refuseAhead(tokens, at, refused, cue);
    } else if (cue === "those") {
      const goesOn = (tokens[at + 1]?.gap ?? 0) >= 1;
      if (!goesOn && !refuseBefore(tokens, at, refused, "clause")) refuseEarlier(tokens, at, refused, "sentence");
    } else if (cue === "not" || cue === "dislike" || cue === "degree") {
      if (refuseAhead(tokens, at, refused, cue)) continue;
      const isSelfStanding = cue === "dislike" || tokens[at]?.word === "no";
      if (/^(isn't|aren't)$/.test(tokens[at]?.word ?? "")) refuseBefore(tokens, at, refused, "close");
      else if (cue === "dislike" && refuseBefore(tokens, at, refused, "clause")) continue;
      else if (isSelfStanding && isEndOfClause(tokens[at + 1]) && refuseBefore(tokens, at, refused, "close")) continue;
      else if (isSelfStanding && isBare(tokens, at)) refuseEarlier(tokens, at, refused, "comma");
    }
  }
  return refused;
}

const endsAhead = new Set<CueKind | "stop" | "comma">(["stop", "contrast", "because", "like", "not", "dislike", "degree"]);

function refuseAhead(tokens: readonly Token[], from: number, refused: boolean[], cue: CueKind): boolean {
  let last: Token | null = null;
  let isJoined = false;
  let isAnd = false;
  for (let at = from + 1; at < Math.min(tokens.length, from + farthestTokens); at += 1) {
    const token = tokens[at] as Token;
    if (token.gap > (last === null ? firstGap : nextGap) && !isJoined) break;
    if (isWord(token)) {
      if (last !== null && cue === "degree" && !isJoined) break;
      if (isAnd && cue === "degree" && !token.concepts.some((concept) => excesses.has(concept.id))) break;
      refused[at] = true;
      last = token;
      isJoined = isAnd = false;
    } else if (token.cue === "comma") {
      if (last === null || cue === "degree" || !listGoesOn(tokens, at, last)) break;
      isJoined = true;
    } else if (token.cue === "or" || token.cue === "and") {
      if (last === null && (token.cue === "and" || (cue === "after" && token.word === "、"))) break;
      isJoined = true;
      isAnd = token.cue === "and";
    } else if (token.cue === "pass") {
      if (last !== null && cue === "degree") isJoined ||= /^[太過]/.test(token.word);
      if (last !== null && isNoun(last) && token.word === "的") break;
    } else if (token.cue !== null && endsAhead.has(token.cue)) break;
    else if (last !== null && !isJoined && (token.cue === "turn" || token.cue === "towards")) break;
  }
  return last !== null;
}

function refuseNext(tokens: readonly Token[], from: number, refused: boolean[]): void {
  for (let at = from + 1; at < Math.min(tokens.length, from + 3); at += 1) {
    const token = tokens[at] as Token;
    if (token.gap > 0.5) return;
    if (isWord(token)) {
      refused[at] = true;
      return;
    }
    if (token.cue !== "pass") return;
  }
}

const endsBehind = new Set<CueKind | "stop" | "comma">([
  "stop",
  "contrast",
  "because",
  "like",
  "comma",
  "not",
  "dislike",
  "degree",
]);

/** `close`: only the word it hangs on. `clause`: back to where the clause begins, through a bare list of names. */
function refuseBefore(tokens: readonly Token[], from: number, refused: boolean[], reach: "close" | "clause"): boolean {
  let isDone = false;
  for (let at = from - 1; at >= Math.max(0, from - farthestTokens); at -= 1) {
    const token = tokens[at] as Token;
    const gapAfter = tokens[at + 1]?.gap ?? 0;
    if (reach === "close" && gapAfter > 0) break;
    if (isWord(token)) {
      refused[at] = true;
      isDone = true;
      if (reach === "close" && !isBareList(tokens, at)) break;
    } else if (token.cue === "or" && token.word === "、") {
      if (!isBareList(tokens, at + 1) && !isListOfNouns(tokens, at)) break;
    } else if (token.cue === "after" || token.cue === "afterClose") {
      if (isDone) break;
    } else if (token.cue === "because" && reach === "clause" && at === from - 1)
      return refuseEarlier(tokens, from, refused, "cause");
    else if (token.cue !== null && endsBehind.has(token.cue)) break;
  }
  return isDone;
}

/** How far a refusal that names nothing may look for what it means, and what it never looks past. */
const crossed: Record<"comma" | "sentence" | "cause", ReadonlySet<Token["cue"]>> = {
  comma: new Set(["comma"]),
  sentence: new Set(["comma", "stop", "because"]),
  cause: new Set(["because"]),
};
const neverCrossed = new Set<Token["cue"]>(["stop", "comma", "contrast", "because"]);

/** "Leather …, so leave that out": refuses what the nearest earlier clause names, when that clause does not wish for it. */
function refuseEarlier(tokens: readonly Token[], from: number, refused: boolean[], reach: keyof typeof crossed): boolean {
  let isDone = false;
  for (let at = from - 1; at >= Math.max(0, from - farthestTokens); at -= 1) {
    const token = tokens[at] as Token;
    const kind = token.word === "。" ? "stop" : token.word === "?" ? "comma" : token.cue;
    if (isNoun(token)) {
      refused[at] = true;
      isDone = true;
    } else if (token.cue === "like" && reach !== "sentence") break;
    else if (neverCrossed.has(kind) && (isDone || !crossed[reach].has(kind))) break;
  }
  return isDone;
}

/** Whether a refusal is all that its clause says: "…, please never", "Rose? No." */
function isBare(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const isStart = before?.cue === "comma" || before?.word === "?";
  return isStart && isEndOfClause(tokens[at + 1]) && (tokens[at]?.gap ?? 0) <= nextGap;
}

function isEndOfClause(token: Token | undefined): boolean {
  return token === undefined || ((token.cue === "stop" || token.cue === "comma") && token.gap <= nextGap);
}

/** A word, a sign that joins, and a word of its sort right before it: バラ、ムスクは苦手, but not 檜、甘すぎない. */
function isBareList(tokens: readonly Token[], at: number): boolean {
  const joint = tokens[at - 1];
  const before = tokens[at - 2];
  const word = tokens[at];
  if (word === undefined || before === undefined || joint?.cue !== "or") return false;
  const isTight = joint.gap === 0 && word.gap === 0 && before.end === joint.start;
  return isTight && isWord(before) && isNoun(before) === isNoun(word);
}

/** 甘いもの、花の香り、果物は苦手: what a noun ending makes a noun is listed like one; a scene (森の香り、…) is not. */
function isListOfNouns(tokens: readonly Token[], joint: number): boolean {
  let at = joint - 1;
  while (tokens[at]?.cue === "pass" && (tokens[at + 1]?.gap ?? 1) === 0) at -= 1;
  const ending = tokens[joint - 1];
  const before = tokens[at];
  const isTight = tokens[at + 1]?.gap === 0 && tokens[joint + 1]?.gap === 0;
  return isTight && before !== undefined && isSmell(before) && at < joint - 1 && nounEndings.test(ending?.word ?? "");
}

const nounEndings = /^(もの|の|系|香り|の香り|匂い|の匂い|のにおい|味)$/;

/** Whether a comma after a refused word lists the next: it does when an "or" follows, or when bare names follow a name. */
function listGoesOn(tokens: readonly Token[], comma: number, last: Token): boolean {
  const isJoined = tokens[comma + 1]?.cue === "and";
  const next = tokens[isJoined ? comma + 2 : comma + 1];
  const after = tokens[isJoined ? comma + 3 : comma + 2];
  if (next !== undefined && isWord(next) && next.gap <= nextGap && isName(next) && isName(last)) {
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

const isWord = (token: Token) => token.concepts.length > 0;
const smells = new Set(["note", "family", "taste", "thing"]);
const isSmell = (token: Token) => token.concepts.some((concept) => smells.has(concept.kind));
const isName = (token: Token) => token.concepts.some((concept) => concept.kind === "note");
const isNoun = (token: Token) => token.concepts.some((concept) => concept.kind === "note" || concept.kind === "family");
