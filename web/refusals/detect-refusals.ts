/**
 * Guesses what a text refuses, for the shopper to confirm: a known name that stands beside a word of
 * refusal in the same clause. A bare list takes over from its neighbour ("no rose, jasmine or
 * lily"), and so does a clause without a name ("citrus, it gives me a rash").
 *
 * The words are parts of expressions, a line for each language. `…AfterIt` stands before the name
 * ("no …"), `…BeforeIt` after it (…は苦手), `refusedAround` before it where a name follows and after
 * it where none does. `illness` refuses every name in its sentence that is not wished for;
 * `harmless` sounds like a refusal and is none. Longer ways stand before shorter ones in them.
 */
import { findNames, type Mention } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";
import words from "./refusing-words.json";

const either = (parts: readonly string[]) => parts.join("|");
const harmlessWords = new RegExp(either(words.harmless), "g");
/** One expression, so that 不要 is read before the 要 in it. */
const markers = new RegExp(
  [
    `(?<ill>${either(words.illness)})`,
    `(?<around>${either(words.refusedAround)})`,
    `(?<refusedAfter>${either(words.refusedAfterIt)})`,
    `(?<refusedBefore>${either(words.refusedBeforeIt)})`,
    `(?<wishedBefore>${either(words.wishedBeforeIt)})`,
    `(?<wishedAfter>${either(words.wishedAfterIt)})`,
  ].join("|"),
  "g",
);

const sentenceEnds = /[.!?。\n]+/;
/** Lists do not reach across these. */
const contrasts =
  /(?<!anything |nothing )\bbut\b|\b(?:however|although|though)\b|但是?|可是|不過|けれども?|けど|だが/;
const clauseEnds = /[,、;:]|\b(?:because|and (?=i\b|please))\b|ので|から/;
/** What may stand between the names of a list. */
const joiners =
  /\b(?:and|or|nor|the|an?|of|any|either|notes?|scents?)\b|[和跟或與及也とやもはがの]|還有|以及|など|類|系|調|香味|香/g;

type Marking = "ill" | "around" | "refusedBefore" | "refusedAfter" | "wishedBefore" | "wishedAfter";
interface Marker {
  at: number;
  end: number;
  marking: Marking;
}
interface Clause {
  /** Its place among what contrasts within the sentence. */
  part: number;
  named: { mention: Mention; state: "refused" | "wished" | "open" }[];
  markers: readonly Marker[];
  /** It refuses something that has no known name. */
  hasObject: boolean;
  /** What stands before it is the rule: "fruit, mango excepted". */
  isException: boolean;
  /** Nothing but names and what joins them. */
  isList: boolean;
}

export function readRefusals(text: string) {
  const plain = plainText(text).replaceAll(harmlessWords, (part) => "_".repeat(part.length));
  const sentences = plain.split(sentenceEnds).map(clausesOf);
  const refused = meaningsOf(
    sentences.flatMap((clauses) => clauses.flatMap((_clause, at) => refusedIn(clauses, at))),
  );
  const all = sentences.flat();
  const named = meaningsOf(all.flatMap((clause) => clause.named.map(({ mention }) => mention)));
  const refusing = all.flatMap((clause) => clause.markers.filter(isRefusing));
  const isGrave = named.length === 0 || refusing.some(({ marking }) => marking === "ill");
  return {
    refused,
    /** Named without being refused. */
    others: named.filter((one) => !refused.includes(one)),
    soundsRefusing: refusing.length > 0,
    /** Something seems refused, and nothing is named or something makes ill. */
    isUnclear: refusing.length > 0 && refused.length === 0 && isGrave,
  };
}

export const detectRefusals = (text: string): string[] => readRefusals(text).refused;

function meaningsOf(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.flatMap(({ meanings }) => meanings))];
}

function clausesOf(sentence: string): Clause[] {
  return sentence.split(contrasts).flatMap((part, at) => {
    const clauses = part.split(clauseEnds).filter((clause) => clause.trim() !== "");
    return clauses.map((clause) => readClause(clause, at));
  });
}

function refusedIn(clauses: readonly Clause[], at: number): Mention[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const own = clause.named.filter(({ state }) => state === "refused");
  if (own.length > 0 || !takesOver(clauses, at)) return own.map(({ mention }) => mention);
  return clause.named.filter(({ state }) => state === "open").map(({ mention }) => mention);
}

function takesOver(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  const following = clauses[at + 1];
  const isFollowed =
    following !== undefined &&
    following.named.length === 0 &&
    !following.hasObject &&
    following.markers.length > 0 &&
    following.markers.every(isRefusing);
  if (isFollowed) return true;
  if (clause?.isList !== true) return false;
  const isEnd = ({ isList, part }: Clause) => !isList && part === clause.part;
  const before = clauses.slice(0, at).findLast(isEnd);
  const after = clauses.slice(at + 1).find(isEnd);
  return (
    (before?.named.at(-1)?.state === "refused" && endsWith(before, "refusedAfter")) ||
    (after?.named[0]?.state === "refused" && !after.isException && endsWith(after, "refusedBefore"))
  );
}

const isRefusing = ({ marking }: Marker) => !marking.startsWith("wished");

function endsWith({ markers: found }: Clause, wanted: Marking): boolean {
  const last = found.at(-1)?.marking;
  return last === wanted || last === "ill";
}

function readClause(clause: string, part: number): Clause {
  const found = [...clause.matchAll(markers)].map((match): Marker => {
    const [marking] =
      Object.entries(match.groups ?? {}).find(([, matched]) => matched !== undefined) ?? [];
    // The expression has these groups and no other.
    return { at: match.index, end: match.index + match[0].length, marking: marking as Marking };
  });
  const plain = blanked(clause, found);
  const mentions = findNames(foldedText(plain), (at, end) => !isInsideKatakana(plain, at, end));
  const isNamedFrom = (from: number) => mentions.some(({ at }) => at >= from);
  for (const marker of found)
    if (marker.marking === "around") {
      // "I like cedar and hate Mondays" says nothing of cedar; 玫瑰我討厭極了 does of roses.
      const isAlone = mentions.length === 0 || /[a-z]/.test(clause.charAt(marker.at));
      const isOfOther = isAlone && hasObject(plain.slice(marker.end));
      marker.marking = isNamedFrom(marker.end) || isOfOther ? "refusedAfter" : "refusedBefore";
    }
  const unnamed = blanked(plain, mentions, "〇");
  const between = (from: number, to: number) => unnamed.slice(from, to);
  const rest = unnamed.replaceAll(joiners, "").replaceAll(/[^\p{L}]/gu, "");
  return {
    part,
    isException: /除外|以外/.test(clause),
    named: mentions.map((mention) => ({ mention, state: stateOf(mention, found, between) })),
    markers: found,
    hasObject: found.some(
      ({ marking, end }) => marking === "refusedAfter" && hasObject(plain.slice(end)),
    ),
    isList: mentions.length > 0 && found.length === 0 && /^(?!で)[^\p{Script=Han}]?$/u.test(rest),
  };
}

/** They stand for what was named before, or for nothing. */
const fillers =
  /\b(?:it|them|th[ai][ts]|these|those|any|more|either|both|of|at|all|please|again|ever|even|its|completely|in|there|to|smell|wear|have|the|a|so|out|away)\b|[了的喔啊嗎吧呢它請加放有用聞再都也我]|給我|謝謝|任何|[這那]個?/g;

const hasObject = (text: string) => /[\p{L}_]/u.test(text.replaceAll(fillers, ""));

/** `between` is what stands between two places, with each name in it as 〇. */
function stateOf(
  { at, end }: Mention,
  found: readonly Marker[],
  between: (from: number, to: number) => string,
) {
  const before = found.findLast((marker) => marker.end <= at && marker.marking.endsWith("After"));
  const after = found.find((marker) => marker.at >= end && marker.marking.endsWith("Before"));
  const isNearest = after !== undefined && !between(end, after.at).includes("〇");
  if (after?.marking === "refusedBefore" && (before?.marking !== "wishedAfter" || isNearest))
    return "refused";
  // Of "wood without a smell of smoke" Chinese says the wood last.
  const isHead = before !== undefined && /〇.*的/.test(between(before.end, at));
  if (before?.marking === "refusedAfter" && after?.marking !== "wishedBefore" && !isHead)
    return "refused";
  if (before !== undefined || after !== undefined) return "wished";
  return found.some(({ marking }) => marking === "ill") ? "refused" : "open";
}

function blanked(text: string, parts: readonly { at: number; end: number }[], by = " "): string {
  return parts.reduce(
    (left, { at, end }) => left.slice(0, at) + by.repeat(end - at) + left.slice(end),
    text,
  );
}

/** No rose (バラ) in balance (バランス). */
function isInsideKatakana(plain: string, at: number, end: number): boolean {
  const isKatakana = (letter: string) => /[\u30a1-\u30faー]/.test(letter);
  const begins = isKatakana(plain.charAt(at)) && isKatakana(plain.charAt(at - 1));
  return begins || (isKatakana(plain.charAt(end - 1)) && isKatakana(plain.charAt(end)));
}
