import { kindOfOrderItem } from "#contract/item-kind";
import type { OrderItem } from "#contract/order";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { LineFacts } from "../line/LineFacts.tsx";
import { Portraits } from "../scent/Portraits.tsx";
import { classNames } from "../ui/class-names.ts";
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
  if (kind === null) return <p className={styles.soft}>{t("shop.orders.item_unreadable")}</p>;
  const productIds = [...new Set(item.product_ids)];
  return (
    <div className={classNames(styles.item, productIds.length > 0 && styles.pictured)}>
      {productIds.length === 0 ? null : <Portraits ids={productIds} />}
      <LineFacts
        productIds={productIds}
        label={item.product_number}
        kind={t(`shop.kinds.${kind}`)}
        amount={plural(`shop.orders.amounts.${kind}`, item.amount)}
        addonItemIds={item.addon_item_ids}
        concentration={item.concentration}
        labelText={item.label_text}
      />
      {item.price === null ? null : (
        <span className={styles.price}>{formatAmount(locale, item.price, currency)}</span>
      )}
    </div>
  );
}
