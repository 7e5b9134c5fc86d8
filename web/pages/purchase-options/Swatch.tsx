import type { Options } from "#contract/pricing";
import type { AddonCategory } from "#contract/product";
import { lookOf, sizesOf, type PictureKnowledge } from "../../purchase/appearance.ts";
import { BottlePreview } from "../../scent/BottlePreview.tsx";
import type { PortraitNotes } from "../../scent/portrait.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./options.module.css";
import { choose } from "./selection.ts";

interface SwatchProps {
  item: AddonCategory["items"][number];
  category: AddonCategory;
  options: Options;
  pictures: PictureKnowledge;
  itemIds: readonly string[];
  notes: PortraitNotes | undefined;
}

/** The upstream's picture; where it has none, the bottle as it would be, sizes to one scale. */
export function Swatch({ item, category, options, pictures, itemIds, notes }: SwatchProps) {
  const wouldBe = lookOf(options, pictures, choose(options, itemIds, item.id).itemIds);
  const bare = { ...wouldBe, hasOwnFlask: true, layers: [] };
  const className = styles.swatch;
  const isLabel = category.id === pictures.labelCategoryId;
  if (item.image)
    return (
      <img className={classNames(styles.swatch, isLabel && styles.label)} src={item.image} alt="" />
    );
  const size = sizesOf(options, pictures.bottleItems).find(({ id }) => id === item.id);
  const isBare =
    isLabel || size !== undefined || pictures.concentrationItems[item.id] !== undefined;
  return (
    <BottlePreview
      look={isBare ? bare : wouldBe}
      notes={notes}
      scale={size?.scale}
      className={className}
    />
  );
}
