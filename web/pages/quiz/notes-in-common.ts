import type { Note, ProductNotes } from "#contract/product";

const all = ({ top, middle, back }: ProductNotes): Note[] => [...top, ...middle, ...back];

/** The raw materials that two scents share, whatever tier they stand in, in the order of the first. */
export function notesInCommon(left: ProductNotes, right: ProductNotes): Note["raw_material"][] {
  const others = new Set(all(right).map((note) => note.raw_material.id));
  const shared = all(left)
    .map((note) => note.raw_material)
    .filter(({ id }) => others.has(id));
  return [...new Map(shared.map((material) => [material.id, material])).values()];
}
