import { useState, type ReactNode } from "react";
import { isProductType } from "#contract/item-kind";
import { Link } from "wouter";
import { payableUntil } from "#contract/order";
import { outcomes } from "#contract/payment";
import { formatAmount, t, type MessageKey } from "../../i18n/translate.ts";
import type { PaymentOutcome } from "../../api/payments.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { LinkedText } from "../../info/InfoText.tsx";
import { Page } from "../../layout/Page.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { OrderLines } from "../../line/Line.tsx";
import { OrderStatus } from "../../order/OrderStatus.tsx";
import { paths } from "../../paths.ts";
import { PaySecurely, usePayNow } from "../../payment/pay.tsx";
import ProductPortrait from "../../scent/ProductPortrait.tsx";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, type NoticeProps } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import styles from "./payment-result.module.css";
import {
  useFollowedOrder,
  usePaymentResult,
  type Followed,
  type Settlement,
} from "./use-payment-result.ts";

export default function PaymentResultPage() {
  const { outcome, isUnreadable, error, retry } = usePaymentResult();
  const isToFollow = outcome !== undefined && outcomes[outcome.status].isFollowed;
  const followed = useFollowedOrder(isToFollow ? outcome.orderId : null);

  if (isUnreadable)
    // Missing, malformed, forged or expired, which says nothing about the payment.
    return (
      <SplitPage title={t("shop.payment.error_title")} intro={t("shop.payment.error_text")}>
        <ResultActions ways={["orders", "home"]} />
      </SplitPage>
    );
  if (outcome === undefined || (isToFollow && followed.settlement === "loading"))
    return (
      <Page key={String(error)} title={t("shop.payment.loading_title")} width="narrow">
        <FailureNotice error={error} retry={retry} />
        {error === undefined ? (
          <Skeleton lines={6} label={t("common.loading")} />
        ) : (
          <ResultActions ways={["orders", "home"]} />
        )}
      </Page>
    );
  return isToFollow ? (
    <PaymentSucceeded outcome={outcome} {...followed} />
  ) : (
    <PaymentFailed outcome={outcome} />
  );
}

type PaymentSucceededProps = Followed & { outcome: PaymentOutcome };

function PaymentSucceeded({ outcome, order, ...followed }: PaymentSucceededProps) {
  const isOpen = !outcomes[outcome.status].isSaidToBePaid && followed.settlement === "unknown";
  const settlement = isOpen ? "slow" : followed.settlement;
  const isSettled = settlement === "settled";
  const words = titles[settlement] ?? "checking";
  const notice = notices[settlement];
  const items = order?.order_items ?? [];
  const [scent] = items[0]?.product_ids ?? [];
  // The signed result is valid for minutes after the payment.
  const [paidAt] = useState(Date.now);
  const number =
    order === null ? (
      outcome.orderId
    ) : (
      <Link href={paths.order({ id: order.id })}>{outcome.orderId}</Link>
    );
  const facts: [name: string, value: ReactNode][] = [
    [t("shop.payment.order_number"), number],
    [t("shop.payment.date"), formatDateTime(outcome.order_date)],
    [t("shop.payment.amount"), formatAmount(outcome.amount, outcome.currency)],
    [t("shop.payment.recipient"), outcome.customer_name],
    [t("shop.payment.phone"), outcome.customer_phone],
    [t("shop.payment.address"), outcome.customer_address],
  ];
  // An order that is not known may hold a sample set.
  const isWithoutSamples = order !== null && items.every(({ type }) => isProductType(type));
  return (
    <Page
      title={t(`shop.payment.${words}_title`)}
      intro={isSettled ? null : t(`shop.payment.${words}_text`)}
      width="wide"
    >
      <div className={styles.columns}>
        {/* Kept free while the order is read, which is done when the page is shown. */}
        {scent === undefined ? null : (
          <div className={styles.portrait}>
            <ProductPortrait productId={scent} size="hero" tintsPage />
          </div>
        )}
        <div>
          <div className={styles.news} aria-live="polite">
            {notice ? <Notice tone={notice.tone}>{t(notice.text)}</Notice> : null}
            {isSettled ? <p className="visually-hidden">{t("shop.payment.settled")}</p> : null}
          </div>
          {isSettled && order ? <OrderStatus order={order} /> : null}
          {isSettled || settlement === "cancelled" ? null : <DeliveryDates paidAt={paidAt} />}
          <dl className={styles.facts}>
            {facts
              .filter(([, value]) => value !== "")
              .map(([name, value]) => (
                <div key={name}>
                  <dt className="soft">{name}</dt>
                  <dd className={value === outcome.customer_phone ? "whole" : undefined}>
                    {value}
                  </dd>
                </div>
              ))}
          </dl>
          {order === null || items.length === 0 ? null : (
            <section className="stack">
              <h2 className="lesser">{t("shop.payment.items")}</h2>
              <OrderLines order={order} />
            </section>
          )}
          <ResultActions ways={["orders", "shop", "home"]} isQuizOpen={isWithoutSamples} />
        </div>
      </div>
    </Page>
  );
}

const titles: Partial<Record<Settlement, "success" | "cancelled">> = {
  settled: "success",
  cancelled: "cancelled",
  unknown: "success",
};

const notices: Partial<Record<Settlement, { tone: NoticeProps["tone"]; text: MessageKey }>> = {
  checking: { tone: "info", text: "shop.payment.checking" },
  slow: { tone: "warning", text: "shop.payment.still_checking" },
};

/** The order stands: paying it again comes first, for whoever is signed in. */
function PaymentFailed({ outcome }: { outcome: PaymentOutcome }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const paying = usePayNow(outcome.orderId);
  const until = payableUntil({ created_at: outcome.order_date });
  const amount = formatAmount(outcome.amount, outcome.currency);
  return (
    <SplitPage title={t("shop.payment.failed_title")} intro={t("shop.payment.failed_text")}>
      <Notice tone="warning">
        {t(until === null ? "shop.payment.payable_again" : "shop.payment.still_payable", {
          number: outcome.orderId,
          amount,
          until: until === null ? "" : formatDateTime(until.toISOString()),
        })}
      </Notice>
      <ResultActions
        ways={["orders", "retry", "home"]}
        first={
          isAuthenticated ? (
            <Button variant="primary" busy={paying.isBusy} onClick={paying.pay}>
              {t("shop.payment.pay_again", { amount })}
            </Button>
          ) : null
        }
      >
        {isAuthenticated ? <PaySecurely /> : null}
        <FailureNotice error={paying.failure} />
      </ResultActions>
    </SplitPage>
  );
}

const variants = ["primary", "secondary", "quiet"] as const;

interface ResultActionsProps {
  ways: readonly ("orders" | "shop" | "retry" | "home")[];
  first?: ReactNode;
  /** Until a sample order is delivered the quiz is closed; then shopping goes on at home. */
  isQuizOpen?: boolean;
  children?: ReactNode;
}

function ResultActions({ ways, first, isQuizOpen = false, children }: ResultActionsProps) {
  const [quiz, home] = [paths.fragranceQuiz(), paths.home()];
  const links = {
    orders: [paths.orders(), t("shop.payment.view_orders")],
    shop: [isQuizOpen ? quiz : home, t("shop.cart.continue")],
    retry: [quiz, t("shop.payment.retry")],
    home: [home, t("shop.payment.home")],
  } as const;
  return (
    <>
      <div className={`cluster ${styles.actions}`}>
        {first}
        {ways.map((way, index) => (
          <LinkButton
            key={way}
            variant={variants[first ? index + 1 : index] ?? "quiet"}
            href={links[way][0]}
          >
            {links[way][1]}
          </LinkButton>
        ))}
      </div>
      {children}
      <p className="soft">
        <LinkedText text={t("shop.payment.help")} />
      </p>
    </>
  );
}
