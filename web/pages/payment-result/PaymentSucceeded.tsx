import type { Order } from "#contract/order";
import type { PaymentOutcome } from "../../api/payments.ts";
import { formatAmount, formatDateTime } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { OrderItems } from "../orders/OrderItems.tsx";
import { ResultActions } from "./ResultActions.tsx";
import styles from "./payment-result.module.css";

interface PaymentSucceededProps {
  outcome: PaymentOutcome;
  order: Order | null;
  isSettled: boolean;
}

export function PaymentSucceeded({ outcome, order, isSettled }: PaymentSucceededProps) {
  const { locale, t } = useI18n();
  const facts: [string, string][] = [
    [t("shop.payment.order_number"), order?.order_id ?? outcome.orderId],
    [t("shop.payment.date"), formatDateTime(locale, outcome.order_date)],
    [t("shop.payment.amount"), formatAmount(locale, outcome.amount, outcome.currency)],
    [t("shop.payment.recipient"), outcome.customer_name],
    [t("shop.payment.phone"), outcome.customer_phone],
    [t("shop.payment.address"), outcome.customer_address],
  ];
  return (
    <Page title={t("shop.payment.success_title")} intro={t("shop.payment.success_text")} width="narrow">
      <div aria-live="polite">
        {isSettled ? (
          <Notice tone="success">{t("shop.payment.settled")}</Notice>
        ) : (
          <Notice tone="info">{t("shop.payment.checking")}</Notice>
        )}
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order ? (
        <section>
          <h2 className={styles.heading}>{t("shop.payment.items")}</h2>
          <OrderItems items={order.order_items} />
        </section>
      ) : null}
      <ResultActions ways={["orders", "quiz", "home"]} />
    </Page>
  );
}
