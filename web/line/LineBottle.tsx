import { useShopConfig } from "../api/config.ts";
import { useProduct, useProductNotes } from "../api/products.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { lookOf } from "../purchase/appearance.ts";
import { BottleRow } from "../scent/Bottle.tsx";
import BottlePreview from "../scent/BottlePreview.tsx";
import { ownName } from "../scent/product-name.ts";
import { usualBottle } from "../scent/vessel.ts";
import { strengthOf, type ShownLine } from "./line.ts";

/** As it was chosen whole, even if the shop has some of it no more. */
export default function LineBottle({ className, ...line }: ShownLine & { className?: string }) {
  const { productIds, addonItemIds, labelText } = line;
  const [id = null] = productIds;
  const isDressed = addonItemIds.length > 0;
  const { data: options } = usePurchaseOptions(isDressed);
  const { data: config } = useShopConfig();
  const { data: notes } = useProductNotes(id);
  const { data: product } = useProduct(isDressed ? null : id);
  const name = labelText || (product && ownName(product)) || line.label;
  const usual = notes ? [{ ...usualBottle, notes, name }] : [];
  if (!isDressed) return <BottleRow of={usual} className={className} />;
  if (options === undefined || config === undefined) return null;
  const look = lookOf(options, config, addonItemIds, true, strengthOf(line) ?? "MODERATE");
  return <BottlePreview look={look} notes={notes} labelText={labelText ?? ""} />;
}
