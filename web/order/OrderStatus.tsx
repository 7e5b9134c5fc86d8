import { localeTable } from "#contract/locales";
import { isBeingMade, isUnpaid, orderStops, statusOf, type Order } from "#contract/order";
import { formatMoney, locale, t } from "../i18n/translate.ts";
import { DeliveryDates } from "../delivery/DeliveryDates.tsx";
import { Badge } from "../ui/Badge.tsx";
import styles from "./OrderStatus.module.css";

/** Where it stands: a word, the way it is on, and what follows. */
export function OrderStatus({ order }: { order: Order }) {
  const name = statusOf(order.status);
  const word = t(`shop.orders.status.${name ?? "unknown"}`);
  const position = orderStops.findIndex((stop) => stop === name);
  return (
    <>
      {position === -1 ? (
        <Badge tone={name === null ? "neutral" : "warning"}>{word}</Badge>
      ) : (
        <Progress position={position} word={word} />
      )}
      <Refunds order={order} />
      <ExpectedDelivery order={order} />
    </>
  );
}

function Progress({ position, word }: { position: number; word: string }) {
  const nameOf = (stop: (typeof orderStops)[number], index: number) =>
    index < position && isUnpaid({ status: stop }) ? "paid" : stop;
  return (
    <>
      <p className={styles.name} aria-hidden="true">
        {word}
      </p>
      <ol className={styles.progress} aria-label={t("shop.orders.status.label")}>
        {orderStops.map((stop, index) => (
          <li
            key={stop}
            className={index < position ? styles.past : undefined}
            aria-current={index === position ? "step" : undefined}
          >
            <span>{t(`shop.orders.status.${nameOf(stop, index)}`)}</span>
          </li>
        ))}
      </ol>
    </>
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
