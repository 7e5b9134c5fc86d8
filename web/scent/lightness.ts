import { usualShareOf } from "#contract/families";
import { everyNoteOf, type Layers } from "#contract/product";

/** Those that leave the skin sooner hide less of what is smelled after them. */
export const lightestFirst = <One extends Layers>(scents: readonly One[]): One[] =>
  scents.toSorted((one, other) => lightness(other) - lightness(one));

/** The mean volatility of its notes; one that nobody knows counts as middling. */
function lightness(notes: Layers): number {
  const usual = usualShareOf(notes);
  let [sum, whole] = [0, 0];
  for (const { share, raw_material } of everyNoteOf(notes)) {
    sum += (share ?? usual) * (raw_material.volatility ?? 0.5);
    whole += share ?? usual;
  }
  return whole === 0 ? 0.5 : sum / whole;
}
