import type { CartItem } from "#contract/cart";
import type { OrderSums } from "#contract/order-sums";
import { Sums } from "../../cart/Sums.tsx";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Line, Lines } from "../../line/Line.tsx";
import { lineOfCart } from "../../line/line.ts";
import { classNames } from "../../ui/class-names.ts";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./checkout.module.css";

/** Above the form on a phone, folded to one line; where it stands beside the form, unfolded. */
export function OrderSummary({ items, sums }: { items: CartItem[]; sums: OrderSums }) {
  const { locale, t, plural } = useI18n();
  const isWide = useMedia("(min-width: 1024px)");
  return (
    <aside className={classNames("sheet", styles.summary)} aria-labelledby="order-summary">
      <details open={isWide}>
        <summary>
          <h2 id="order-summary">{t("shop.cart.summary")}</h2>
          <span className="soft">{plural("shop.cart.count", items.length)}</span>
          <span className="figure">{formatMoney(locale, sums.total)}</span>
        </summary>
        <Lines>
          {items.map((item) => (
            <Line key={item.id} line={lineOfCart(item)} />
          ))}
        </Lines>
        <Sums sums={sums} />
      </details>
    </aside>
  );
}
