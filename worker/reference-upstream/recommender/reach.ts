/** How far a refusal reaches: ahead over what it names, or back to what was named before it. */
import type { CueKind } from "./lexicon/cues.ts";
import { farthest, isBareList, isListOfNouns, isNoun, isSmell, isWord, listGoesOn, nextGap, sentenceStart } from "./lists.ts";
import type { Token } from "./tokens.ts";

/** `less` is a refused excess ("not too sweet"); `aside` is neither wished for nor refused. */
export type Verdict = "wish" | "refused" | "less" | "aside";

const firstGap = 6;

/** "Not too sweet and …" goes on to another excess, not to a wish such as "fresh". */
const excesses = new Set(
  "sweet cloying smoky powdery rich animalic medicinal synthetic boozy bitter sour earthy dark milky spicy floral gourmand fruity musk musky woody resinous herbal".split(
    " ",
  ),
);
const narrow = new Set<CueKind>(["degree", "tooMuch", "versus", "aside"]);
const verdictOf = (cue: CueKind): Verdict => (cue === "degree" ? "less" : cue === "aside" ? "aside" : "refused");

const endsAhead = new Set<Token["cue"]>([
  "stop",
  "contrast",
  "because",
  "like",
  "not",
  "dislike",
  "degree",
  "tooMuch",
  "except",
  "versus",
  "those",
  "replace",
]);

export function refuseAhead(tokens: readonly Token[], from: number, verdicts: Verdict[], cue: CueKind): boolean {
  let last: Token | null = null;
  let isJoined = false;
  let isAnd = false;
  const isExcess = cue === "degree" || cue === "tooMuch";
  for (let at = from + 1; at < Math.min(tokens.length, from + farthest); at += 1) {
    const token = tokens[at] as Token;
    if (token.gap > (last === null ? firstGap : nextGap) && !isJoined) break;
    if (isWord(token)) {
      if (cue === "tooMuch" && !isSmell(token) && token.concepts[0]?.kind !== "strength") break;
      if (last !== null && isExcess && !isJoined) break;
      if (isAnd && isExcess && !token.concepts.some((concept) => excesses.has(concept.id))) break;
      verdicts[at] = verdictOf(cue);
      last = token;
      isJoined = isAnd = false;
    } else if (token.cue === "comma") {
      if (last === null || narrow.has(cue) || !listGoesOn(tokens, at, last)) break;
      isJoined = true;
    } else if (token.cue === "or" || token.cue === "and") {
      if (last === null && (token.cue === "and" || (cue === "after" && token.word === "、"))) break;
      isJoined = true;
      isAnd = token.cue === "and";
    } else if (token.cue === "pass") {
      if (last !== null && isExcess) isJoined ||= /^[太過]/.test(token.word);
      if (last !== null && isNoun(last) && token.word === "的") break;
    } else if (token.cue !== null && endsAhead.has(token.cue)) break;
    else if (last !== null && !isJoined && (token.cue === "turn" || token.cue === "towards" || token.cue === "seems")) break;
  }
  return last !== null;
}

/** 不甜, 無花: only the very next word. */
export function refuseNext(tokens: readonly Token[], from: number, verdicts: Verdict[]): void {
  for (let at = from + 1; at < Math.min(tokens.length, from + 3); at += 1) {
    const token = tokens[at] as Token;
    if (token.gap > 0.5) return;
    if (isWord(token)) {
      verdicts[at] = "refused";
      return;
    }
    if (token.cue !== "pass") return;
  }
}

const endsBehind = new Set<Token["cue"]>([
  "stop",
  "contrast",
  "because",
  "like",
  "comma",
  "not",
  "degree",
  "those",
  "worse",
  "replace",
  "except",
  "exceptBack",
]);

/** `close`: only the word it hangs on. `clause`: back to where the clause begins, through a bare list of names. */
export function refuseBefore(
  tokens: readonly Token[],
  from: number,
  verdicts: Verdict[],
  reach: "close" | "clause",
  verdict: Verdict = "refused",
): boolean {
  let isDone = false;
  for (let at = from - 1; at >= Math.max(0, from - farthest); at -= 1) {
    const token = tokens[at] as Token;
    const gapAfter = tokens[at + 1]?.gap ?? 0;
    if (reach === "close" && gapAfter > 0) break;
    if (isWord(token)) {
      verdicts[at] = verdict;
      isDone = true;
      if (reach === "close" && !isBareList(tokens, at)) break;
    } else if (token.cue === "or" && token.word === "、" && !isTopicComma(tokens, at) && !isCauseComma(tokens, at)) {
      if (!isBareList(tokens, at + 1) && !isListOfNouns(tokens, at)) break;
    } else if (token.cue === "after" || token.cue === "afterClose") {
      if (isDone) break;
    } else if (token.cue === "because" && reach === "clause" && !hasSmell(tokens, at, from)) {
      if (!refuseEarlier(tokens, at + 1, verdicts, "cause")) break;
      verdicts.fill("wish", at, from);
      return true;
    } else if (token.cue === "comma" && reach === "clause" && opensSentence(tokens, at)) continue;
    else if (token.cue !== null && endsBehind.has(token.cue)) break;
  }
  return isDone;
}

/** "Jasmine, lily and tuberose all …": names from the sentence's beginning on. */
function opensSentence(tokens: readonly Token[], comma: number): boolean {
  const next = tokens[comma + 1];
  if (next === undefined || !isNoun(next) || next.gap > 0) return false;
  if (sentenceStart(tokens, comma) === null) return false;
  for (let at = comma - 1; at >= 0 && tokens[at]?.cue !== "stop"; at -= 1) {
    const token = tokens[at] as Token;
    const isListed = isNoun(token) || token.cue === "comma" || token.cue === "and" || token.cue === "or" || token.cue === "pass";
    if (!isListed || token.gap > 0) return false;
  }
  return tokens[comma]?.gap === 0;
}

/** 線香は、…: a comma behind the topic ends nothing. */
const isTopicComma = (tokens: readonly Token[], at: number) =>
  /^(?:[はもとやの]|とか|だとか|やら)$/.test(tokens[at - 1]?.word ?? "") && tokens[at]?.gap === 0;

/** …を思い出すので、受けつけません: what was the cause is what is refused. */
const isCauseComma = (tokens: readonly Token[], at: number) => tokens[at - 1]?.cue === "because" && tokens[at]?.gap === 0;

/** In ラベンダーは眠くなるので仕事中は困ります it is not the work that is refused. */
const hasSmell = (tokens: readonly Token[], from: number, to: number) => tokens.slice(from, to).some(isSmell);

/** The "sweet" of "sweet fruity florals", 甜甜的花香. */
function describesRefused(tokens: readonly Token[], at: number, verdicts: readonly Verdict[]): boolean {
  const next = tokens[at + 1]?.cue === "pass" ? at + 2 : at + 1;
  return verdicts[next] === "refused" && tokens[at + 1]?.gap === 0 && tokens[next]?.gap === 0;
}

/** How far a refusal that names nothing may look for what it means, and what it never looks past. */
const crossed: Record<"comma" | "bare" | "sentence" | "cause", ReadonlySet<Token["cue"]>> = {
  comma: new Set(["comma"]),
  bare: new Set(["comma", "stop", "contrast", "because"]),
  sentence: new Set(["comma", "stop", "because"]),
  cause: new Set(["because"]),
};
const neverCrossed = new Set<Token["cue"]>(["stop", "comma", "contrast", "because"]);

/** "Leather …, so leave that out": refuses what the nearest earlier clause names, when that clause does not wish for it. */
export function refuseEarlier(tokens: readonly Token[], from: number, verdicts: Verdict[], reach: keyof typeof crossed): boolean {
  let isDone = false;
  let hasCrossed = false;
  for (let at = from - 1; at >= Math.max(0, from - farthest); at -= 1) {
    const token = tokens[at] as Token;
    const kind = token.word === "。" ? "stop" : token.word === "?" ? "comma" : token.cue;
    hasCrossed ||= neverCrossed.has(kind);
    if (hasCrossed && reach !== "cause" ? isSmell(token) : isNoun(token)) {
      verdicts[at] = "refused";
      isDone = true;
    } else if (isSmell(token) && isDone && describesRefused(tokens, at, verdicts)) verdicts[at] = "refused";
    else if (token.cue === "like" && reach !== "sentence") break;
    else if (kind === "comma" && isDone && isNoun(tokens[at - 1] ?? token) && isNoun(tokens[at + 1] ?? token)) continue;
    else if (neverCrossed.has(kind) && (isDone || !crossed[reach].has(kind))) break;
  }
  return isDone;
}
