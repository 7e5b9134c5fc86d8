/** Without a parser: what paints from notes needs none. */
import type { Layers, Note } from "./product.ts";

export const noteFamilies = [
  "citrus",
  "fruity",
  "green",
  "aquatic",
  "herbal",
  "floral",
  "spicy",
  "tea",
  "woody",
  "resinous",
  "gourmand",
  "musky",
] as const;
export type NoteFamily = (typeof noteFamilies)[number];

export const tiers = ["top", "middle", "back"] as const;
export type Tier = (typeof tiers)[number];

export const everyNoteOf = ({ top, middle, back }: Layers): Note[] => [...top, ...middle, ...back];

/** An unknown share counts as the average of the known ones. */
export function usualShareOf(notes: Layers): number {
  const shares = everyNoteOf(notes).flatMap(({ share }) => share ?? []);
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export function partsBy<Key extends string>(keyOf: (note: Note) => Key | null, notes: Layers) {
  const usual = usualShareOf(notes);
  const every = everyNoteOf(notes).map((note) => [keyOf(note), note.share ?? usual] as const);
  const whole = every.reduce((sum, [, share]) => sum + share, 0) || 1;
  const parts = new Map<Key, number>();
  for (const [key, share] of every)
    if (key !== null) parts.set(key, (parts.get(key) ?? 0) + share / whole);
  return parts;
}

/** Strongest first. */
export function familiesOf(notes: Layers): NoteFamily[] {
  const parts = partsBy(({ raw_material }) => raw_material.family, notes);
  return [...parts].sort(([, one], [, other]) => other - one).map(([family]) => family);
}
