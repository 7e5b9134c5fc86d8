/**
 * Guesses what a text refuses, for the shopper to confirm: a known name that stands beside a word of refusal in the same clause.
 * A bare list takes over from its neighbour ("no rose, jasmine or lily"), and so does a clause without a name ("citrus, it gives
 * me a rash").
 */
import { findNames, type Mention } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";
import { clauseEnds, harmlessWords, joiners, markers, sentenceEnds } from "./negation.ts";

type Marking = "refusedBefore" | "refusedAfter" | "wishedBefore" | "wishedAfter";
interface Marker {
  at: number;
  end: number;
  marking: Marking;
}
interface Clause {
  named: { mention: Mention; state: "refused" | "wished" | "open" }[];
  markers: readonly Marker[];
  /** Nothing but names and what joins them. */
  isList: boolean;
}

export function detectRefusals(text: string): string[] {
  const plain = plainText(text).replaceAll(harmlessWords, (words) => "_".repeat(words.length));
  const refused = plain.split(sentenceEnds).flatMap((sentence) => {
    const clauses = sentence.split(clauseEnds).map(readClause);
    return clauses.flatMap((_clause, at) => refusedIn(clauses, at));
  });
  return [...new Set(refused.flatMap(({ meanings }) => meanings))];
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
    following.markers.length > 0 &&
    following.markers.every(({ marking }) => marking.startsWith("refused"));
  if (isFollowed) return true;
  if (clause?.isList !== true) return false;
  const before = clauses.slice(0, at).findLast(({ isList }) => !isList);
  const after = clauses.slice(at + 1).find(({ isList }) => !isList);
  return (
    (before?.named.at(-1)?.state === "refused" && endsWith(before, "refusedAfter")) ||
    (after?.named[0]?.state === "refused" && endsWith(after, "refusedBefore"))
  );
}

const endsWith = ({ markers: found }: Clause, wanted: Marking) => found.at(-1)?.marking === wanted;

function readClause(clause: string): Clause {
  const found = [...clause.matchAll(markers)].map((match): Marker => {
    const [marking] =
      Object.entries(match.groups ?? {}).find(([, words]) => words !== undefined) ?? [];
    // The expression has these four groups and no other.
    return { at: match.index, end: match.index + match[0].length, marking: marking as Marking };
  });
  const plain = blanked(clause, found);
  const mentions = findNames(foldedText(plain), (at, end) => !isInsideKatakana(plain, at, end));
  const rest = blanked(plain, mentions)
    .replaceAll(joiners, "")
    .replaceAll(/[^\p{L}]/gu, "");
  return {
    named: mentions.map((mention) => ({ mention, state: stateOf(mention, found, mentions) })),
    markers: found,
    isList: mentions.length > 0 && found.length === 0 && rest.length <= 1,
  };
}

function stateOf(mention: Mention, found: readonly Marker[], mentions: readonly Mention[]) {
  const before = found.findLast(
    ({ end, marking }) => end <= mention.at && marking.endsWith("After"),
  );
  const after = found.find(({ at, marking }) => at >= mention.end && marking.endsWith("Before"));
  const isNearest = !mentions.some(
    ({ at }) => at > mention.at && after !== undefined && at < after.at,
  );
  if (after?.marking === "refusedBefore" && (before?.marking !== "wishedAfter" || isNearest))
    return "refused";
  if (before?.marking === "refusedAfter" && after?.marking !== "wishedBefore") return "refused";
  return before === undefined && after === undefined ? "open" : "wished";
}

function blanked(text: string, parts: readonly { at: number; end: number }[]): string {
  return parts.reduce(
    (left, { at, end }) => left.slice(0, at) + " ".repeat(end - at) + left.slice(end),
    text,
  );
}

/** No rose (バラ) in balance (バランス). */
function isInsideKatakana(plain: string, at: number, end: number): boolean {
  const isKatakana = (letter: string) => /[\u30a1-\u30faー]/.test(letter);
  const begins = isKatakana(plain.charAt(at)) && isKatakana(plain.charAt(at - 1));
  return begins || (isKatakana(plain.charAt(end - 1)) && isKatakana(plain.charAt(end)));
}
