import { useState } from "react";
import type { FinishedProduct } from "#contract/pricing";
import { formatList } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { isBuyable } from "../../purchase/price.ts";
import { PriceBreakdown } from "../../purchase/PriceBreakdown.tsx";
import styles from "./purchase.module.css";
import { categoriesWithoutChoice } from "./selection.ts";
import { usePurchase } from "../../purchase/use-purchase.ts";

interface BuyBoxProps {
  wish: FinishedProduct;
  productId: string;
  labelText: string;
}

export function BuyBox({ wish, productId, labelText }: BuyBoxProps) {
  const { locale, t } = useI18n();
  const [hasConsented, setConsented] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const purchase = usePurchase();
  const missing = categoriesWithoutChoice(wish, wish.addonItemIds);

  const buy = () => {
    setConsentMissing(!hasConsented);
    if (!hasConsented) return;
    purchase.buy({ ...wish, productId, labelText });
  };

  return (
    <section className={styles.buy}>
      <PriceBreakdown wish={wish} />
      <ImportantNotices
        hasConsented={hasConsented}
        onConsent={(isTicked) => {
          setConsented(isTicked);
          if (isTicked) setConsentMissing(false);
        }}
      />
      {isConsentMissing ? <Notice tone="danger">{t("shop.purchase.consent_first")}</Notice> : null}
      {purchase.failure === null ? null : (
        <FailureNotice title={t("shop.purchase.buy_failed")} error={purchase.failure} />
      )}
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
      <Button
        variant="primary"
        busy={purchase.isBusy}
        disabled={!isBuyable(wish, missing.length)}
        onClick={buy}
      >
        {t("shop.purchase.buy")}
      </Button>
    </section>
  );
}
