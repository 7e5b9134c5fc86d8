import type { Note, NoteFamily } from "#contract/product";

/** A note for pictures that show no product: only its family is painted. */
export function noteOf(family: NoteFamily, share: number, volatility: number): Note {
  return { share, raw_material: { id: family, name: family, family, volatility } };
}
