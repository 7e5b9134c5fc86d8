/** An order's concentration by its chosen options, of which the configuration knows some. */
import type { concentrations } from "./cart.ts";

export type Concentration = (typeof concentrations)[number];
/** By the option's id. */
export type ConcentrationItems = Readonly<Record<string, Concentration>>;

export function concentrationOf(
  items: ConcentrationItems,
  chosenItemIds: readonly string[],
): Concentration | null {
  const known = chosenItemIds.find((id) => Object.hasOwn(items, id));
  return known === undefined ? null : (items[known] ?? null);
}
