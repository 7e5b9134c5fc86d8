import { localeTable } from "#contract/locales";
import { isActive, isBeingMade, isUnpaid, orderStops, statusOf, type Order } from "#contract/order";
import { formatMoney, locale, t } from "../i18n/translate.ts";
import { DeliveryDates } from "../delivery/DeliveryDates.tsx";
import { OrderLines } from "../line/Line.tsx";
import { Without } from "../refusals/Without.tsx";
import { Badge } from "../ui/Badge.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./OrderSheet.module.css";

interface OrderSheetProps {
  order: Order;
  /** Of a row in the list: the order's own page has it above. */
  head?: React.ReactNode;
  children: React.ReactNode;
}

export function OrderSheet({ order, head, children }: OrderSheetProps) {
  const isRow = head !== undefined;
  const isPast = isRow && !isActive(order);
  return (
    <article
      className={classNames(isRow ? styles.row : styles.order, isPast ? styles.done : "sheet")}
      aria-label={t("shop.orders.number", { number: order.order_id })}
    >
      <div className={`stack ${styles.where}`}>
        {head}
        <div className={styles.status}>
          <OrderStatus status={order.status} />
        </div>
        <Refunds order={order} />
        <ExpectedDelivery order={order} />
      </div>
      <div className={`stack ${styles.what}`}>
        <OrderLines order={order} isBrief={isPast} />
        {isPast ? null : <Without refusals={order.without} />}
      </div>
      <div className={`stack ${styles.side}`}>{children}</div>
    </article>
  );
}

function OrderStatus({ status }: { status: string }) {
  const name = statusOf(status);
  if (name === null) return <Badge>{t("shop.orders.status.unknown")}</Badge>;
  const position = orderStops.indexOf(name);
  if (position === -1) return <Badge tone="warning">{t(`shop.orders.status.${name}`)}</Badge>;
  return (
    <ol className={styles.progress} aria-label={t("shop.orders.status.label")}>
      {orderStops.map((stop, index) => (
        <li
          key={stop}
          className={classNames(
            index < position && styles.past,
            index === position && styles.present,
          )}
          aria-current={index === position ? "step" : undefined}
        >
          <span>
            {t(
              `shop.orders.status.${index < position && isUnpaid({ status: stop }) ? "paid" : stop}`,
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** While the order is being made. What was paid elsewhere counts as paid when it was placed. */
function ExpectedDelivery({ order }: { order: Order }) {
  const paidAt = Date.parse(order.paid_at ?? order.created_at ?? "");
  if (!isBeingMade(order) || Number.isNaN(paidAt)) return null;
  return <DeliveryDates paidAt={paidAt} />;
}

export function Recipient({ order }: { order: Order }) {
  return (
    <p className={styles.recipient}>
      {t("shop.orders.recipient", { name: order.customer_name, email: order.customer_email })}
      <span className="soft whole">{order.customer_phone}</span>
      <span className="soft">{order.customer_address}</span>
      {order.customer_note === undefined ? null : (
        <span className="soft">{t("shop.orders.note", { note: order.customer_note })}</span>
      )}
    </p>
  );
}

function Refunds({ order: { refunds = [] } }: { order: Order }) {
  if (refunds.length === 0) return null;
  // In Taiwan, where the money was given back, whatever the browser's time zone.
  const { formatTag, date } = localeTable[locale];
  const format = { year: "numeric", ...date, timeZone: "Asia/Taipei" } as const;
  const days = new Intl.DateTimeFormat(formatTag, format);
  return (
    <ul className={styles.refunds}>
      {refunds.map(({ amount_twd, made_at }, position) => (
        <li key={position}>
          {t("shop.orders.refunded_on", {
            amount: formatMoney(amount_twd),
            date: days.format(new Date(made_at)),
          })}
        </li>
      ))}
    </ul>
  );
}
