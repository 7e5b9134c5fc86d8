import type { OrderItem } from "#contract/order";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { ProductPortrait } from "../../scent/ProductPortrait.tsx";
import { kindOfItem } from "./order-item.ts";
import styles from "./orders.module.css";

export function OrderItems({ items }: { items: OrderItem[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id}>
          <OrderItemLine item={item} />
        </li>
      ))}
    </ul>
  );
}

function OrderItemLine({ item }: { item: OrderItem }) {
  const { locale, t } = useI18n();
  const kind = kindOfItem(item);
  if (kind === null) return <p className={styles.soft}>{t("shop.orders.item_unreadable")}</p>;
  const facts = [
    item.product_number,
    t(`shop.orders.amounts.${kind}`, { count: formatNumber(locale, item.amount) }),
    item.concentration ? t(`shop.cart.concentrations.${item.concentration as "RICH"}`) : null,
    item.label_text,
  ].filter(Boolean);
  return (
    <div className={styles.item}>
      <span className={styles.portraits} aria-hidden="true">
        {item.product_ids.map((id) => (
          <ProductPortrait key={id} productId={id} size="thumb" />
        ))}
      </span>
      <span>
        {t(`shop.orders.kinds.${kind}`)}
        <span className={styles.soft}>{facts.join(" · ")}</span>
      </span>
      <span className={styles.price}>{formatMoney(locale, item.price)}</span>
    </div>
  );
}
