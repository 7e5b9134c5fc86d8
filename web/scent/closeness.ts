/** How alike scents are by what they are made of, and in which families they stand. */
import { partsBy } from "#contract/families";
import type { Layers, Note } from "#contract/product";

/** Two scents of one family smell alike with other notes, but less than with the same ones. */
const partOfNotes = 0.6;

/** 0 for nothing in common, 1 for the same shares of the same notes; alike from either side. */
export function closeness(one: Layers, other: Layers): number {
  const overlap = (keyOf: (note: Note) => string | null) => {
    const others = partsBy(keyOf, other);
    return [...partsBy(keyOf, one)].reduce(
      (common, [key, part]) => common + Math.min(part, others.get(key) ?? 0),
      0,
    );
  };
  const notes = overlap(({ raw_material }) => raw_material.id);
  const families = overlap(({ raw_material }) => raw_material.family);
  return partOfNotes * notes + (1 - partOfNotes) * families;
}

type Known = Layers & { id: string };

export const byCloseness = <One extends Known>(to: Known, among: readonly One[]): One[] =>
  among
    .filter(({ id }) => id !== to.id)
    .map((one) => ({ one, near: closeness(to, one) }))
    .sort((a, b) => b.near - a.near)
    .map(({ one }) => one);
