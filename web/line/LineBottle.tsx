import { useShopConfig } from "../api/config.ts";
import { useProductNotes } from "../api/products.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { lookOf } from "../purchase/appearance.ts";
import BottlePreview from "../scent/BottlePreview.tsx";
import type { ShownLine } from "./line.ts";

export default function LineBottle({ productIds, addonItemIds, labelText }: ShownLine) {
  const { data: options } = usePurchaseOptions();
  const { data: config } = useShopConfig();
  const { data: notes } = useProductNotes(productIds[0] ?? null);
  if (options === undefined || config === undefined) return null;
  const look = lookOf(options, config, addonItemIds, true);
  // It was chosen whole, even if the shop has some of it no more.
  return (
    <BottlePreview
      look={{ ...look, strength: look.strength || 0.5 }}
      notes={notes}
      labelText={labelText ?? ""}
    />
  );
}
