import { kindOfOrderItem } from "#contract/item-kind";
import type { OrderItem } from "#contract/order";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { Line } from "../line/Line.tsx";
import styles from "./OrderItems.module.css";

export function OrderItems({ items, currency }: { items: OrderItem[]; currency: string }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.items}>
      {items.map((item, position) => (
        <li key={position}>
          <OrderItemLine item={item} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

function OrderItemLine({ item, currency }: { item: OrderItem; currency: string }) {
  const { locale, t, plural } = useI18n();
  const kind = kindOfOrderItem(item);
  if (kind === null) return <p className="soft">{t("shop.orders.item_unreadable")}</p>;
  return (
    <Line
      productIds={item.product_ids}
      label={item.product_number}
      kind={t(`shop.kinds.${kind}`)}
      amount={plural(`shop.orders.amounts.${kind}`, item.amount)}
      addonItemIds={item.addon_item_ids}
      concentration={item.concentration}
      labelText={item.label_text}
      price={item.price === null ? null : formatAmount(locale, item.price, currency)}
    />
  );
}
