import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LineFacts } from "../../line/LineFacts.tsx";
import { ProductPortrait } from "../../scent/ProductPortrait.tsx";
import styles from "./checkout.module.css";

export function OrderSummary({ items, total }: { items: CartItem[]; total: number }) {
  const { locale, t, plural } = useI18n();
  const amountOf = (item: CartItem) =>
    plural(`shop.cart.amount_${itemKinds[kindOfCartItem(item)].quantityUnit}`, item.amount);
  return (
    <aside className={styles.summary} aria-labelledby="order-summary">
      <h2 id="order-summary">{t("shop.cart.summary")}</h2>
      <ul className={styles.lines}>
        {items.map((item) => (
          <li key={item.id}>
            <span className={styles.portraits} aria-hidden="true">
              {item.productIds.map((id) => (
                <ProductPortrait key={id} productId={id} size="thumb" />
              ))}
            </span>
            <div className={styles.words}>
              <p className={styles.kind}>{t(`shop.cart.kinds.${kindOfCartItem(item)}`)}</p>
              <LineFacts {...item} amount={amountOf(item)} />
            </div>
            <span className={styles.price}>{formatMoney(locale, item.price)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.shipping}>
        <span>{t("common.drawer.shipping")}</span>
        <span>{t("shop.checkout.shipping_included")}</span>
      </p>
      <p className={styles.total}>
        <span>{t("shop.cart.total")}</span>
        <strong>{formatMoney(locale, total)}</strong>
      </p>
    </aside>
  );
}
