import { everyNoteOf, usualShareOf, type Tier } from "#contract/families";
import type { Layers, Note } from "#contract/product";

export type PaintedNote = ReturnType<typeof paintedNotes>[Tier][number];

const usualVolatility: Record<Tier, number> = { top: 0.85, middle: 0.5, back: 0.15 };

export function paintedNotes(notes: Layers) {
  const usualShare = usualShareOf(notes);
  const paint = (tier: Tier) =>
    notes[tier].map((note, position) => ({
      /** Seeds the brush stroke, within its product and tier. */
      seed: seedOfNote(note, position),
      position,
      material: note.raw_material.id,
      /** Null for a family that the shop does not know. */
      family: note.raw_material.family,
      share: note.share ?? usualShare,
      volatility: note.raw_material.volatility ?? usualVolatility[tier],
    }));
  return { top: paint("top"), middle: paint("middle"), back: paint("back") };
}

/** The strongest of all, the lower ones first: what a portrait is about. */
export function subjectOf({ top, middle, back }: Layers): Note | undefined {
  const usual = usualShareOf({ top, middle, back });
  const shareOf = ({ share }: Note) => share ?? usual;
  return [...back, ...middle, ...top].toSorted((one, other) => shareOf(other) - shareOf(one))[0];
}

/** The strongest of each tier. */
export function inShort(notes: Layers): Layers {
  const strongest = (tier: Tier) =>
    notes[tier].toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0)).slice(0, 1);
  return { top: strongest("top"), middle: strongest("middle"), back: strongest("back") };
}

/** Without an id of its own a material has its name for one, which differs between languages. */
function seedOfNote(
  { share, raw_material: { id, name, family, volatility } }: Note,
  position: number,
): string {
  const isWhole = share !== null && family !== null && volatility !== null;
  return id === name && !isWhole ? String(position) : id;
}

export function hasNotes(notes: Layers): boolean {
  return everyNoteOf(notes).length > 0;
}
