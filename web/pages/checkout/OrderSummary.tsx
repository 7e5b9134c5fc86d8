import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LineFacts } from "../../line/LineFacts.tsx";
import { Portraits } from "../../scent/Portraits.tsx";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./checkout.module.css";

/** Above the form on a phone, folded to one line; where it stands beside the form, unfolded. */
export function OrderSummary({ items, total }: { items: CartItem[]; total: number }) {
  const { locale, t, plural } = useI18n();
  const sum = formatMoney(locale, total);
  const isWide = useMedia("(min-width: 1024px)");
  return (
    <aside className={styles.summary} aria-labelledby="order-summary">
      <details open={isWide}>
        <summary>
          <h2 id="order-summary">{t("shop.cart.summary")}</h2>
          <span className={styles.soft}>{plural("shop.cart.count", items.length)}</span>
          <span className={styles.price}>{sum}</span>
        </summary>
        <ul className={styles.lines}>
          {items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
        <p className={styles.shipping}>
          <span>{t("common.drawer.shipping")}</span>
          <span>{t("shop.checkout.shipping_included")}</span>
        </p>
        <p className={styles.total}>
          <span>{t("shop.cart.total")}</span>
          <strong>{sum}</strong>
        </p>
      </details>
    </aside>
  );
}

function Line({ item }: { item: CartItem }) {
  const { locale, t, plural } = useI18n();
  const kind = kindOfCartItem(item);
  return (
    <li>
      <Portraits ids={item.productIds} />
      <LineFacts
        {...item}
        kind={t(`shop.kinds.${kind}`)}
        amount={plural(`shop.cart.amount_${itemKinds[kind].quantityUnit}`, item.amount)}
      />
      <span className={styles.price}>{formatMoney(locale, item.price)}</span>
    </li>
  );
}
