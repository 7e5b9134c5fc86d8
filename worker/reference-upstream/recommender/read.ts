/** Reads a shopper's words: what is wished for, what is refused. The text is only ever looked up, never interpreted further. */
import type { Concept } from "./concepts.ts";
import { refusedTokens } from "./polarity.ts";
import { scan, type Token } from "./tokens.ts";

export interface Reading {
  /** In the order of the text, with how often each was said. */
  likes: Map<Concept, number>;
  dislikes: Set<Concept>;
  steps: number;
}

export function read(text: string): Reading {
  const { tokens, steps } = scan(text);
  const refused = refusedTokens(tokens);
  const likes = new Map<Concept, number>();
  const dislikes = new Set<Concept>();
  tokens.forEach((token, at) => {
    if (isSpentAsCue(token, tokens[at - 1], refused[at - 1] ?? false)) return;
    for (const concept of token.concepts) {
      const isDislike = concept.kind === "allergen" || ((refused[at] ?? false) && concept.isNeed !== true);
      if (isDislike) dislikes.add(concept);
      else likes.set(concept, (likes.get(concept) ?? 0) + 1);
    }
  });
  return { likes, dislikes, steps };
}

/** 控えめ alone asks for a faint scent; right behind a word (甘さ控えめ) it only refuses that word. */
function isSpentAsCue(token: Token, before: Token | undefined, isBeforeRefused: boolean): boolean {
  return token.cue === "afterClose" && before !== undefined && before.concepts.length > 0 && isBeforeRefused;
}
