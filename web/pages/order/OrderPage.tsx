import { useEffect } from "react";
import { Redirect } from "wouter";
import { canReorder, isOrdered, isPayable, type Order } from "#contract/order";
import { t } from "../../i18n/translate.ts";
import { ApiError } from "../../api/errors.ts";
import { useOrder } from "../../api/orders.ts";
import { Sums } from "../../cart/Sums.tsx";
import { Loading } from "../../feedback/Loading.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { useIdInPath } from "../../navigation/use-here.ts";
import {
  ExpectedDelivery,
  OrderLines,
  OrderStatus,
  Recipient,
  Refunds,
} from "../../order/OrderFacts.tsx";
import { Unpaid } from "../../order/Unpaid.tsx";
import { Reorder } from "../../order/reorder/Reorder.tsx";
import { paths } from "../../paths.ts";
import { PaySecurely } from "../../payment/pay.tsx";
import { Without } from "../../refusals/Without.tsx";
import { showToast } from "../../stores/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./order.module.css";

export default function OrderPage() {
  const id = useIdInPath();
  const read = useOrder(id);
  const { data: order, error } = read;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound id={id} />;
  if (order === undefined)
    return (
      <Page
        key="waiting"
        title={t("shop.orders.number", { number: "…" })}
        width="wide"
        className={styles.page}
      >
        <Loading of={read} lines={8} />
        {error === undefined ? null : <ToOrders />}
      </Page>
    );
  return <Shown order={order} />;
}

function ToOrders() {
  return (
    <LinkButton variant="quiet" href={paths.orders()}>
      {t("shop.orders.all")}
    </LinkButton>
  );
}

/** Nobody's order, or somebody else's: the address leads to all of the member's own. */
function NotFound({ id }: { id: string }) {
  const words = t("shop.orders.not_found", { number: id });
  useEffect(() => void showToast(words, { tone: "danger" }), [words]);
  return <Redirect to={paths.orders()} replace />;
}

function Shown({ order }: { order: Order }) {
  return (
    <Page
      key="order"
      title={t("shop.orders.number", { number: order.order_id })}
      intro={
        order.created_at === null ? null : (
          <time dateTime={order.created_at}>
            {t("shop.orders.placed", { date: formatDateTime(order.created_at) })}
          </time>
        )
      }
      width="wide"
      className={styles.page}
    >
      <div className="letterhead spread" aria-hidden="true">
        <span>{t("common.brand")}</span>
        <span>
          {t("common.footer.seller")
            .split("\n")
            .map((line) => (
              <span key={line} className="soft">
                {line}
              </span>
            ))}
        </span>
      </div>
      <div className={styles.order}>
        <div className={styles.what}>
          <section className="stack">
            <OrderStatus status={order.status} />
            <ExpectedDelivery order={order} />
          </section>
          <section className="stack">
            <h2 className="lesser">{t("shop.payment.items")}</h2>
            <OrderLines order={order} />
            <Without refusals={order.without} />
          </section>
        </div>
        <aside className={`sheet stack ${styles.facts}`} aria-label={t("shop.cart.summary")}>
          <OrderSums order={order} />
          <Payment order={order} />
          <section className={`stack ${styles.part}`}>
            <h2 className="lesser">{t("shop.checkout.recipient")}</h2>
            <Recipient order={order} />
          </section>
          <div className={`unprinted ${styles.ways}`}>
            {canReorder(order) ? <Reorder order={order} /> : null}
            <Button onClick={() => print()}>{t("shop.orders.print")}</Button>
            <Button onClick={printGift}>{t("shop.orders.print_gift")}</Button>
            <ToOrders />
          </div>
        </aside>
      </div>
    </Page>
  );
}

/** For whoever is given it: the same paper without what it cost. */
function printGift(): void {
  const { dataset } = document.documentElement;
  dataset.gift = "";
  addEventListener("afterprint", () => delete dataset.gift, { once: true });
  print();
}

/** Of an order made elsewhere only the total is known. */
function OrderSums({ order: { sums, order_total_price: total, currency } }: { order: Order }) {
  if (total === null) return null;
  const known = sums ?? { lines: total, adjustments: [], total };
  return <Sums sums={known} currency={currency} />;
}

/** What was paid and given back, or how to pay. */
function Payment({ order }: { order: Order }) {
  if (isPayable(order))
    return (
      <section className={`unprinted ${styles.pay}`}>
        <Unpaid order={order} />
        <PaySecurely />
      </section>
    );
  if (order.paid_at === undefined && order.refunds === undefined) return null;
  return (
    <div className={`soft ${styles.paid}`}>
      {order.paid_at === undefined ? null : (
        <time dateTime={order.paid_at}>
          {t("shop.orders.paid_on", { date: formatDateTime(order.paid_at) })}
        </time>
      )}
      {order.trade_no === undefined ? null : (
        <span>{t("shop.orders.trade_no", { number: order.trade_no })}</span>
      )}
      <Refunds order={order} />
      {isOrdered(order) ? <span>{t("shop.orders.cancel_how")}</span> : null}
    </div>
  );
}
