/**
 * Negation. A text is split into clauses at punctuation, contrasts ("but", 但, でも) and reasons. In each clause the cues of
 * `lexicon/cues.ts` refuse what is in their scope; everything else named is a wish.
 */
import type { CueKind } from "./lexicon/cues.ts";
import type { Token } from "./tokenise.ts";

/** `excess`: refused only when there is too much of it. */
type Verdict = "wish" | "refused" | "excess";

interface Clause {
  from: number;
  /** Exclusive. */
  to: number;
  hasWish: boolean;
  hasExcept: boolean;
  /** Indices of tokens that a bottle can contain. */
  smells: readonly number[];
}

const boundaries = new Set<Token["cue"]>(["stop", "comma", "contrast", "because"]);
/** Skipped when looking for a scope's end. */
const transparent = new Set<Token["cue"]>(["ignore", "or", "and", null]);
const endsListItem = new Set<Token["cue"]>(["comma", "or", "and", "stop"]);
const listJoiners: Record<"any" | "or", ReadonlySet<Token["cue"]>> = {
  any: new Set(["or", "and"]),
  or: new Set(["or"]),
};
/** For "don't really want", 沒有很喜歡. */
const mostWordsToNegated = 3;
const mostWordsToNext = 0.5;
const mostWordsToLast = 1;

const isNamed = (token: Token | undefined) => token !== undefined && token.concepts.length > 0;
const isNounAt = (tokens: readonly Token[], at: number) =>
  tokens[at]?.concepts.some(({ kind }) => kind === "note" || kind === "family") ?? false;
/** What a bottle can contain, unlike an occasion, a mood or a place. */
const smellKinds = new Set<string>(["note", "family", "taste", "thing", "strength", "allergen"]);
const isSmell = (token: Token | undefined) =>
  token?.concepts.some(({ kind }) => smellKinds.has(kind)) ?? false;

export interface Judged {
  token: Token;
  verdict: Verdict;
  /** The clause asks for it or begins with a contrast; it is not only mentioned. */
  isAsked: boolean;
}

export function judge(text: readonly Token[]): Judged[] {
  const tokens = withNegatedCues(withListCommas(text));
  const clauses = clausesOf(tokens);
  const verdicts = tokens.map((): Verdict => "wish");
  clauses.forEach((clause, at) => {
    for (let cue = clause.from; cue < clause.to; cue += 1)
      for (const refused of refusedBy(tokens, cue, clause))
        verdicts[refused] = verdictOf(tokens[cue]?.cue);
    for (const refused of meantBefore(tokens, clause, clauses[at - 1]))
      verdicts[refused] = "refused";
  });
  return clauses.flatMap(({ from, to, hasWish, hasExcept }) => {
    const isAsked = hasWish || hasExcept || tokens[from - 1]?.cue === "contrast";
    return tokens
      .slice(from, to)
      .flatMap((token, at) =>
        isNamed(token) ? [{ token, verdict: verdicts[from + at] ?? "wish", isAsked }] : [],
      );
  });
}

const verdictOf = (cue: Token["cue"] | undefined): Verdict =>
  cue === "excess" || cue === "excessLast" ? "excess" : "refused";

/** Joins "rose, musk or vanilla" and バラ、ムスク; other commas separate clauses. */
function withListCommas(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (token.cue !== "comma" && token.cue !== "listComma") return token;
    const isBetweenNouns = isNounAt(tokens, at - 1) && isNounAt(tokens, at + 1) && token.gap === 0;
    const joins = isBetweenNouns && (token.cue === "listComma" || isListAfter(tokens, at));
    return { ...token, cue: joins ? "or" : "comma" };
  });
}

/** A bare name follows, and then the list continues or the sentence ends. */
function isListAfter(tokens: readonly Token[], comma: number): boolean {
  const [noun, next] = tokens.slice(comma + 1, comma + 3);
  return noun?.gap === 0 && next?.gap === 0 && endsListItem.has(next.cue);
}

/** "Don't want" refuses, "don't hate" does not; 好きではない and 嫌いではない likewise, in the other order. */
function withNegatedCues(tokens: readonly Token[]): Token[] {
  const out = tokens.map((token) => ({ ...token }));
  out.forEach((token, at) => {
    if (token.cue === "notLast") negate(token, out[at - 1], token.gap, "refuseBack");
    if (token.cue === "not") negate(token, out[at + 1], out[at + 1]?.gap ?? 0, "refuse");
  });
  return out;
}

function negate(negation: Token, cue: Token | undefined, gap: number, refusal: CueKind): void {
  if (cue === undefined || gap > mostWordsToNegated) return;
  if (cue.cue === "wish") [negation.cue, cue.cue] = [refusal, "ignore"];
  else if (cue.cue === "excess") negation.cue = "ignore";
  else if (cue.cue === "refuse" || cue.cue === "refuseBack")
    [negation.cue, cue.cue] = ["ignore", "wish"];
}

function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  tokens.forEach((token, to) => {
    if (!boundaries.has(token.cue)) return;
    const own = range(from, to);
    const has = (cue: CueKind) => own.some((at) => tokens[at]?.cue === cue);
    if (to > from)
      clauses.push({
        from,
        to,
        hasWish: has("wish"),
        hasExcept: has("except"),
        smells: own.filter((at) => isSmell(tokens[at])),
      });
    from = to + 1;
  });
  return clauses;
}

function refusedBy(tokens: readonly Token[], at: number, clause: Clause): number[] {
  switch (tokens[at]?.cue) {
    case "not":
      return firstNamed(
        along(tokens, at, 1, clause),
        endsClause(tokens, at) ? along(tokens, at, -1, clause) : [],
      );
    case "refuse":
      return firstNamed(along(tokens, at, 1, clause), along(tokens, at, -1, clause));
    case "refuseBack":
      return firstNamed(along(tokens, at, -1, clause), along(tokens, at, 1, clause));
    case "refuseNext":
      return listBeside(tokens, at, 1, mostWordsToNext, "any");
    case "refuseLast":
      return listBeside(tokens, at, -1, mostWordsToLast, "any");
    case "notLast":
      return listBeside(tokens, at, -1, mostWordsToNext, "or");
    case "excess":
      return listBeside(tokens, at, 1, mostWordsToLast, "or");
    case "excessLast":
      return listBeside(tokens, at, -1, mostWordsToLast, "or");
    case "except":
      return hasRefusalBefore(tokens, at, clause) ? [] : along(tokens, at, 1, clause);
    default:
      return [];
  }
}

const firstNamed = (own: number[], other: number[]) => (own.length > 0 ? own : other);

/** "Vanilla isn't, caramel isn't either." */
const endsClause = (tokens: readonly Token[], at: number) =>
  boundaries.has(tokens[at + 1]?.cue ?? null) && (tokens[at + 1]?.gap ?? 0) <= 1;

/** "Rose? Can't stand it": a refusal without a smell applies to those of the clause before, unless they were asked for. */
function meantBefore(
  tokens: readonly Token[],
  { from, to, smells }: Clause,
  previous: Clause | undefined,
): readonly number[] {
  if (smells.length > 0 || previous === undefined || previous.hasWish) return [];
  const isRefusal = range(from, to).some(
    (at) => tokens[at]?.cue === "refuse" || tokens[at]?.cue === "refuseBack",
  );
  return isRefusal ? previous.smells : [];
}

/** The tokens before or behind a cue, up to the next cue. */
function along(tokens: readonly Token[], from: number, step: 1 | -1, clause: Clause): number[] {
  const found: number[] = [];
  for (let at = from + step; at >= clause.from && at < clause.to; at += step) {
    const token = tokens[at];
    const isPassed =
      token?.cue === "turn"
        ? step === -1 || found.length === 0
        : transparent.has(token?.cue ?? null);
    if (!isPassed) break;
    if (isNamed(token)) found.push(at);
  }
  const smells = found.filter((at) => isSmell(tokens[at]));
  // "No musk for the office" does not refuse the office, unless nothing else is named. A need is never refused.
  return smells.length > 0
    ? smells
    : found.filter((at) => tokens[at]?.concepts.every(({ isNeed }) => isNeed !== true));
}

/** "Musk-free", 不甜, バラとムスク抜き: the token beside the cue and the list that it belongs to. */
function listBeside(
  tokens: readonly Token[],
  from: number,
  step: 1 | -1,
  reach: number,
  joiner: "any" | "or",
): number[] {
  const found: number[] = [];
  let isOpen = true;
  for (let at = from + step; at >= 0 && at < tokens.length; at += step) {
    const token = tokens[at];
    if (token === undefined || (step === 1 ? token.gap : (tokens[at + 1]?.gap ?? 0)) > reach) break;
    if (isNamed(token) && isOpen) {
      found.push(at);
      isOpen = false;
    } else if (found.length > 0 && listJoiners[joiner].has(token.cue)) isOpen = true;
    else if (token.cue !== "ignore" || found.length > 0) break;
  }
  return found;
}

/** "No citrus except yuzu." */
const hasRefusalBefore = (tokens: readonly Token[], at: number, { from }: Clause) =>
  tokens
    .slice(from, at)
    .some(({ cue }) => cue === "refuse" || cue === "refuseNext" || cue === "not");

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
