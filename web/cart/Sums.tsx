import { currency as shopCurrency } from "#contract/money";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import styles from "./Sums.module.css";

/** What the lines of a cart or an order come to. Prices include shipping, so there is nothing to add. */
export function Sums({ total, currency = shopCurrency }: { total: number; currency?: string }) {
  const { locale, t } = useI18n();
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("common.drawer.shipping")}</dt>
        <dd>{t("shop.checkout.shipping_included")}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t("shop.cart.total")}</dt>
        <dd>
          <strong>{formatAmount(locale, total, currency)}</strong>
        </dd>
      </div>
    </dl>
  );
}
