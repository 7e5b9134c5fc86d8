import { useShopConfig } from "../api/config.ts";
import { useProductNotes } from "../api/products.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { lookOf } from "../purchase/appearance.ts";
import BottlePreview from "../scent/BottlePreview.tsx";
import { strengthOf, type ShownLine } from "./line.ts";

/** As it was chosen whole, even if the shop has some of it no more. */
export default function LineBottle(line: ShownLine) {
  const { productIds, addonItemIds, labelText } = line;
  const { data: options } = usePurchaseOptions();
  const { data: config } = useShopConfig();
  const { data: notes } = useProductNotes(productIds[0] ?? null);
  if (options === undefined || config === undefined) return null;
  const look = lookOf(options, config, addonItemIds, true, strengthOf(line) ?? "MODERATE");
  return <BottlePreview look={look} notes={notes} labelText={labelText ?? ""} />;
}
