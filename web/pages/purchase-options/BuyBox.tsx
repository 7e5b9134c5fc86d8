import { useState } from "react";
import type { FinishedProduct } from "#contract/pricing";
import { formatList } from "../../i18n/dates.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Outcome } from "../../feedback/Outcome.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { isBuyable, priceSoFar } from "../../purchase/price.ts";
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
  const [refusals, setRefusals] = useState(0);
  const purchase = usePurchase();
  const missing = categoriesWithoutChoice(wish, wish.addonItemIds);
  const price = priceSoFar(wish);

  const buy = () => {
    setRefusals(hasConsented ? 0 : refusals + 1);
    if (hasConsented) purchase.buy({ ...wish, productId, labelText });
  };

  return (
    <>
      <div className={styles.terms}>
        <ImportantNotices
          hasConsented={hasConsented}
          onConsent={(isTicked) => {
            setConsented(isTicked);
            if (isTicked) setRefusals(0);
          }}
        />
        {refusals > 0 ? (
          <Outcome key={refusals}>
            <Notice tone="danger">{t("shop.purchase.consent_first")}</Notice>
          </Outcome>
        ) : null}
        {purchase.failure === null ? null : (
          <Outcome>
            <FailureNotice title={t("shop.purchase.buy_failed")} error={purchase.failure} />
          </Outcome>
        )}
      </div>
      <div className={styles.bar}>
        <p className={styles.sum}>
          {typeof price === "string" ? null : (
            <>
              <span className="visually-hidden">{t("shop.purchase.total")}</span>
              <strong>{formatMoney(locale, price.totalTwd)}</strong>
            </>
          )}
          {missing.length > 0 ? (
            <span className={styles.soft}>
              {t("shop.purchase.still_missing", {
                names: formatList(
                  locale,
                  missing.map(({ name }) => name),
                ),
              })}
            </span>
          ) : null}
        </p>
        <Button
          variant="primary"
          busy={purchase.isBusy}
          disabled={!isBuyable(wish, missing.length)}
          onClick={buy}
        >
          {t("shop.purchase.buy")}
        </Button>
      </div>
    </>
  );
}
