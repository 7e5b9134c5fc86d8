/**
 * Guesses what a text refuses, for the shopper to confirm: a known name that stands beside a word of
 * refusal in the same clause. A bare list takes over from its neighbour ("no rose, jasmine or
 * lily"), and so does a clause without a name ("citrus, it gives me a rash").
 *
 * The words are parts of expressions. `…After` stands before the name ("no …"), `…Before` after it
 * (…は苦手), `around` before it where a name follows and after it where none does. `ill` refuses
 * every name in its clause that is not wished for; `except…` refuses, or spares where all else is
 * refused; `harmless` sounds like a refusal and is none. Longer ways stand before shorter ones.
 */
import { findNames, type Mention } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";
import words from "./refusing-words.json";

const languages: readonly Record<string, string>[] = Object.values(words);
const saying = (what: string) => languages.flatMap((one) => one[what] ?? []).join("|");
const harmlessWords = new RegExp(saying("harmless"), "g");
const sided = ["except", "refused", "wished"].flatMap((one) => [`${one}After`, `${one}Before`]);
const groups = ["ill", "around", ...sided].map((one) => `(?<${one}>${saying(one)})`);
/** One expression, so that 不要 is read before the 要 in it. */
const markers = new RegExp(groups.join("|"), "g");

const sentenceEnds = /[.!。\n]+/;
/** Lists do not reach across these. */
const contrasts =
  /(?<!anything |nothing )\bbut\b|\b(?:however|although|though)\b|但是?|可是|不過|けれども?|けど|だが/;
const clauseEnds = /[,、;:?]|\b(?:because|and (?=i\b|please))\b|ので|から/;
/** "Peach? Ugh, never again" is said of peach. */
const sighs = /^[\s\p{P}]*(?:ugh|yuck|oh|well|hm+|sorry|唉|呃|嗯|欸|うーん|えっと)?[\s\p{P}]*$/u;
/** What may stand between the names of a list. */
const joiners =
  /\b(?:and|or|nor|the|an?|of|any|either|notes?|scents?)\b|[和跟或與及也とやもはがの]|還有|以及|など|類|系|調|香味|香/g;

interface Marker {
  at: number;
  end: number;
  /** A key of the words; `spared…` is "except" where all else is refused. */
  marking: string;
}
type Clause = ReturnType<typeof readClause>;

export function readRefusals(text: string) {
  const plain = plainText(text).replaceAll(harmlessWords, (part) => "_".repeat(part.length));
  const sentences = plain.split(sentenceEnds).map(clausesOf);
  const refused = meaningsOf(
    sentences.flatMap((clauses) => clauses.flatMap((clause, at) => refusedIn(clauses, clause, at))),
  );
  const all = sentences.flat();
  const named = meaningsOf(all.flatMap((clause) => clause.named.map(({ mention }) => mention)));
  const refusing = all.flatMap((clause) => clause.markers.filter(isRefusing));
  const isGrave = named.length === 0 || refusing.some(({ marking }) => marking === "ill");
  return {
    refused,
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
    const clauses = part.split(clauseEnds).filter((clause) => !sighs.test(clause));
    return clauses.map((clause) => readClause(clause, at));
  });
}

function refusedIn(clauses: readonly Clause[], clause: Clause, at: number): Mention[] {
  const isFollowed = refusesBefore(clauses[at + 1]);
  // "No flowers, except roses"
  if (clause.isException && (isFollowed || clauses[at - 1]?.markers.some(isRefusing))) return [];
  const isOwn = clause.named.some(({ state }) => state === "refused");
  const wanted = !isOwn && (isFollowed || takesOver(clauses, clause, at)) ? "open" : "refused";
  return clause.named.filter(({ state }) => state === wanted).map(({ mention }) => mention);
}

function refusesBefore(clause: Clause | undefined): boolean {
  if (clause === undefined || clause.named.length > 0 || clause.hasObject) return false;
  return clause.markers.length > 0 && clause.markers.every(isRefusing);
}

function takesOver(clauses: readonly Clause[], { isList: isOpen, part }: Clause, at: number) {
  const isEnd = (clause: Clause) => !clause.isList && clause.part === part;
  const before = clauses.slice(0, at).findLast(isEnd);
  const after = clauses.slice(at + 1).find(isEnd);
  const isBefore = before?.named.at(-1)?.state === "refused" && endsWith(before, "refusedAfter");
  const isAfter = after?.named[0]?.state === "refused" && endsWith(after, "refusedBefore");
  return isOpen && (isBefore || (isAfter && !after.isException));
}

const isRefusing = ({ marking }: Marker) => !/^(?:wished|spared)/.test(marking);

function endsWith({ markers: found }: Clause, wanted: string): boolean {
  const last = found.at(-1)?.marking;
  return last === wanted || last === "ill";
}

function readClause(clause: string, part: number) {
  const found = [...clause.matchAll(markers)].map((match): Marker => {
    const read = Object.entries(match.groups ?? {});
    const marking = read.find(([, matched]) => matched !== undefined)?.[0] ?? "";
    return { at: match.index, end: match.index + match[0].length, marking };
  });
  const plain = blanked(clause, found);
  const mentions = findNames(foldedText(plain), (at, end) => !isInsideKatakana(plain, at, end));
  for (const marker of found)
    if (marker.marking === "around") {
      // "I like cedar and hate Mondays" says nothing of cedar; 玫瑰我討厭極了 does of roses.
      const isAlone = mentions.length === 0 || /[a-z]/.test(clause.charAt(marker.at));
      const isOfOther = isAlone && hasObject(plain.slice(marker.end));
      const isNamed = mentions.some(({ at }) => at >= marker.end);
      marker.marking = isNamed || isOfOther ? "refusedAfter" : "refusedBefore";
    }
  const exceptions = found.filter(({ marking }) => marking.startsWith("except"));
  const isSparing = found.some((marker) => isRefusing(marker) && !exceptions.includes(marker));
  for (const marker of exceptions)
    marker.marking = marker.marking.replace("except", isSparing ? "spared" : "refused");
  const unnamed = blanked(plain, mentions, "〇");
  const rest = unnamed.replaceAll(joiners, "").replaceAll(/[^\p{L}]/gu, "");
  return {
    /** Its place among what contrasts within the sentence. */
    part,
    /** Nothing but names and "except": the rule stands beside it, as in "fruit, mango excepted". */
    isException: exceptions.length === found.length && exceptions.length > 0 && rest === "",
    named: mentions.map((mention) => ({ mention, state: stateOf(mention, found, unnamed) })),
    markers: found,
    /** It refuses something that has no known name. */
    hasObject: found.some(
      ({ marking, end }) => marking === "refusedAfter" && hasObject(plain.slice(end)),
    ),
    /** Nothing but names and what joins them. */
    isList: mentions.length > 0 && found.length === 0 && /^(?!で)[^\p{Script=Han}]?$/u.test(rest),
  };
}

/** They stand for what was named before, or for nothing. */
const fillers =
  /\b(?:it|them|th[ai][ts]|these|those|any|more|either|both|of|at|all|please|again|ever|even|its|completely|in|there|to|smell|wear|have|the|a|so|out|away|thanks?|thank you|way)\b|[了的喔啊嗎吧呢它請加放有用聞再都也我]|給我|謝謝|任何|[這那]個?/g;

const hasObject = (text: string) => /[\p{L}_]/u.test(text.replaceAll(fillers, ""));

/** In `clause` each name is 〇. */
function stateOf({ at, end }: Mention, found: readonly Marker[], clause: string) {
  const before = found.findLast((marker) => marker.end <= at && marker.marking.endsWith("After"));
  const after = found.find((marker) => marker.at >= end && marker.marking.endsWith("Before"));
  const isNearest = after !== undefined && !clause.slice(end, after.at).includes("〇");
  if (before?.marking === "sparedAfter" || (after?.marking === "sparedBefore" && isNearest))
    return "wished";
  if (after?.marking === "refusedBefore" && (before?.marking !== "wishedAfter" || isNearest))
    return "refused";
  // Of "wood without a smell of smoke" Chinese says the wood last.
  const isHead = before !== undefined && /〇.*的/.test(clause.slice(before.end, at));
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
