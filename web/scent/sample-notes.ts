import type { Note, NoteFamily } from "#contract/product";

/** A note for pictures that show no product: only its family is painted. */
export function noteOf(
  family: NoteFamily | null,
  share: number,
  volatility: number | null = null,
  id = String(family),
): Note {
  return { share, raw_material: { id, name: id, family, volatility } };
}
