/** Decides for every word of the text whether it is wished for or refused. Looks at most a few tokens ahead and back. */
import { refuseAntecedent, refuseReplaced, refuseSubjectOfSentence, transitive } from "./antecedents.ts";
import { isAllElseRefused, refuseExcepted } from "./exceptions.ts";
import { refuseLikened } from "./likeness.ts";
import { isEndOfClause, isNoun, isSentenceEnd, isWord } from "./lists.ts";
import { refuseExamples, refuseLast, refuseMeant, refuseSame } from "./pronouns.ts";
import { refuseAhead, refuseBefore, refuseNext, type Verdict } from "./reach.ts";
import type { Token } from "./tokens.ts";

export function verdictsOn(tokens: readonly Token[]): Verdict[] {
  const verdicts = tokens.map((): Verdict => "wish");
  for (let at = 0; at < tokens.length; at += 1) judge(tokens, at, verdicts);
  refuseDarkSentences(tokens, verdicts);
  tokens.forEach(({ cue }, at) => {
    if (isAllButOneRefused(tokens, at)) verdicts[at] = "refused";
    if (cue === "seems") refuseLikened(tokens, at, verdicts);
    if (isTasteOfRefused(tokens, at, verdicts)) verdicts[at] = "aside";
  });
  return verdicts;
}

const dark = new Set<Token["cue"]>(["dislike", "after", "those", "complaint"]);
const bright = new Set<Token["cue"]>([
  "like",
  "towards",
  "contrast",
  "replace",
  "except",
  "exceptBack",
  "versus",
  "worse",
  "same",
]);
const verbEnding = /^(?:です|ます|ました|いい|なら)$/;

/** A complaint is about whatever its sentence named before it, however that is built, unless the sentence wishes too. */
function refuseDarkSentences(tokens: readonly Token[], verdicts: Verdict[]): void {
  let named: number[] = [];
  let isBright = false;
  tokens.forEach((token, at) => {
    if (isSentenceEnd(token)) [named, isBright] = [[], false];
    else if (bright.has(token.cue) && !verbEnding.test(token.word)) isBright = true;
    else if (dark.has(token.cue) && !transitive.test(token.word) && !isBright) {
      for (const place of named) verdicts[place] = "refused";
      named = [];
    }
    if (isNoun(token) && verdicts[at] === "wish") named.push(at);
  });
}

/** バニラの甘さ, 香草的甜: to refuse the vanilla is not to refuse all that is sweet. */
function isTasteOfRefused(tokens: readonly Token[], at: number, verdicts: readonly Verdict[]): boolean {
  const token = tokens[at] as Token;
  if (verdicts[at] !== "refused" || token.gap > 0 || token.concepts[0]?.kind !== "taste") return false;
  const isJoined = /^[の的]$/.test(tokens[at - 1]?.word ?? "") && tokens[at - 1]?.gap === 0;
  const owner = isJoined ? at - 2 : at - 1;
  return verdicts[owner] === "refused" && tokens[owner]?.concepts[0]?.kind === "note";
}

/** "Yuzu is the only citrus I like", 柑橘只接受柚子: the family is refused, and the one that is named is wished for. */
function isAllButOneRefused(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.concepts[0]?.kind !== "family") return false;
  const next = tokens[at + 1];
  if (tokens[at - 1]?.word === "only" && tokens[at]?.gap === 0) return next?.cue === "like" || next?.cue === "towards";
  return (
    next !== undefined && next.gap <= 0.5 && /^只(?:要|接受|喜歡|愛)?$|^接受$/.test(next.word) && isNoun(tokens[at + 2] ?? next)
  );
}

function judge(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const { cue, word } = tokens[at] as Token;
  switch (cue) {
    case "not":
    case "dislike":
    case "degree":
      return refuse(tokens, at, verdicts);
    case "versus":
    case "aside":
      return void refuseAhead(tokens, at, verdicts, cue);
    case "worse":
      if (!isOnlyMeasure(tokens, at) && !isSettled(tokens, at)) refuseBefore(tokens, at, verdicts, "close");
      return;
    case "tooMuch":
      refuseSubjects(tokens, at, verdicts);
      return void refuseAhead(tokens, at, verdicts, cue);
    case "afterClose":
      refuseBefore(
        tokens,
        at,
        verdicts,
        tokens[at - 1]?.cue === "because" ? "clause" : "close",
        excess.test(word) ? "less" : "refused",
      );
      if (/^(?:すぎ|過ぎ)[るて]/.test(word)) refuseTopic(tokens, at, verdicts);
      return;
    case "out":
      return refuseSubjects(tokens, at, verdicts);
    case "beforeClose":
      return refuseNext(tokens, at, verdicts);
    case "after":
      if (refuseBefore(tokens, at, verdicts, "clause")) return;
      if (!refuseAntecedent(tokens, at, verdicts)) refuseAhead(tokens, at, verdicts, cue);
      return;
    case "except":
      if (!isAllElseRefused(tokens, at, verdicts)) refuseAhead(tokens, at, verdicts, cue);
      return;
    case "exceptBack":
      return refuseExcepted(tokens, at, verdicts);
    case "those":
      return refuseMeant(tokens, at, verdicts);
    case "latter":
      return refuseLast(tokens, at, verdicts);
    case "replace":
      return refuseReplaced(tokens, at, verdicts);
    case "same":
      return refuseSame(tokens, at, verdicts);
    case "seems":
      return;
    case "example":
      return refuseExamples(tokens, at, verdicts);
    case "complaint":
      return complain(tokens, at, verdicts);
    default:
  }
}

function refuse(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const { cue, word } = tokens[at] as Token;
  if (cue === "dislike" && !transitive.test(word)) refuseSubjectOfSentence(tokens, at, verdicts);
  if (cue !== "not" && cue !== "dislike" && cue !== "degree") return;
  if (refuseAhead(tokens, at, verdicts, cue)) return;
  if (/^(isn't|aren't)$/.test(word)) return void refuseBefore(tokens, at, verdicts, "close");
  if (cue === "degree") return void (isEndOfClause(tokens[at + 1]) && refuseBefore(tokens, at, verdicts, "close", "less"));
  const isSelfStanding = cue === "dislike" || /^(?:no|never|don't|do not)$/.test(word);
  if (cue === "dislike" && refuseBefore(tokens, at, verdicts, "clause")) return;
  else if (isSelfStanding && isEndOfClause(tokens[at + 1]) && refuseBefore(tokens, at, verdicts, "close")) return;
  else if (isSelfStanding) refuseAntecedent(tokens, at, verdicts);
}

/** "Musk and amber are too much" complains about both; "the smell is too sweet" about sweetness alone. */
function refuseSubjects(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  for (let before = at - 1; before >= Math.max(0, at - 8); before -= 1) {
    const token = tokens[before] as Token;
    const isJoint = token.cue === "and" || token.cue === "or" || token.cue === "pass" || token.cue === "seems";
    if ((tokens[before + 1]?.gap ?? 0) > 0 || !(isJoint || isWord(token)) || verdicts[before] !== "wish") return;
    if (token.concepts.some(({ kind }) => kind === "note")) verdicts[before] = "refused";
  }
}

/** 甘さ控えめ asks for less of it, not for none. */
const excess = /控|ひかえ|すぎ|過ぎ|少な|弱め|抑|おさえ/;

/** バラは甘すぎる: the topic is refused with its excess. */
function refuseTopic(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  for (let before = at - 1; before >= Math.max(0, at - 6); before -= 1) {
    const token = tokens[before] as Token;
    if (token.cue !== null && token.cue !== "pass") return;
    const isTopic = /^[はがも]$/.test(tokens[before + 1]?.word ?? "");
    if (isTopic && token.concepts.some(({ kind }) => kind === "note")) verdicts[before] = "refused";
  }
}

/** ローズより甘い香り measures by the rose and does not refuse it; 甘い香りより爽やかな香り chooses. */
function isOnlyMeasure(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  const measures =
    next !== undefined && next.gap === 0 && next.concepts.some(({ kind }) => kind === "taste" || kind === "strength");
  return measures && before !== undefined && isNoun(before);
}

/** 與其玫瑰不如茶香: the loser is named already. */
function isSettled(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - 6), at).some(({ cue }) => cue === "versus");
}

/** "I find jasmine overpowering": the complaint and what it is about. */
function complain(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  if (verdicts[at] !== "wish") return;
  verdicts[at] = "refused";
  for (let before = at - 1; before >= Math.max(0, at - 8); before -= 1) {
    const token = tokens[before] as Token;
    if (token.cue !== null && token.cue !== "pass" && token.cue !== "turn" && token.cue !== "or") return;
    if (isNoun(token)) verdicts[before] = "refused";
  }
}
