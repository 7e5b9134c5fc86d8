import type { CartItem } from "#contract/cart";
import { formatDateTime, formatMoney, formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { ProductPortrait } from "../../scent/ProductPortrait.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./cart.module.css";
import { kindOfCartItem, unitOfCartItem } from "./cart-item.ts";

interface CartCardProps {
  item: CartItem;
  /** The number of the quiz set, if it is one. */
  setNumber: number | undefined;
  onRemove: () => void;
}

export function CartCard({ item, setNumber, onRemove }: CartCardProps) {
  const { locale, t } = useI18n();
  const kind = t(`shop.cart.kinds.${kindOfCartItem(item)}`);
  const title = setNumber === undefined ? kind : t("shop.cart.set_number", { number: setNumber });
  const amount = t(item.itemType === "LARGE_JAR_KG" ? "shop.cart.amount_kg" : amountKey(item), {
    count: formatNumber(locale, item.amount),
  });
  return (
    <li className={styles.card}>
      <div className={styles.portraits} aria-hidden="true">
        {item.productIds.map((id) => (
          <ProductPortrait key={id} productId={id} size="thumb" />
        ))}
      </div>
      <div className={styles.facts}>
        <h2 className={styles.title}>
          {title}
          {setNumber === undefined ? null : <span className={styles.kind}>{kind}</span>}
        </h2>
        {item.userAnswer ? (
          <p className={styles.answer}>
            <span className={styles.label}>{t("shop.cart.your_answer")}</span>
            {item.userAnswer}
          </p>
        ) : null}
        <dl className={styles.details}>
          <Detail name={t("shop.cart.product_number")} value={item.label} />
          <Detail name={t("shop.cart.unit")} value={t(`shop.cart.units.${unitOfCartItem(item)}`)} />
          <Detail name={t("shop.cart.amount")} value={amount} />
          {item.concentration === null ? null : (
            <Detail name={t("shop.cart.concentration")} value={t(`shop.cart.concentrations.${item.concentration}`)} />
          )}
          {item.labelText ? <Detail name={t("shop.cart.label_text")} value={item.labelText} /> : null}
          <Detail name={t("shop.cart.added")} value={formatDateTime(locale, item.createdAt)} />
        </dl>
      </div>
      <div className={styles.end}>
        <p className={styles.price}>{formatMoney(locale, item.price)}</p>
        <Button variant="quiet" onClick={onRemove} aria-label={t("shop.cart.remove_named", { name: title })}>
          {t("shop.cart.remove")}
        </Button>
      </div>
    </li>
  );
}

function amountKey(item: CartItem): "shop.cart.amount_sets" | "shop.cart.amount_packs" | "shop.cart.amount_bottles" {
  if (item.type === "SAMPLE") return "shop.cart.amount_sets";
  return item.itemType === "SAMPLE_PAPER" ? "shop.cart.amount_packs" : "shop.cart.amount_bottles";
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
