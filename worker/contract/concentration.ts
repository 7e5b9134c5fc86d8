/**
 * Derives an order's concentration from its options. The upstream names them in three languages, so ids and names are both
 * matched.
 */
import { concentrations } from "./cart.ts";
import type { AddonCategory } from "./product.ts";

export type Concentration = (typeof concentrations)[number];

const categoryName = /^(concentration|濃度)$/;
const itemNames: Record<Concentration, RegExp> = {
  RICH: /rich|濃郁/i,
  MODERATE: /moderate|適中/i,
  LIGHT: /light|淡雅/i,
};

export function concentrationOf(
  categories: readonly AddonCategory[],
  chosenItemIds: readonly string[],
): Concentration | null {
  const category = categories.find(
    ({ id, name }) => categoryName.test(id) || categoryName.test(name),
  );
  const item = category?.items.find(({ id }) => chosenItemIds.includes(id));
  if (item === undefined) return null;
  return (
    concentrations.find(
      (name) => itemNames[name].test(item.id) || itemNames[name].test(item.name),
    ) ?? null
  );
}
