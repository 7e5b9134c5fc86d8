import { useState } from "react";
import type { FinishedKind } from "#contract/item-kind";
import { priceFinishedProduct, quantityRules } from "#contract/pricing";
import type { PricingTier } from "#contract/product";
import { useShopConfig } from "../../api/config.ts";
import { usePricing } from "../../api/purchase.ts";
import { productNotesOf, type RecommendedProduct } from "../../api/orders.ts";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import TooMuch from "../../payment/TooMuch.tsx";
import { BetterPrice } from "../../purchase/PriceBreakdown.tsx";
import { QuantityStepper } from "../../purchase/QuantityStepper.tsx";
import { usePurchase } from "../../purchase/use-purchase.ts";
import { ownName } from "../../scent/product-name.ts";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import styles from "./reorder.module.css";

interface PurchaseDialogProps {
  product: RecommendedProduct;
  kind: FinishedKind;
  onClose: () => void;
}

export default function PurchaseDialog({ product, kind, onClose }: PurchaseDialogProps) {
  const { t } = useI18n();
  const { data: tiers, error } = usePricing(kind);
  const [quantity, setQuantity] = useState(quantityRules[kind].min);
  const purchase = usePurchase();
  const wish = {
    productId: product.id,
    kind,
    quantity,
    addonItemIds: [],
    labelText: "",
  };
  const { data: config } = useShopConfig();
  const price = priceFinishedProduct({
    ...wish,
    tiers: tiers ?? [],
    categories: [],
    rules: [],
    mostTwd: config?.payable_twd.max ?? Infinity,
  });
  const hasNoPrice = error !== undefined || tiers?.length === 0;
  return (
    <Dialog
      open
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
        <Skeleton block="list" label={t("common.loading")} />
      ) : null}
      {hasNoPrice ? <Notice tone="danger">{t("shop.reorder.pricing_failed")}</Notice> : null}
      {tiers !== undefined && tiers.length > 0 ? (
        <div className={styles.purchase}>
          <p className={styles.chosen}>
            <ScentPortrait productId={product.id} notes={productNotesOf(product)} size="thumb" />
            <span className={styles.number}>{product.product_number}</span>
          </p>
          <Tiers tiers={tiers} kind={kind} />
          <QuantityStepper kind={kind} way="modal" quantity={quantity} onChange={setQuantity} />
          <BetterPrice tiers={tiers} quantity={quantity} kind={kind} />
          {price === "too_much" ? <TooMuch /> : null}
          <Total price={typeof price === "string" ? null : price.totalTwd} />
        </div>
      ) : null}
      {purchase.failure === null ? null : (
        <FailureNotice title={t("shop.purchase.buy_failed")} error={purchase.failure} />
      )}
    </Dialog>
  );
}

function Total({ price }: { price: number | null }) {
  const { locale, t } = useI18n();
  return (
    <p className={styles.total}>
      <span>{t("shop.purchase.total")}</span>
      <strong>{price === null ? "–" : formatMoney(locale, price)}</strong>
    </p>
  );
}

function Tiers({ tiers, kind }: { tiers: readonly PricingTier[]; kind: FinishedKind }) {
  const { locale, t, plural } = useI18n();
  const unitOf = (amount: number) => plural(`shop.purchase.units.${kind}`, amount);
  return (
    <section>
      <h3>{t("shop.purchase.tiers_title")}</h3>
      <dl className={styles.tiers}>
        {tiers.map((tier) => (
          <div key={tier.mini_buy_amount}>
            <dt>
              {t("shop.purchase.tier_from", {
                count: formatNumber(locale, tier.mini_buy_amount),
                unit: unitOf(tier.mini_buy_amount),
              })}
            </dt>
            <dd>{formatMoney(locale, tier.unit_price)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
