/** Reads a shopper's words: what is wished for, what is refused. The text is only ever looked up, never interpreted further. */
import type { Concept } from "./concepts.ts";
import { verdictsOn } from "./polarity.ts";
import type { Verdict } from "./reach.ts";
import { scan, type Token } from "./tokens.ts";

export interface Reading {
  /** In the order of the text, with how often each was said. */
  likes: Map<Concept, number>;
  dislikes: Set<Concept>;
  /** Those of the dislikes that only an excess of is refused: "not too sweet". */
  lessened: Set<Concept>;
  /** Those of the likes that were asked for outright, not only named. */
  asked: Set<Concept>;
  steps: number;
}

export function read(text: string): Reading {
  const { tokens, steps } = scan(text);
  const verdicts = verdictsOn(tokens);
  const likes = new Map<Concept, number>();
  const dislikes = new Set<Concept>();
  const refused = new Set<Concept>();
  const asked = new Set<Concept>();
  tokens.forEach((token, at) => {
    const verdict = verdicts[at] ?? "wish";
    if (verdict === "aside" || isSpentAsCue(token, tokens[at - 1], verdicts[at - 1])) return;
    for (const concept of token.concepts) {
      const isDislike = concept.kind === "allergen" || (verdict !== "wish" && concept.isNeed !== true);
      if (isDislike) dislikes.add(concept);
      if (isDislike && verdict !== "less") refused.add(concept);
      if (!isDislike && isAsked(tokens, at)) asked.add(concept);
      if (!isDislike) likes.set(concept, (likes.get(concept) ?? 0) + 1);
    }
  });
  return { likes, dislikes, lessened: new Set([...dislikes].filter((concept) => !refused.has(concept))), asked, steps };
}

/** 控えめ alone asks for a faint scent; right behind a word (甘さ控えめ) it only refuses that word. */
function isSpentAsCue(token: Token, before: Token | undefined, verdictBefore: Verdict | undefined): boolean {
  const isAfterWord = before !== undefined && before.concepts.length > 0 && verdictBefore !== "wish";
  return token.cue === "afterClose" && isAfterWord;
}

/** Whether the clause says so: "but I love …", 可以有, …がいい; or a new turn begins with it: "…; fig instead". */
function isAsked(tokens: readonly Token[], at: number): boolean {
  for (const step of [-1, 1])
    for (let other = at + step; other >= 0 && other < tokens.length && Math.abs(other - at) < 12; other += step) {
      const cue = tokens[other]?.cue;
      if (cue === "like" || cue === "towards" || cue === "replace" || cue === "except") return true;
      if (cue === "contrast" && tokens[other]?.word !== "。") return step === -1;
      if (cue === "stop" || cue === "contrast" || cue === "comma") break;
    }
  return false;
}
