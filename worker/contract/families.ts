/** What a scent is mostly made of. */
import { everyNoteOf, noteFamilies, type Layers, type NoteFamily } from "./product.ts";

/** An unknown share counts as the average of the known ones. */
export function usualShareOf(notes: Layers): number {
  const shares = everyNoteOf(notes).flatMap(({ share }) => share ?? []);
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Strongest first. */
export function familiesOf(notes: Layers): NoteFamily[] {
  const usual = usualShareOf(notes);
  const shares = new Map<NoteFamily, number>();
  for (const { share, raw_material } of everyNoteOf(notes))
    if (raw_material.family !== null)
      shares.set(raw_material.family, (shares.get(raw_material.family) ?? 0) + (share ?? usual));
  return [...shares].sort(([, one], [, other]) => other - one).map(([family]) => family);
}

/** By their strongest family, in the order of a perfumer's wheel; last those of an unknown one. */
export function byFamily<One extends Layers>(scents: readonly One[]) {
  return [...noteFamilies, null]
    .map((family) => ({
      family,
      members: scents.filter((scent) => (familiesOf(scent)[0] ?? null) === family),
    }))
    .filter(({ members }) => members.length > 0);
}

/** One of each tier, as perfumers name a scent in short. */
export const leadingNotes = ({ top, middle, back }: Layers): string[] =>
  [top, middle, back].flatMap(([first]) => first?.raw_material.name ?? []);

/** Between them on a line, which never begins with it. */
export const noteSeparator = "\u00A0· ";
