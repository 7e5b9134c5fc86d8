/** What a refusal by "it", "those", "the latter", "so does …" or "such as …" means of what was named around it. */
import { farthest, isBoundary, isNoun, isSentenceEnd, isSmell, isWord } from "./lists.ts";
import { refuseAhead, refuseBefore, refuseEarlier, type Verdict } from "./reach.ts";
import type { Token } from "./tokens.ts";

/** 完全不要甜的, 不要那些花香: what follows at once is meant, not what was named before. */
const takesObject = /(?:不要|別|避開|那個|那些|這個|這些)$/;

/** "Can't stand it", 這些都不行, それらは避けて. */
export function refuseMeant(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const { word } = tokens[at] as Token;
  const next = tokens[at + 1];
  if (takesObject.test(word) && next !== undefined && isWord(next) && next.gap === 0)
    return void refuseAhead(tokens, at, verdicts, "not");
  const goesOn = (next?.gap ?? 0) >= 1 || (next !== undefined && isWord(next) && /^[a-z]/.test(word));
  if (goesOn && /\b(?:it|them|those|these|that)\b|[^a-z ]/.test(word)) return;
  if (!single.test(word) && refuseSentence(tokens, at, verdicts)) return;
  if (!namesInClause(tokens, at) || !refuseBefore(tokens, at, verdicts, "clause"))
    refuseEarlier(tokens, at, verdicts, "sentence");
}

const single = /\b(?:it|that|this)\b|[它那這]|[そこあ]れ(?!ら)/;

/** "Smoke of any sort, joss sticks, tobacco: all of them …": everything the sentence names since it last wished. */
function refuseSentence(tokens: readonly Token[], at: number, verdicts: Verdict[]): boolean {
  let isDone = false;
  for (let before = at - 1; before >= Math.max(0, at - farthest); before -= 1) {
    const token = tokens[before] as Token;
    if (isSentenceEnd(token) || token.cue === "like" || token.cue === "contrast" || token.cue === "replace") break;
    if (!isSmell(token)) continue;
    verdicts[before] = "refused";
    isDone = true;
  }
  return isDone;
}

function namesInClause(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - farthest) && !isBoundary(tokens[before] as Token); before -= 1)
    if (isNoun(tokens[before] as Token)) return true;
  return tokens[at - 1]?.word === "、";
}

/** "Orange blossom and jasmine; none of the latter." */
export function refuseLast(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  for (let before = at - 1; before >= Math.max(0, at - farthest); before -= 1)
    if (isNoun(tokens[before] as Token)) return void (verdicts[before] = "refused");
}

/** "… and so does jasmine", 百合也一樣: shares the verdict on the last thing that was named. */
export function refuseSame(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const { word } = tokens[at] as Token;
  const isForward = /^[a-z]/.test(word) && word !== "too" && word !== "included";
  let last = at - 1;
  const first = Math.max(0, at - farthest);
  if (!isForward) while (last >= first && !/[,.。、;]$/.test(tokens[last]?.word ?? "")) last -= 1;
  while (last >= first && !isWord(tokens[last] as Token)) last -= 1;
  if (verdicts[last] !== "refused") return;
  if (isForward) refuseAhead(tokens, at, verdicts, "not");
  else refuseBefore(tokens, at, verdicts, "close");
}

/** "White flowers give me a headache: jasmine, gardenia…", 尤其是百合: what the last refused thing includes. */
export function refuseExamples(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  let last = at - 1;
  const first = Math.max(0, at - farthest);
  while (last >= first && !isWord(tokens[last] as Token) && tokens[last]?.cue !== "like" && tokens[last]?.cue !== "contrast")
    last -= 1;
  if (last >= first && (verdicts[last] === "refused" || verdicts[last] === "less")) refuseAhead(tokens, at, verdicts, "not");
}
