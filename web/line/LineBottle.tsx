import { useShopConfig } from "../api/config.ts";
import { useProductNotes } from "../api/products.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { fills, lookOf } from "../purchase/appearance.ts";
import BottlePreview from "../scent/BottlePreview.tsx";
import { strengthOf, type ShownLine } from "./line.ts";

const nothing = { categories: [], rules: [] };

/** As it was chosen; where nobody remembers the options, the usual bottle in its concentration. */
export default function LineBottle(line: ShownLine) {
  const { productIds, addonItemIds, labelText } = line;
  const isKnown = addonItemIds.length > 0;
  const { data: options = isKnown ? undefined : nothing } = usePurchaseOptions(isKnown);
  const { data: config } = useShopConfig();
  const { data: notes } = useProductNotes(productIds[0] ?? null);
  if (options === undefined || config === undefined) return null;
  const look = lookOf(options, config, addonItemIds, true);
  // It was chosen whole, even if the shop has some of it no more.
  const strength = (isKnown && look.strength) || fills[strengthOf(line) ?? "MODERATE"];
  return <BottlePreview look={{ ...look, strength }} notes={notes} labelText={labelText ?? ""} />;
}
