import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Order } from "#contract/order";
import type { PaymentOutcome } from "../../api/payments.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n, type MessageKey } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { OrderItems } from "../../order/OrderItems.tsx";
import { paths } from "../../paths.ts";
import { ProductPortrait } from "../../scent/ProductPortrait.tsx";
import { Notice, type NoticeProps } from "../../ui/Notice.tsx";
import { ResultActions } from "./PaymentResultPage.tsx";
import styles from "./payment-result.module.css";
import type { Followed, Settlement } from "./use-payment-result.ts";

interface PaymentSucceededProps extends Followed {
  outcome: PaymentOutcome;
}

export function PaymentSucceeded({ outcome, order, ...followed }: PaymentSucceededProps) {
  const isOpen = outcome.status === "checking" && followed.settlement === "unknown";
  const settlement = isOpen ? "slow" : followed.settlement;
  const { locale, t } = useI18n();
  const facts: [string, ReactNode][] = [
    [
      t("shop.payment.order_number"),
      <OrderNumber key="number" number={outcome.orderId} order={order} />,
    ],
    [t("shop.payment.date"), formatDateTime(locale, outcome.order_date)],
    [t("shop.payment.amount"), formatAmount(locale, outcome.amount, outcome.currency)],
    [t("shop.payment.recipient"), outcome.customer_name],
    [t("shop.payment.phone"), outcome.customer_phone],
    [t("shop.payment.address"), outcome.customer_address],
  ];
  const known = facts.filter(([, value]) => value !== "");
  const { words, notice } = looks[settlement];
  // The signed result is valid for minutes after the payment.
  const [paidAt] = useState(Date.now);
  return (
    <Page
      title={t(`shop.payment.${words}_title`)}
      intro={t(`shop.payment.${words}_text`)}
      width="wide"
    >
      <div className={styles.columns}>
        <Scent order={order} />
        <div>
          <div className={styles.news} aria-live="polite">
            {notice ? <Notice tone={notice.tone}>{t(notice.text)}</Notice> : null}
          </div>
          {settlement === "cancelled" ? null : <DeliveryDates paidAt={paidAt} />}
          <dl className={styles.facts}>
            {known.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={value === outcome.customer_phone ? styles.phone : undefined}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          {order && order.order_items.length > 0 ? <OrderedItems order={order} /> : null}
          <ResultActions ways={["orders", "shop", "home"]} isQuizOpen={isWithoutSamples(order)} />
        </div>
      </div>
    </Page>
  );
}

/** Leads to the order where the shop could read it. */
function OrderNumber({ number, order }: { number: string; order: Order | null }) {
  const { locale } = useI18n();
  return order === null ? (
    number
  ) : (
    <Link href={paths.order({ locale, id: order.id })}>{number}</Link>
  );
}

/** Of the first scent. Kept free while the order is read, which is done when the page is shown. */
function Scent({ order }: { order: Order | null }) {
  const [first] = order?.order_items[0]?.product_ids ?? [];
  if (first === undefined) return null;
  return (
    <div className={styles.portrait}>
      <ProductPortrait productId={first} size="hero" />
    </div>
  );
}

/** An order that is not known may hold a sample set. */
function isWithoutSamples(order: Order | null): boolean {
  return order !== null && order.order_items.every(({ type }) => type === "FINISHED_PRODUCT");
}

function OrderedItems({ order }: { order: Order }) {
  const { t } = useI18n();
  return (
    <section>
      <h2 className={styles.heading}>{t("shop.payment.items")}</h2>
      <OrderItems items={order.order_items} currency={order.currency} />
    </section>
  );
}

const looks: Record<
  Settlement,
  {
    words: "checking" | "cancelled" | "success";
    notice?: { tone: NoticeProps["tone"]; text: MessageKey };
  }
> = {
  loading: { words: "checking" },
  checking: { words: "checking", notice: { tone: "info", text: "shop.payment.checking" } },
  slow: { words: "checking", notice: { tone: "warning", text: "shop.payment.still_checking" } },
  settled: { words: "success", notice: { tone: "success", text: "shop.payment.settled" } },
  cancelled: { words: "cancelled" },
  unknown: { words: "success" },
};
