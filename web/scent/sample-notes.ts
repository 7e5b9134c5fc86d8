import type { Note, NoteFamily } from "#contract/product";

/** A note for a picture that is no product's: the family paints it, the name is not shown. */
export function noteOf(family: NoteFamily, share: number, volatility: number): Note {
  return { share, raw_material: { id: family, name: family, family, volatility } };
}
