/** What a refusal that names nothing beside itself is about: the subject of its sentence, or what an earlier clause told of. */
import { subjectsOf } from "./likeness.ts";
import { farthest, isBoundary, isNoun, isWord, nextGap, sentenceStart } from "./lists.ts";
import { refuseEarlier, type Verdict } from "./reach.ts";
import type { Token } from "./tokens.ts";

/** "Hate" and "no" want an object; "gives me a headache" and "cheap hotel soap" are said of a subject. */
export const transitive =
  /^(?:no|not|never|hat\w+|would hate|dislik\w+|avoid\w*|detest\w*|loath\w+|despis\w+|skip|ban\w*|replace|swap|trade|ditch|refuse|reject)$|like|want|stand|bear|fan of|into|need|enjoy|keen|fond|leave out|away|clear|out of|rid|不要|不想|不用|不愛|不喜歡|別|討厭|避|拒|拿掉|去掉/;

export function refuseAntecedent(tokens: readonly Token[], at: number, verdicts: Verdict[]): boolean {
  const reach = bareAfter(tokens, at);
  return reach !== null && refuseEarlier(tokens, at, verdicts, reach);
}

/** "Peppermint and eucalyptus, that icy stuff, make it worse": what the sentence began with, unless it wishes since. */
export function refuseSubjectOfSentence(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const start = sentenceStart(tokens, at);
  if (start === null) return;
  const between = tokens.slice(start, at);
  if (between.some(({ cue }) => cue === "like" || cue === "contrast" || cue === "replace" || cue === "because")) return;
  if (between.filter(({ cue }) => cue === "comma").length > 3) return;
  for (const subject of subjectsOf(between, 0)) if (isNoun(between[subject] as Token)) verdicts[start + subject] = "refused";
}

/**
 * A refusal whose clause names nothing ("…, please never", "Rose? No.", 茶香試過，全都像洗碗精): what bounds that clause
 * before it. After a full stop the refusal must be all that is said.
 */
function bareAfter(tokens: readonly Token[], at: number): "comma" | "bare" | null {
  let before = at - 1;
  let isLong = (tokens[at]?.gap ?? 0) > nextGap;
  while (before >= Math.max(0, at - farthest) && !isBoundary(tokens[before] as Token)) {
    const token = tokens[before] as Token;
    if (isWord(token) || token.cue === "like") return null;
    isLong ||= token.gap > nextGap;
    before -= 1;
  }
  let next = at + 1;
  while (next < Math.min(tokens.length, at + farthest) && !isBoundary(tokens[next] as Token)) {
    if (isWord(tokens[next] as Token)) return null;
    next += 1;
  }
  if (tokens[before]?.word === "、" && tokens[before - 1]?.cue === "contrast") before -= 1;
  if (before < Math.max(0, at - farthest) || allElse.test(tokens[before]?.word ?? "")) return null;
  const word = tokens[at]?.word ?? "";
  if ((word === "不想" || /^[a-z]/.test(word)) && transitive.test(word) && (tokens[next]?.gap ?? 0) > 0) return null;
  const isStop = tokens[before]?.cue === "stop";
  if (isStop && (isLong || (tokens[next]?.gap ?? 0) > nextGap)) return null;
  return tokens[before]?.cue === "comma" || tokens[before]?.cue === "or" ? "comma" : "bare";
}

/** 只要雪松，其他都不要 says nothing against the cedar. */
const allElse = /^(?:其|別的|剩|everything else|anything else|the rest|ほか|他は|その他|あとは)/;

/** "Iris is all carrots and lipstick. Fruit instead": what the sentence before told of, unless it was wished for. */
export function refuseReplaced(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  let boundaries = 0;
  const found: number[] = [];
  for (let before = at - 1; before >= Math.max(0, at - 24); before -= 1) {
    const token = tokens[before] as Token;
    const isEdge = token.cue === "stop" || token.cue === "comma" || token.cue === "contrast" || token.cue === "because";
    if (isEdge && found.length > 0 && token.cue !== "comma") break;
    if (isEdge) boundaries += 1;
    if (token.cue === "like" || token.cue === "replace") return;
    if (boundaries > 0 && isNoun(token)) found.push(before);
  }
  for (const before of found) if (verdicts[before] === "wish") verdicts[before] = "refused";
}
