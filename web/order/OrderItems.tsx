import { concentrations } from "#contract/cart";
import { kindOfOrderItem } from "#contract/item-kind";
import type { OrderItem } from "#contract/order";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { ProductPortrait } from "../scent/ProductPortrait.tsx";
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
  const strength = concentrations.find((name) => name === item.concentration?.trim().toUpperCase());
  const productIds = [...new Set(item.product_ids)];
  const facts = [
    item.product_number,
    plural(`shop.orders.amounts.${kind}`, item.amount),
    strength === undefined ? null : t(`shop.cart.concentrations.${strength}`),
    item.label_text,
  ].filter(Boolean);
  return (
    <div className={classNames(styles.item, productIds.length > 0 && styles.pictured)}>
      {productIds.length === 0 ? null : (
        <span className={styles.portraits} aria-hidden="true">
          {productIds.map((id) => (
            <ProductPortrait key={id} productId={id} size="thumb" />
          ))}
        </span>
      )}
      <span>
        {t(`shop.orders.kinds.${kind}`)}
        <span className={styles.soft}>
          {facts.map((fact, position) => (
            <span key={position} className={styles.fact}>
              {fact}
            </span>
          ))}
        </span>
      </span>
      {item.price === null ? null : (
        <span className={styles.price}>{formatAmount(locale, item.price, currency)}</span>
      )}
    </div>
  );
}
