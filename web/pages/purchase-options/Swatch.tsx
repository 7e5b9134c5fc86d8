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

/** Sizes to one scale and strengths, drawn in the scent's own colours; the picture of anything else; or the bottle as it would be. */
export function Swatch({ item, category, options, pictures, itemIds, notes }: SwatchProps) {
  const wouldBe = lookOf(options, pictures, choose(options, itemIds, item.id).itemIds);
  const bare = { ...wouldBe, hasOwnFlask: true, layers: [] };
  const size = sizesOf(options, pictures.capacityCategoryId).find(({ id }) => id === item.id);
  const className = styles.swatch;
  if (size !== undefined)
    return <BottlePreview look={bare} notes={notes} scale={size.scale} className={className} />;
  if (pictures.concentrationItems[item.id] !== undefined)
    return <BottlePreview look={bare} notes={notes} className={className} />;
  const isLabel = category.id === pictures.labelCategoryId;
  if (item.image)
    return (
      <img className={classNames(styles.swatch, isLabel && styles.label)} src={item.image} alt="" />
    );
  return <BottlePreview look={isLabel ? bare : wouldBe} notes={notes} className={className} />;
}
