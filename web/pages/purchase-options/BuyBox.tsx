import { useState } from "react";
import { useLocation } from "wouter";
import { concentrationOf } from "#contract/concentration";
import type { FinishedProduct } from "#contract/pricing";
import { addToCart } from "../../api/cart.ts";
import { useCheckoutTexts } from "../../api/custom-texts.ts";
import { formatList } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { ConsentField } from "../checkout/ConsentField.tsx";
import { finishedItem } from "./finished-item.ts";
import { isBuyable } from "./price.ts";
import { PriceBreakdown } from "./PriceBreakdown.tsx";
import styles from "./purchase.module.css";
import { categoriesWithoutChoice } from "./selection.ts";

interface BuyBoxProps {
  wish: FinishedProduct;
  productId: string;
  labelText: string;
}

export function BuyBox({ wish, productId, labelText }: BuyBoxProps) {
  const { locale, t } = useI18n();
  const texts = useCheckoutTexts(locale).data ?? {};
  const [, navigate] = useLocation();
  const [hasConsented, setConsented] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const missing = categoriesWithoutChoice(wish, wish.addonItemIds);

  async function buy() {
    setConsentMissing(!hasConsented);
    if (!hasConsented) return;
    setBusy(true);
    setFailure(null);
    try {
      const concentration = concentrationOf(wish.categories, wish.addonItemIds);
      await addToCart(finishedItem({ ...wish, productId, labelText, concentration }));
      navigate(paths.cart({ locale }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <section className={styles.buy}>
      <PriceBreakdown wish={wish} />
      <ConsentField
        isTicked={hasConsented}
        onChange={(isTicked) => {
          setConsented(isTicked);
          if (isTicked) setConsentMissing(false);
        }}
        label={texts["checkout_checkbox_text"] ?? t("shop.checkout.consent.checkbox")}
        content={texts["checkout_modal_content"] ?? t("shop.checkout.consent.modal_content")}
      />
      {isConsentMissing ? <Notice tone="danger">{t("shop.purchase.consent_first")}</Notice> : null}
      {failure === null ? null : <FailureNotice title={t("shop.purchase.buy_failed")} error={failure} />}
      {missing.length > 0 ? (
        <p className={styles.soft}>
          {t("shop.purchase.still_missing", {
            names: formatList(
              locale,
              missing.map(({ name }) => name),
            ),
          })}
        </p>
      ) : null}
      <Button variant="primary" busy={isBusy} disabled={!isBuyable(wish, missing.length)} onClick={() => void buy()}>
        {t("shop.purchase.buy")}
      </Button>
    </section>
  );
}
