import { kindOfOrderItem } from "#contract/item-kind";
import { isPayable, type Order } from "#contract/order";
import { formatAmount, formatDateTime } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Badge } from "../../ui/Badge.tsx";
import { canReorder } from "../../order/order-item.ts";
import { OrderItems } from "../../order/OrderItems.tsx";
import { Without } from "../../refusals/Without.tsx";
import { OrderStatus } from "./OrderStatus.tsx";
import styles from "./orders.module.css";
import { Reorder } from "./reorder/Reorder.tsx";
import { Unpaid } from "./Unpaid.tsx";

export function OrderCard({ order }: { order: Order }) {
  const { locale, t } = useI18n();
  const first = order.order_items[0];
  const kind = first ? kindOfOrderItem(first) : null;
  return (
    <article className={styles.card} aria-labelledby={`order-${order.id}`}>
      <header className={styles.head}>
        <h2 id={`order-${order.id}`} className={styles.number}>
          {t("shop.orders.number", { number: order.order_id })}
        </h2>
        {kind ? <Badge tone="neutral">{t(`shop.orders.kinds.${kind}`)}</Badge> : null}
        {order.created_at === null ? null : (
          <time className={styles.soft} dateTime={order.created_at}>
            {formatDateTime(locale, order.created_at)}
          </time>
        )}
      </header>
      <OrderStatus status={order.status} />
      <p className={styles.recipient}>
        {t("shop.orders.recipient", { name: order.customer_name, email: order.customer_email })}{" "}
        <span className={styles.soft}>{order.customer_phone}</span>{" "}
        <span className={styles.soft}>{order.customer_address}</span>
      </p>
      <OrderItems items={order.order_items} currency={order.currency} />
      <Without refusals={order.without} />
      <Foot order={order} />
    </article>
  );
}

function Foot({ order }: { order: Order }) {
  const { locale, t } = useI18n();
  const total = order.order_total_price;
  if (total === null && !isPayable(order) && !canReorder(order)) return null;
  return (
    <footer className={styles.foot}>
      {total === null ? null : (
        <p className={styles.total}>
          <span>{t("shop.cart.total")}</span>
          <strong>{formatAmount(locale, total, order.currency)}</strong>
        </p>
      )}
      {isPayable(order) ? <Unpaid order={order} /> : null}
      {canReorder(order) ? <Reorder order={order} /> : null}
    </footer>
  );
}
