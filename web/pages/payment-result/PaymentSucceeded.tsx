import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { PaymentOutcome } from "../../api/payments.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n, type MessageKey } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { OrderLines } from "../../order/OrderFacts.tsx";
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
  const { locale, t } = useI18n();
  const isOpen = outcome.status === "checking" && followed.settlement === "unknown";
  const settlement = isOpen ? "slow" : followed.settlement;
  const { words, notice } = looks[settlement];
  const items = order?.order_items ?? [];
  const [scent] = items[0]?.product_ids ?? [];
  // The signed result is valid for minutes after the payment.
  const [paidAt] = useState(Date.now);
  const number =
    order === null ? (
      outcome.orderId
    ) : (
      <Link href={paths.order({ locale, id: order.id })}>{outcome.orderId}</Link>
    );
  const facts: [name: string, value: ReactNode][] = [
    [t("shop.payment.order_number"), number],
    [t("shop.payment.date"), formatDateTime(locale, outcome.order_date)],
    [t("shop.payment.amount"), formatAmount(locale, outcome.amount, outcome.currency)],
    [t("shop.payment.recipient"), outcome.customer_name],
    [t("shop.payment.phone"), outcome.customer_phone],
    [t("shop.payment.address"), outcome.customer_address],
  ];
  // An order that is not known may hold a sample set.
  const isWithoutSamples = order !== null && items.every(({ type }) => type === "FINISHED_PRODUCT");
  return (
    <Page
      title={t(`shop.payment.${words}_title`)}
      intro={t(`shop.payment.${words}_text`)}
      width="wide"
    >
      <div className={styles.columns}>
        {/* Kept free while the order is read, which is done when the page is shown. */}
        {scent === undefined ? null : (
          <div className={styles.portrait}>
            <ProductPortrait productId={scent} size="hero" />
          </div>
        )}
        <div>
          <div className={styles.news} aria-live="polite">
            {notice ? <Notice tone={notice.tone}>{t(notice.text)}</Notice> : null}
          </div>
          {settlement === "cancelled" ? null : <DeliveryDates paidAt={paidAt} />}
          <dl className={styles.facts}>
            {facts
              .filter(([, value]) => value !== "")
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className={value === outcome.customer_phone ? "whole" : undefined}>
                    {value}
                  </dd>
                </div>
              ))}
          </dl>
          {order === null || items.length === 0 ? null : (
            <section>
              <h2 className={styles.heading}>{t("shop.payment.items")}</h2>
              <OrderLines order={order} />
            </section>
          )}
          <ResultActions ways={["orders", "shop", "home"]} isQuizOpen={isWithoutSamples} />
        </div>
      </div>
    </Page>
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
