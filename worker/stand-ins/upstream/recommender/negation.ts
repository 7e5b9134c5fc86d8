/**
 * What a text wishes for and what it refuses. Clauses part at marks, contrasts ("but", 但,
 * でも) and reasons; a cue refuses within its clause, everything else named is a wish.
 *
 * - `refuse` and `not` refuse what follows, `refuseBack` what came before, either the other side
 *   when its own is empty; `except` likewise, unless it spares something from another refusal
 * - `refuseNext`, `refuseLast` and `notLast` refuse only the list right beside them
 * - `not` and `notLast` negate a neighbouring cue ("don't hate", 好きではない)
 * - `wish` ends a refusal, `turn` one that has named something
 */
import type { Concept } from "./lexicon.ts";
import { tokenise, type Token } from "./tokenise.ts";

export interface Reading {
  wishes: ReadonlySet<Concept>;
  /** Wishes that were asked for outright, not only mentioned. */
  asked: ReadonlySet<Concept>;
  dislikes: ReadonlySet<Concept>;
}

type Cue = Token["cue"];
/** What a bottle can contain, unlike an occasion, a mood or a place. */
const smellKinds = new Set<string>(["note", "family", "taste", "thing", "strength", "allergen"]);
/** For "don't really want", 沒有很喜歡. */
const mostWordsToNegated = 3;
const mostWordsToNext = 1;

export function read(text: string): Reading {
  const wishes = new Set<Concept>();
  const asked = new Set<Concept>();
  const dislikes = new Set<Concept>();
  const clauses = clausesOf(withNegatedCues(withLists(tokenise(text))));
  for (const [place, clause] of clauses.entries()) {
    const refused = new Set(clause.flatMap((_, at) => refusedBy(clause, at)));
    for (const token of meantBefore(clauses[place + 1], clause)) refused.add(token);
    const isAsked = has(clause, "wish", "except");
    for (const token of clause)
      for (const concept of token.concepts) {
        const isRefused =
          concept.kind === "allergen" || (refused.has(token) && concept.isNeed !== true);
        (isRefused ? dislikes : wishes).add(concept);
        if (!isRefused && isAsked) asked.add(concept);
      }
  }
  for (const concept of dislikes) wishes.delete(concept);
  return { wishes, asked, dislikes };
}

const has = (tokens: readonly Token[], ...cues: Cue[]) =>
  tokens.some(({ cue }) => cues.includes(cue));
const isNamed = (token: Token) => token.concepts.length > 0;
const isSmell = ({ concepts }: Token) => concepts.some(({ kind }) => smellKinds.has(kind));
const isNoun = (token: Token | undefined) =>
  token?.concepts.some(({ kind }) => kind === "note" || kind === "family") ?? false;

/** A comma between two bare names joins them; any other parts clauses. */
function withLists(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (token.cue !== "comma") return token;
    const next = tokens[at + 1];
    const joins = isNoun(tokens[at - 1]) && isNoun(next) && token.gap === 0 && next?.gap === 0;
    return { ...token, cue: joins ? "or" : "part" };
  });
}

function withNegatedCues(tokens: readonly Token[]): Token[] {
  const out = tokens.map((token) => ({ ...token }));
  out.forEach((token, at) => {
    if (token.cue === "notLast") negate(token, out[at - 1], token.gap, "refuseBack");
    if (token.cue === "not") negate(token, out[at + 1], out[at + 1]?.gap ?? 0, "refuse");
  });
  return out;
}

function negate(negation: Token, cue: Token | undefined, gap: number, refusal: Cue): void {
  if (cue === undefined || gap > mostWordsToNegated) return;
  if (cue.cue === "wish") [negation.cue, cue.cue] = [refusal, "ignore"];
  else if (cue.cue === "refuseNext") negation.cue = "ignore";
  else if (cue.cue === "refuse" || cue.cue === "refuseBack")
    [negation.cue, cue.cue] = ["ignore", "wish"];
}

function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  for (const token of tokens)
    if (token.cue === "part") clauses.push([]);
    else clauses.at(-1)?.push(token);
  return clauses.filter((clause) => clause.length > 0);
}

/** "Rose? Can't stand it": a refusal without a smell is of the clause before, unless it wishes. */
function meantBefore(next: Token[] = [], clause: Token[]): Token[] {
  const isRefusal = has(next, "refuse", "refuseBack") && !next.some(isSmell);
  return isRefusal && !has(clause, "wish") ? clause.filter(isSmell) : [];
}

function refusedBy(clause: readonly Token[], at: number): Token[] {
  const before = clause.slice(0, at).toReversed();
  const behind = clause.slice(at + 1);
  switch (clause[at]?.cue) {
    case "not":
    case "refuse":
      return firstNamed(along(behind), along(before));
    case "refuseBack":
      return firstNamed(along(before), along(behind));
    case "except":
      return has(before, "refuse", "refuseNext", "not") ? [] : along(behind);
    case "refuseNext":
      return listBeside(clause, at, 1, ["or"]);
    case "refuseLast":
      return listBeside(clause, at, -1, ["or", "and"]);
    case "notLast":
      return listBeside(clause, at, -1, ["or"]);
    default:
      return [];
  }
}

const firstNamed = (own: Token[], other: Token[]) => (own.length > 0 ? own : other);

/** Up to the next cue. */
function along(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (const token of tokens) {
    const isPassed =
      token.cue === null || token.cue === "ignore" || token.cue === "or" || token.cue === "and";
    if (!isPassed && !(token.cue === "turn" && found.length === 0)) break;
    if (isNamed(token)) found.push(token);
  }
  const smells = found.filter(isSmell);
  // "No musk for the office" does not refuse the office, unless nothing else is named.
  return smells.length > 0 ? smells : found;
}

/** "Musk-free", 不甜, バラとムスク抜き. */
function listBeside(clause: readonly Token[], cue: number, step: 1 | -1, joiners: Cue[]): Token[] {
  const found: Token[] = [];
  let isOpen = true;
  for (let at = cue + step; at >= 0 && at < clause.length; at += step) {
    const token = clause[at];
    // The words between a token and the one before it.
    const gap = clause[step === 1 ? at : at + 1]?.gap ?? 0;
    if (token === undefined || gap > mostWordsToNext) break;
    if (isNamed(token) && isOpen) {
      found.push(token);
      isOpen = false;
    } else if (found.length > 0 && joiners.includes(token.cue)) isOpen = true;
    else if (token.cue !== "ignore" || found.length > 0) break;
  }
  return found;
}
