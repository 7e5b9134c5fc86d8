/** How alike scents are by what they are made of, and in which families they stand. */
import { usualShareOf } from "#contract/families";
import { everyNoteOf, type Layers, type Note } from "#contract/product";

/** Parts of the whole, by what the notes have in common. */
function partsBy(keyOf: (note: Note) => string | null, notes: Layers): Map<string, number> {
  const usual = usualShareOf(notes);
  const every = everyNoteOf(notes).map((note) => [keyOf(note), note.share ?? usual] as const);
  const whole = every.reduce((sum, [, share]) => sum + share, 0) || 1;
  const parts = new Map<string, number>();
  for (const [key, share] of every)
    if (key !== null) parts.set(key, (parts.get(key) ?? 0) + share / whole);
  return parts;
}

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

/** The others, closest first. */
export const byCloseness = <One extends Known>(to: Known, among: readonly One[]): One[] =>
  among
    .filter(({ id }) => id !== to.id)
    .map((one) => ({ one, near: closeness(to, one) }))
    .sort((a, b) => b.near - a.near)
    .map(({ one }) => one);
