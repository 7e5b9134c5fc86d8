import { useId, useState } from "react";
import { Link } from "wouter";
import { kindOfOrderItem } from "#contract/item-kind";
import { canReorder, isPayable, type Order } from "#contract/order";
import { t } from "../../i18n/translate.ts";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatAmount } from "../../i18n/format.ts";
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
import { Without } from "../../refusals/Without.tsx";
import { Amounts } from "../../ui/Amounts.tsx";
import { Badge } from "../../ui/Badge.tsx";
import styles from "./orders.module.css";

export function OrderCard({ order }: { order: Order }) {
  const { order_total_price: total, currency } = order;
  return (
    <article className={`sheet ${styles.card}`} aria-labelledby={`order-${order.id}`}>
      <div className={`stack ${styles.what}`}>
        <Head order={order} />
        <OrderStatus status={order.status} />
        <Refunds order={order} />
        <ExpectedDelivery order={order} />
        <OrderLines order={order} />
        <Without refusals={order.without} />
      </div>
      <div className={`stack ${styles.side}`}>
        {total === null ? null : (
          <Amounts total={[t("shop.cart.total"), formatAmount(total, currency)]} />
        )}
        <SentTo order={order} />
        {isPayable(order) ? <Unpaid order={order} /> : null}
        {canReorder(order) ? <Reorder order={order} /> : null}
      </div>
    </article>
  );
}

function Head({ order }: { order: Order }) {
  const kinds = new Set(order.order_items.map(kindOfOrderItem));
  return (
    <header className={`spread ${styles.head}`}>
      <h2 id={`order-${order.id}`} className={styles.number}>
        <Link className="tap" href={paths.order({ id: order.id })}>
          {t("shop.orders.number", { number: order.order_id })}
        </Link>
      </h2>
      {order.created_at === null ? null : (
        <time className="soft whole" dateTime={order.created_at}>
          {formatDateTime(order.created_at)}
        </time>
      )}
      <span className={`cluster ${styles.kinds}`}>
        {[...kinds].map((kind) =>
          kind === null ? null : <Badge key={kind}>{t(`shop.kinds.${kind}`)}</Badge>,
        )}
      </span>
    </header>
  );
}

/** Folded, since it is alike on most orders; printed in full. */
function SentTo({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.sentTo}>
      <button
        type="button"
        className={`tap unprinted ${styles.fold}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("shop.orders.sent_to", { name: order.customer_name })}
      </button>
      <div id={id} className={isOpen ? undefined : styles.folded}>
        <Recipient order={order} />
      </div>
    </div>
  );
}
