/** Extracts wishes and dislikes from a text by looking up words. */
import type { Concept } from "./concepts.ts";
import { judge } from "./scope.ts";
import { tokenise } from "./tokenise.ts";

export interface Reading {
  /** In the order of the text, with the number of mentions. */
  wishes: ReadonlyMap<Concept, number>;
  /** Wishes that were asked for outright, not only mentioned. */
  asked: ReadonlySet<Concept>;
  dislikes: ReadonlySet<Concept>;
  /** Dislikes of an excess only: "not too sweet". */
  excesses: ReadonlySet<Concept>;
}

export function read(text: string): Reading {
  const wishes = new Map<Concept, number>();
  const [asked, refused, lessened] = [new Set<Concept>(), new Set<Concept>(), new Set<Concept>()];
  for (const { token, verdict, isAsked } of judge(tokenise(text)))
    for (const concept of token.concepts) {
      const isRefused =
        concept.kind === "allergen" || (verdict !== "wish" && concept.isNeed !== true);
      if (isRefused) (verdict === "excess" ? lessened : refused).add(concept);
      else wishes.set(concept, (wishes.get(concept) ?? 0) + 1);
      if (!isRefused && isAsked) asked.add(concept);
    }
  for (const concept of refused) wishes.delete(concept);
  const excesses = new Set([...lessened].filter((concept) => !refused.has(concept)));
  return { wishes, asked, dislikes: new Set([...refused, ...excesses]), excesses };
}
