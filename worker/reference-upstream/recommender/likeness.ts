/**
 * "Aldehydes are hairspray and a stern aunt. Clean, please": what a sentence says of a smell before another sentence
 * wishes for something else. Likened to nothing pleasant that is known here, it is a complaint.
 */
import { farthest, isNoun, isSentenceEnd, isSmell, isWord, sentenceStart } from "./lists.ts";
import type { Verdict } from "./reach.ts";
import type { Token } from "./tokens.ts";

const seems: Record<"english" | "chinese" | "japanese", RegExp> = {
  english:
    /^(?: (?:notes?|things?|stuff|scents?|perfumes?|always|just|all|really|only|both|simply))* ?(?:=|(?:is|are|goes|go|turns?|smells?|feels?|reminds? me|makes? me think|brings? to mind)\b)/,
  chinese:
    /^(?:的?味道?|香調?|調|類|系|這種|那種|總是|總|都|會|一直|每次都|只會|老是|聞起來|全都|根本|簡直)*(?:像|就像|好像|讓[我人]想到|讓[我人]聯想|想到|聯想|等於|=|是)/,
  japanese: /^(?:系|の香り|の匂い|って|類|なんか|なんて)*(?:は|も|って)[^。.!?！？]*(?:みたい|のよう|思い出|連想|思え|にしか)/,
};
const possessive = /\b(?:my|our|me time)\b(?! (?:ex|head|nose|throat|boss|dentist))|我的|我家|私の|うちの/;

/** Where the sentence turns from its subject to what it is likened to; null when it is built otherwise. */
const longest = 160;

export function likenedAt(line: string, subject: Token, isJapanese: boolean): number | null {
  const rest = line.slice(subject.end, subject.end + longest);
  const script = isJapanese ? "japanese" : /[a-z]$/.test(subject.word) ? "english" : "chinese";
  const found = seems[script].exec(rest);
  if (found === null) return null;
  const sentence = rest.split(/[.。!?;！？\n]/, 1)[0] ?? "";
  return possessive.test(sentence) ? null : subject.end + found[0].length - (isJapanese ? found[0].length : 0);
}

const joints = /^(?:the|a|an|all|any|every|most|both|even|only|just|notes?|things?|scents?|stuff|の香り|の匂い|系|類|味|香|的)$/;

/** The names that a sentence begins with; its last one is what stands before the verb. */
export function subjectsOf(tokens: readonly Token[], start: number): number[] {
  const found: number[] = [];
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const isJoint = token.cue === "and" || token.cue === "or" || token.cue === "comma" || joints.test(token.word);
    if (token.gap > (at === start ? 1 : 0) || !(isSmell(token) || isJoint)) break;
    if (isSmell(token)) found.push(at);
  }
  return found;
}

const unpleasant = new Set(["medicinal", "synthetic", "hospital", "animalic", "cloying"]);
const pleasant = new Set(["mood", "place", "season", "occasion", "thing"]);

export function refuseLikened(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const start = sentenceStart(tokens, at);
  if (start === null) return;
  let end = at + 1;
  let unknown = 0;
  let isUnpleasant = false;
  for (let token = tokens[end]; token !== undefined && !isSentenceEnd(token) && end < at + farthest; token = tokens[end]) {
    if (token.cue === "like" || token.cue === "replace") return;
    if (token.concepts.some(({ kind }) => pleasant.has(kind))) return;
    isUnpleasant ||= token.concepts.some(({ id }) => unpleasant.has(id));
    unknown += token.gap;
    end += 1;
  }
  unknown += tokens[end]?.gap ?? 0;
  const wishesLater = tokens.slice(end, end + farthest).some((token, later) => isWord(token) && verdicts[end + later] === "wish");
  if ((unknown < 1 && !isUnpleasant) || !wishesLater) return;
  for (const subject of subjectsOf(tokens.slice(start, at), 0))
    if (isNoun(tokens[start + subject] as Token)) verdicts[start + subject] = "refused";
}
