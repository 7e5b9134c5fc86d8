import { useState } from "react";
import { useLocation } from "wouter";
import { fitQuantity, maxQuantity, priceFinishedProduct, quantityRules } from "#contract/pricing";
import type { PricingTier, UserType } from "#contract/product";
import { addToCart } from "../../../api/cart.ts";
import { usePricing } from "../../../api/purchase.ts";
import type { RecommendedProduct } from "../../../api/reorder.ts";
import { formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useI18n } from "../../../i18n/translate.ts";
import { FailureNotice } from "../../../layout/FailureNotice.tsx";
import { LinkButton } from "../../../layout/LinkButton.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stepper } from "../../../ui/Stepper.tsx";
import { finishedItem } from "../../purchase-options/finished-item.ts";
import { BetterPrice, TooMuch } from "../../purchase-options/PriceBreakdown.tsx";
import styles from "./reorder.module.css";

interface PurchaseDialogProps {
  product: RecommendedProduct;
  responseId: string | null;
  userType: UserType;
  onClose: () => void;
}

export function PurchaseDialog({ product, responseId, userType, onClose }: PurchaseDialogProps) {
  const { locale, t } = useI18n();
  const { data: tiers, error } = usePricing(userType);
  const [quantity, setQuantity] = useState(quantityRules[userType].min);
  const purchase = usePurchase(product.id, userType, quantity);
  const price = priceFinishedProduct({ userType, quantity, tiers: tiers ?? [], categories: [], rules: [], addonItemIds: [] });
  const hasNoPrice = error !== undefined || tiers?.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("shop.reorder.modal_title", { number: product.product_number })}
      closeLabel={t("common.close")}
      actions={
        <>
          <LinkButton
            variant="quiet"
            href={paths.fragranceQuiz({ locale, retryFrom: responseId ?? undefined, selectedProduct: product.id })}
          >
            {t("shop.reorder.keep_exploring")}
          </LinkButton>
          <Button variant="primary" busy={purchase.isBusy} disabled={typeof price === "string"} onClick={purchase.buy}>
            {t("shop.purchase.buy")}
          </Button>
        </>
      }
    >
      {tiers === undefined && error === undefined ? <Skeleton height="12rem" label={t("common.loading")} /> : null}
      {hasNoPrice ? <Notice tone="danger">{t("shop.reorder.pricing_failed")}</Notice> : null}
      {tiers !== undefined && tiers.length > 0 ? (
        <div className={styles.purchase}>
          <Tiers tiers={tiers} userType={userType} />
          <Stepper
            label={t("shop.purchase.quantity")}
            value={quantity}
            {...quantityRules[userType]}
            max={maxQuantity(userType)}
            unit={t(`shop.purchase.units.${userType}`)}
            decreaseLabel={t("shop.purchase.fewer")}
            increaseLabel={t("shop.purchase.more")}
            fit={(wanted) => fitQuantity(userType, "modal", wanted)}
            onChange={setQuantity}
          />
          <BetterPrice tiers={tiers} quantity={quantity} userType={userType} />
          {price === "too_much" ? <TooMuch /> : null}
          <p className={styles.total}>
            <span>{t("shop.purchase.total")}</span>
            <strong>{typeof price === "string" ? "–" : formatMoney(locale, price.totalTwd)}</strong>
          </p>
        </div>
      ) : null}
      {purchase.failure === null ? null : <FailureNotice title={t("shop.purchase.buy_failed")} error={purchase.failure} />}
    </Dialog>
  );
}

function usePurchase(productId: string, userType: UserType, quantity: number) {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function buy() {
    setBusy(true);
    setFailure(null);
    try {
      await addToCart(finishedItem({ productId, userType, quantity, addonItemIds: [], labelText: "", concentration: null }));
      navigate(paths.cart({ locale }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return { isBusy, failure, buy: () => void buy() };
}

function Tiers({ tiers, userType }: { tiers: readonly PricingTier[]; userType: UserType }) {
  const { locale, t } = useI18n();
  const unit = t(`shop.purchase.units.${userType}`);
  return (
    <section>
      <h3 className={styles.name}>{t("shop.purchase.tiers_title")}</h3>
      <dl className={styles.tiers}>
        {tiers.map((tier) => (
          <div key={tier.mini_buy_amount}>
            <dt>{t("shop.purchase.tier_from", { count: formatNumber(locale, tier.mini_buy_amount), unit })}</dt>
            <dd>{formatMoney(locale, tier.unit_price)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
