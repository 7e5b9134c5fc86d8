/** The bottle as the upstream's pictures of the chosen options show it, one over the other. */
import { concentrationOf, type ConcentrationItems } from "#contract/concentration";
import { millilitresIn } from "#contract/millilitres";
import type { Options } from "#contract/pricing";
import type { BottleLook } from "../scent/BottlePreview.tsx";
import type { Closure } from "../scent/Flask.tsx";

export interface PictureKnowledge {
  labelCategoryId: string;
  /** Null while no category is known to be the bottles': then any picture may show one. */
  capacityCategoryId: string | null;
  concentrationItems: ConcentrationItems;
}

const fills = { LIGHT: 0.34, MODERATE: 0.6, RICH: 0.9 } as const;
const closureOf = (name: string): Closure => (/roll|滾珠|ロール/i.test(name) ? "roller" : "spray");

/** A size whose name tells millilitres, and a strength, are drawn in the scent's own colours; a picture stands for the rest. */
export function lookOf(
  { categories }: Options,
  { labelCategoryId, capacityCategoryId, concentrationItems }: PictureKnowledge,
  itemIds: readonly string[],
): BottleLook {
  const strength = concentrationOf(concentrationItems, itemIds);
  const chosen = categories
    .flatMap((category) => category.items.map((item) => ({ ...item, categoryId: category.id })))
    .filter(({ id }) => itemIds.includes(id));
  const size = chosen.find(({ categoryId }) => categoryId === capacityCategoryId);
  const isDrawn = size !== undefined && millilitresIn(size.name) !== null;
  const pictured = chosen
    .filter((item) => Boolean(item.image) && !(isDrawn && item === size))
    .toSorted((a, b) => a.category_display_order - b.category_display_order);
  const hasOwnFlask = !pictured.some(
    ({ categoryId }) => capacityCategoryId === null || categoryId === capacityCategoryId,
  );
  return {
    hasOwnFlask,
    closure: closureOf(size?.name ?? ""),
    strength: strength === null ? 0.5 : fills[strength],
    layers: pictured
      .filter(({ id }) => !hasOwnFlask || concentrationItems[id] === undefined)
      .map((item) => ({
        image: item.image ?? "",
        scale: item.scale ?? 1,
        x: item.focal_point_x ?? 0.5,
        y: item.focal_point_y ?? 0.5,
        takesWords: item.categoryId === labelCategoryId,
      })),
  };
}
export function sizesOf({ categories }: Options, capacityCategoryId: string | null) {
  const items = categories.find(({ id }) => id === capacityCategoryId)?.items ?? [];
  return toOneScale(items.map((item) => ({ ...item, millilitres: millilitresIn(item.name) })));
}

/** All bottles of which the size is known, drawn to one scale. */
export function toOneScale<Bottle extends { name: string; millilitres: number | null }>(
  bottles: readonly Bottle[],
) {
  const known = bottles.flatMap((bottle) => {
    const { name, millilitres } = bottle;
    return millilitres === null ? [] : [{ ...bottle, millilitres, closure: closureOf(name) }];
  });
  const most = Math.max(...known.map(({ millilitres }) => millilitres));
  return known.map((size) => ({ ...size, scale: Math.cbrt(size.millilitres / most) }));
}
