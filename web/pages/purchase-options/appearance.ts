/** Derives the bottle's look from ids and names, because the upstream has pictures of labels only. */
import { concentrationOf } from "#contract/concentration";
import type { Options } from "#contract/pricing";
import type { AddonCategory } from "#contract/product";
import type { BottleLook, Glass, Wrapping } from "../../scent/BottlePreview.tsx";

const layerNames = {
  capacity: /^(capacity|容量)$/,
  packaging: /^(packaging|包裝)$/,
} as const;
const wrappingNames: [RegExp, Wrapping][] = [
  [/none|不需/, "none"],
  [/cloth|棉布/, "cloth"],
  [/hinoki|檜木/, "wood"],
  [/crate|業務用/, "crate"],
  [/ribbon|緞帶/, "ribbon"],
];
type Layer = keyof typeof layerNames;

function chosenIn(categories: readonly AddonCategory[], layer: Layer, itemIds: readonly string[]) {
  const category = categories.find(
    ({ id, name }) => layerNames[layer].test(id) || layerNames[layer].test(name),
  );
  return category?.items.find((item) => itemIds.includes(item.id));
}

function matched<Value>(
  names: [RegExp, Value][],
  item: { id: string; name: string },
): Value | undefined {
  return names.find(([pattern]) => pattern.test(item.id) || pattern.test(item.name))?.[1];
}

function glassOf(item: { id: string; name: string } | undefined): Glass {
  const words = item === undefined ? "" : `${item.id} ${item.name}`;
  const millilitres = Number(/(\d+)\s*ml/i.exec(words)?.[1] ?? 30);
  if (/tin|罐|缶/i.test(words)) return { shape: "tin", millilitres: 50 };
  return { shape: /roll|滾珠|ロール/i.test(words) ? "roller" : "spray", millilitres };
}

const fills = { LIGHT: 0.34, MODERATE: 0.6, RICH: 0.9 } as const;

export function lookOf(
  options: Options,
  labelCategoryId: string,
  itemIds: readonly string[],
): BottleLook {
  const { categories } = options;
  const strength = concentrationOf(categories, itemIds);
  const labels = categories.find((category) => category.id === labelCategoryId)?.items ?? [];
  const label = labels.find((item) => itemIds.includes(item.id));
  const packaging = chosenIn(categories, "packaging", itemIds);
  return {
    glass: glassOf(chosenIn(categories, "capacity", itemIds)),
    strength: strength === null ? 0.5 : fills[strength],
    label: label?.image
      ? {
          image: label.image,
          scale: label.scale ?? 1,
          x: label.focal_point_x ?? 0.5,
          y: label.focal_point_y ?? 0.5,
        }
      : null,
    wrapping: packaging === undefined ? "none" : (matched(wrappingNames, packaging) ?? "box"),
  };
}
