import type { CartItem } from "#contract/cart";
import { useShopConfig } from "../../api/config.ts";
import { useProductNotes } from "../../api/products.ts";
import { useCapacityCategory, usePurchaseOptions } from "../../api/purchase.ts";
import { lookOf } from "../../purchase/appearance.ts";
import { BottlePreview } from "../../scent/BottlePreview.tsx";
import styles from "./cart.module.css";

/** A finished product as its options page showed it. Its place is kept until everything is known that changes the picture. */
export function LineBottle({ item }: { item: CartItem }) {
  const { data: options } = usePurchaseOptions();
  const { data: config } = useShopConfig();
  const { data: capacity } = useCapacityCategory();
  const { data: notes } = useProductNotes(item.productIds[0] ?? null);
  const isKnown = options !== undefined && config !== undefined && capacity !== undefined;
  return (
    <div className={styles.bottle} aria-hidden="true">
      {isKnown ? (
        <BottlePreview
          look={lookOf(
            options,
            {
              labelCategoryId: config.label_category_id,
              capacityCategoryId: capacity,
              concentrationItems: config.concentration_items,
            },
            item.addonItemIds,
          )}
          notes={notes}
          labelText={item.labelText ?? ""}
        />
      ) : null}
    </div>
  );
}
