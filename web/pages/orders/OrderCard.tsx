import { Link } from "wouter";
import { kindOfOrderItem } from "#contract/item-kind";
import { canReorder, isActive, isPayable, type Order } from "#contract/order";
import { formatAmount, t } from "../../i18n/translate.ts";
import { formatDateTime } from "../../i18n/dates.ts";
import { OrderLines } from "../../line/Line.tsx";
import { OrderStatus, Recipient } from "../../order/OrderStatus.tsx";
import { Unpaid } from "../../order/Unpaid.tsx";
import { Reorder } from "../../order/reorder/Reorder.tsx";
import { paths } from "../../paths.ts";
import { Without } from "../../refusals/Without.tsx";
import { Amounts } from "../../ui/Amounts.tsx";
import { Badge } from "../../ui/Badge.tsx";
import styles from "./orders.module.css";

export function OrderCard({ order }: { order: Order }) {
  const { id, order_id: number, created_at: placed, order_total_price: total } = order;
  const kinds = [...new Set(order.order_items.map(kindOfOrderItem))];
  const look = `${styles.row} ${isActive(order) ? "" : styles.closed}`;
  return (
    <article className={look} aria-label={t("shop.orders.number", { number })}>
      <OrderLines order={order} isBrief />
      <div className={styles.about}>
        <OrderStatus order={order} />
        {total === null ? null : (
          <Amounts total={[t("shop.cart.total"), formatAmount(total, order.currency)]} />
        )}
        <header className={`soft spread ${styles.head}`}>
          <h2 className={styles.number}>
            <Link className="tap" href={paths.order({ id })}>
              {t("shop.orders.number", { number })}
            </Link>
          </h2>
          {placed === null ? null : (
            <time className="whole" dateTime={placed}>
              {formatDateTime(placed)}
            </time>
          )}
          <span className="cluster">
            {kinds.map((kind) => kind && <Badge key={kind}>{t(`shop.kinds.${kind}`)}</Badge>)}
          </span>
        </header>
        <Recipient order={order} />
        <Without refusals={order.without} />
        {isPayable(order) ? <Unpaid order={order} /> : null}
        {canReorder(order) ? <Reorder order={order} /> : null}
      </div>
    </article>
  );
}
