import { useEffect } from "react";
import { Redirect } from "wouter";
import { canReorder, isOrdered, isPayable, type Order } from "#contract/order";
import { t } from "../../i18n/translate.ts";
import { ApiError } from "../../api/errors.ts";
import { useOrder } from "../../api/orders.ts";
import { Sums } from "../../cart/Sums.tsx";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { BrandMark } from "../../layout/Brand.tsx";
import { Page } from "../../layout/Page.tsx";
import { LinePicture, OrderLines } from "../../line/Line.tsx";
import { PageTint } from "../../scent/ProductPortrait.tsx";
import { linesOfOrder } from "../../line/line.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { useIdInPath } from "../../navigation/use-here.ts";
import { OrderStatus, Recipient } from "../../order/OrderStatus.tsx";
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
  const number = order?.order_id ?? "…";
  const placed = order?.created_at ?? null;
  const toOrders = (
    <LinkButton variant="quiet" href={paths.orders()}>
      {t("shop.orders.all")}
    </LinkButton>
  );
  return (
    <Page
      key={number}
      title={t("shop.orders.number", { number })}
      intro={
        placed === null ? null : (
          <time dateTime={placed}>{t("shop.orders.placed", { date: formatDateTime(placed) })}</time>
        )
      }
      width="wide"
      className={styles.page}
    >
      {order === undefined ? (
        <>
          <Loading of={read} lines={8} />
          {error === undefined ? null : toOrders}
        </>
      ) : (
        <>
          <p className={`letterhead ${styles.letterhead}`} aria-hidden="true">
            <BrandMark />
            {t("common.brand")}
            <small>{t("common.footer.seller")}</small>
          </p>
          <PageTint productId={order.order_items[0]?.product_ids[0]} />
          <div className={styles.stage} aria-hidden="true">
            {linesOfOrder(order).map((line) => (
              <LinePicture key={line.id} line={line} isLarge />
            ))}
          </div>
          <article className={styles.letter}>
            <OrderStatus order={order} />
            {isPayable(order) ? <Payment order={order} /> : null}
            <OrderLines order={order} isPlain />
            <Without refusals={order.without} />
            <OrderSums order={order} />
            <section className={`stack ${styles.recipient}`}>
              <h2 className="lesser">{t("shop.checkout.recipient")}</h2>
              <Recipient order={order} />
            </section>
            {isPayable(order) ? null : <Payment order={order} />}
            {canReorder(order) ? <Reorder order={order} variant="primary" /> : null}
          </article>
          <div className={`cluster unprinted ${styles.ways}`}>
            <Button onClick={() => print()}>{t("shop.orders.print")}</Button>
            <Button variant="quiet" onClick={printGift}>
              {t("shop.orders.print_gift")}
            </Button>
            {toOrders}
          </div>
        </>
      )}
    </Page>
  );
}

/** Nobody's order, or somebody else's: the address leads to all of the member's own. */
function NotFound({ id }: { id: string }) {
  const words = t("shop.orders.not_found", { number: id });
  useEffect(() => void showToast(words, { tone: "danger" }), [words]);
  return <Redirect to={paths.orders()} replace />;
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
  return <Sums sums={sums ?? { lines: total, adjustments: [], total }} currency={currency} />;
}

function Payment({ order }: { order: Order }) {
  if (isPayable(order))
    return (
      <section className="unprinted stack">
        <Unpaid order={order} />
        <PaySecurely />
      </section>
    );
  const { paid_at: paid, trade_no: number } = order;
  if (paid === undefined) return null;
  return (
    <div className="soft">
      <time className="soft" dateTime={paid}>
        {t("shop.orders.paid_on", { date: formatDateTime(paid) })}
      </time>
      {number && <span className="soft">{t("shop.orders.trade_no", { number })}</span>}
      {isOrdered(order) ? <span className="soft">{t("shop.orders.cancel_how")}</span> : null}
    </div>
  );
}
