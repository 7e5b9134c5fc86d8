import { useState } from "react";
import type { FinishedKind } from "#contract/item-kind";
import { priceFinishedProduct, quantityRules } from "#contract/pricing";
import { formatMoney, formatNumber, plural, t } from "../../i18n/translate.ts";
import { useShopConfig } from "../../api/config.ts";
import { usePricing } from "../../api/purchase.ts";
import { productNotesOf, type RecommendedProduct } from "../../api/orders.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Amounts } from "../../ui/Amounts.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import TooMuch from "../../payment/TooMuch.tsx";
import { BetterPrice } from "../../purchase/PriceBreakdown.tsx";
import { QuantityStepper } from "../../purchase/QuantityStepper.tsx";
import { usePurchase } from "../../purchase/use-purchase.ts";
import { ownName } from "../../scent/product-name.ts";
import scent from "../../scent/scent.module.css";
import ScentPortrait from "../../scent/ScentPortrait.tsx";
import styles from "../OrderStatus.module.css";

interface PurchaseDialogProps {
  product: RecommendedProduct;
  kind: FinishedKind;
  onClose: () => void;
}

export default function PurchaseDialog({ product, kind, onClose }: PurchaseDialogProps) {
  const { data: tiers, error } = usePricing(kind);
  const { data: config } = useShopConfig();
  const [quantity, setQuantity] = useState(quantityRules[kind].min);
  const purchase = usePurchase();
  const wish = { productId: product.id, kind, quantity, addonItemIds: [], labelText: "" };
  const mostTwd = config?.payable_twd.max ?? Infinity;
  const options = { tiers: tiers ?? [], categories: [], rules: [], mostTwd };
  const price = priceFinishedProduct({ ...wish, ...options });
  const isPriced = tiers !== undefined && tiers.length > 0;
  return (
    <Dialog
      onClose={onClose}
      title={t("shop.reorder.modal_title", { name: ownName(product) ?? product.product_number })}
      closeLabel={t("common.close")}
      actions={
        <Button
          variant="primary"
          busy={purchase.isBusy}
          disabled={typeof price === "string"}
          onClick={() => purchase.buy(wish)}
        >
          {t("shop.purchase.buy")}
        </Button>
      }
    >
      {tiers === undefined && error === undefined ? (
        <Skeleton lines={8} label={t("common.loading")} />
      ) : null}
      {error !== undefined || tiers?.length === 0 ? (
        <Notice tone="danger">{t("shop.reorder.pricing_failed")}</Notice>
      ) : null}
      {isPriced ? (
        <div className="stack">
          <p className={styles.chosen}>
            <ScentPortrait productId={product.id} notes={productNotesOf(product)} size="thumb" />
            <span className={scent.number}>{product.product_number}</span>
          </p>
          <section>
            <h3>{t("shop.purchase.tiers_title")}</h3>
            <Amounts
              rows={tiers.map(({ mini_buy_amount: least, unit_price }) => [
                t("shop.purchase.tier_from", {
                  count: formatNumber(least),
                  unit: plural(`shop.purchase.units.${kind}`, least),
                }),
                formatMoney(unit_price),
              ])}
            />
          </section>
          <QuantityStepper kind={kind} way="modal" quantity={quantity} onChange={setQuantity} />
          <BetterPrice tiers={tiers} quantity={quantity} kind={kind} />
          {price === "too_much" ? <TooMuch /> : null}
          <Amounts
            total={[
              t("shop.purchase.total"),
              typeof price === "string" ? "–" : formatMoney(price.totalTwd),
            ]}
          />
        </div>
      ) : null}
      <FailureNotice title={t("shop.purchase.buy_failed")} error={purchase.failure} />
    </Dialog>
  );
}
