/** What finished perfume is filled into: options of the upstream, so they are configured. */
import * as z from "zod/mini";
import type { concentrations } from "./cart.ts";

const closures = ["spray", "roller"] as const;

export const bottle = z.object({ millilitres: z.int(), closure: z.enum(closures) });
export type Bottle = z.infer<typeof bottle>;
export const bottleItems = z.record(z.string(), bottle);

type Concentration = (typeof concentrations)[number];
export type ConcentrationItems = Readonly<Record<string, Concentration>>;

export function concentrationOf(items: ConcentrationItems, chosenItemIds: readonly string[]) {
  const known = chosenItemIds.find((id) => Object.hasOwn(items, id));
  return known === undefined ? null : (items[known] ?? null);
}
