/** The bottle as the upstream's pictures of the chosen options show it, one over the other. */
import { concentrationOf, type ConcentrationItems } from "#contract/concentration";
import type { Options } from "#contract/pricing";
import type { BottleLook } from "../scent/BottlePreview.tsx";

export interface PictureKnowledge {
  labelCategoryId: string;
  /** Null while no category is known to be the bottles': then any picture may show one. */
  capacityCategoryId: string | null;
  concentrationItems: ConcentrationItems;
}

const fills = { LIGHT: 0.34, MODERATE: 0.6, RICH: 0.9 } as const;

export function lookOf(
  { categories }: Options,
  { labelCategoryId, capacityCategoryId, concentrationItems }: PictureKnowledge,
  itemIds: readonly string[],
): BottleLook {
  const strength = concentrationOf(concentrationItems, itemIds);
  const pictured = categories
    .flatMap((category) => category.items.map((item) => ({ ...item, categoryId: category.id })))
    .filter(({ id, image }) => itemIds.includes(id) && Boolean(image))
    .toSorted((a, b) => a.category_display_order - b.category_display_order);
  return {
    hasOwnFlask: !pictured.some(
      ({ categoryId }) => capacityCategoryId === null || categoryId === capacityCategoryId,
    ),
    strength: strength === null ? 0.5 : fills[strength],
    layers: pictured.map((item) => ({
      image: item.image ?? "",
      scale: item.scale ?? 1,
      x: item.focal_point_x ?? 0.5,
      y: item.focal_point_y ?? 0.5,
      takesWords: item.categoryId === labelCategoryId,
    })),
  };
}
