/** The bottle as the upstream's pictures of the chosen options show it, one over the other. */
import { concentrationOf } from "#contract/bottles";
import type { ShopConfig } from "#contract/config";
import type { Options } from "#contract/pricing";
import { scaleOf, usualBottle, vesselOf } from "../scent/vessel.ts";

type Known = Pick<ShopConfig, "label_category_id" | "concentration_items" | "bottle_items">;

const fills = { LIGHT: 0.34, MODERATE: 0.6, RICH: 0.9 } as const;

/**
 * Each choice adds its layer. A small picture leaves out the concentration's, which would be a speck
 * beside the bottle.
 */
export function lookOf(
  { categories }: Options,
  { label_category_id, concentration_items, bottle_items }: Known,
  itemIds: readonly string[],
  isSmall = false,
  otherwise: keyof typeof fills = "LIGHT",
) {
  const strength = concentrationOf(concentration_items, itemIds);
  const chosen = categories
    .flatMap((category) => category.items.map((item) => ({ ...item, categoryId: category.id })))
    .filter(({ id }) => itemIds.includes(id));
  const bottle = chosen.find(({ id }) => bottle_items[id] !== undefined);
  const ofBottles = categories.find(({ items }) => items.some(({ id }) => bottle_items[id]))?.id;
  const pictured = chosen
    .filter(({ id, image }) => Boolean(image) && !(isSmall && concentration_items[id]))
    .toSorted((a, b) => a.category_display_order - b.category_display_order);
  // While no category is known to be the bottles', any picture may show one.
  const hasOwnFlask = !pictured.some(
    ({ categoryId }) => ofBottles === undefined || categoryId === ofBottles,
  );
  return {
    /** Where no picture shows a bottle, it is drawn. */
    hasOwnFlask,
    vessel: vesselOf(bottle_items[bottle?.id ?? ""] ?? usualBottle),
    /** Units for a millimetre. */
    scale: scaleOf([usualBottle, ...Object.values(bottle_items)]),
    /** All that are drawn, while nothing is chosen. */
    sizes: itemIds.length > 0 ? [] : drawnSizes(categories, bottle_items),
    /** 0–1: how deep the drawn colour is; light until it is chosen. */
    strength: fills[strength ?? otherwise],
    isLabelChosen: chosen.some(({ categoryId }) => categoryId === label_category_id),
    isSmall,
    /**
     * From the back to the front, scaled about the focal point, where the shopper's words are
     * centred. All but the address are shares of the picture.
     */
    layers: pictured.map((item) => ({
      image: item.image ?? "",
      scale: item.scale ?? 1,
      x: item.focal_point_x ?? 0.5,
      y: item.focal_point_y ?? 0.5,
      takesWords: item.categoryId === label_category_id,
    })),
  };
}

const drawnSizes = (categories: Options["categories"], bottles: Known["bottle_items"]) =>
  categories
    .flatMap(({ items }) => items)
    .flatMap(({ id, image }) => (image ? [] : (bottles[id] ?? [])));
