/** Reads a shopper's words: what is wished for, what is refused. The text is only ever looked up, never interpreted further. */
import type { Concept } from "./concepts.ts";
import { judge } from "./scope.ts";
import { tokenise } from "./tokenise.ts";

export interface Reading {
  /** In the order of the text, with how often each was said. */
  wishes: ReadonlyMap<Concept, number>;
  /** Those of the wishes that were asked for outright, not only named. */
  asked: ReadonlySet<Concept>;
  dislikes: ReadonlySet<Concept>;
  /** Those of the dislikes that only an excess of is refused: "not too sweet". */
  excesses: ReadonlySet<Concept>;
}

export function read(text: string): Reading {
  const wishes = new Map<Concept, number>();
  const [asked, refused, lessened] = [new Set<Concept>(), new Set<Concept>(), new Set<Concept>()];
  for (const { token, verdict, isAsked } of judge(tokenise(text)))
    for (const concept of token.concepts) {
      const isRefused = concept.kind === "allergen" || (verdict !== "wish" && concept.isNeed !== true);
      if (isRefused) (verdict === "excess" ? lessened : refused).add(concept);
      else wishes.set(concept, (wishes.get(concept) ?? 0) + 1);
      if (!isRefused && isAsked) asked.add(concept);
    }
  for (const concept of refused) wishes.delete(concept);
  const excesses = new Set([...lessened].filter((concept) => !refused.has(concept)));
  return { wishes, asked, dislikes: new Set([...refused, ...excesses]), excesses };
}
