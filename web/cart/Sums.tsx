import { currency as shopCurrency } from "#contract/money";
import type { AdjustmentKind, OrderSums } from "#contract/order-sums";
import { formatAmount } from "../i18n/format.ts";
import { useI18n, type MessageKey } from "../i18n/translate.ts";
import styles from "./Sums.module.css";

const names: Record<AdjustmentKind, MessageKey> = { shipping: "common.drawer.shipping" };

interface SumsProps {
  sums: OrderSums;
  currency?: string;
  /** In the drawer, which says what the checkout will add; its total stands beside its button. */
  hasSubtotal?: boolean;
}

/** What a cart or an order comes to. Where no shipping is added, the prices include it. */
export function Sums({ sums, currency = shopCurrency, hasSubtotal = false }: SumsProps) {
  const { locale, t } = useI18n();
  const { lines, adjustments, total } = sums;
  const row = (name: string, value: string) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  const amountOf = (sum: number) => formatAmount(locale, sum, currency);
  const included = hasSubtotal ? "common.drawer.shipping_later" : "shop.checkout.shipping_included";
  return (
    <dl className={styles.sums}>
      {hasSubtotal || adjustments.length > 0
        ? row(t("common.drawer.subtotal"), amountOf(lines))
        : null}
      {adjustments.some(({ kind }) => kind === "shipping")
        ? null
        : row(t(names.shipping), t(included))}
      {adjustments.map(({ kind, amount }) => row(t(names[kind]), amountOf(amount)))}
      {hasSubtotal ? null : (
        <div className={styles.total}>
          <dt>{t("shop.cart.total")}</dt>
          <dd>
            <strong>{amountOf(total)}</strong>
          </dd>
        </div>
      )}
    </dl>
  );
}
