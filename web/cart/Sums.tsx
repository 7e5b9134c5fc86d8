import { currency as shopCurrency } from "#contract/money";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import styles from "./Sums.module.css";

interface SumsProps {
  total: number;
  currency?: string;
  /** In the drawer, which says what the checkout will add. */
  hasSubtotal?: boolean;
}

/** What the lines of a cart or an order come to. Prices include shipping, so there is nothing to add. */
export function Sums({ total, currency = shopCurrency, hasSubtotal = false }: SumsProps) {
  const { locale, t } = useI18n();
  const amount = formatAmount(locale, total, currency);
  return (
    <dl className={styles.sums}>
      {hasSubtotal ? (
        <div>
          <dt>{t("common.drawer.subtotal")}</dt>
          <dd>{amount}</dd>
        </div>
      ) : null}
      <div>
        <dt>{t("common.drawer.shipping")}</dt>
        <dd>
          {t(hasSubtotal ? "common.drawer.shipping_later" : "shop.checkout.shipping_included")}
        </dd>
      </div>
      <div className={styles.total}>
        <dt>{t("shop.cart.total")}</dt>
        <dd>
          <strong>{amount}</strong>
        </dd>
      </div>
    </dl>
  );
}
