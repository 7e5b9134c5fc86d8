import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Facts } from "../../line/Facts.tsx";
import { LinePicture } from "../../line/LinePicture.tsx";
import { Without } from "../../refusals/Without.tsx";
import { ProductNames } from "../../scent/ProductNames.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./cart.module.css";

interface CartCardProps {
  item: CartItem;
  /** Undefined for other lines than quiz sets. */
  setNumber: number | undefined;
  onRemove: (name: string) => void;
}

export function CartCard({ item, setNumber, onRemove }: CartCardProps) {
  const { t, plural } = useI18n();
  const kind = kindOfCartItem(item);
  const amount = plural(`shop.cart.amount_${itemKinds[kind].quantityUnit}`, item.amount);
  const kindName = t(`shop.kinds.${kind}`);
  const set = setNumber === undefined ? null : t("shop.cart.set_number", { number: setNumber });
  return (
    <li className={styles.card} data-line={item.id}>
      <LinePicture {...item} />
      <div className={styles.facts}>
        {set === null ? null : <p className={styles.set}>{set}</p>}
        <h2>
          <ProductNames ids={item.productIds} label={item.label} />
        </h2>
        {item.userAnswer ? (
          <p className={styles.answer}>
            <span className={styles.label}>{t("shop.cart.your_answer")}</span> {item.userAnswer}
          </p>
        ) : null}
        <Without refusals={item.without} />
        <Facts {...item} kind={kindName} amount={amount} />
        <Added item={item} />
      </div>
      <Price item={item} name={set ?? `${kindName} ${item.label}`} onRemove={onRemove} />
    </li>
  );
}

function Added({ item: { itemType, createdAt } }: { item: CartItem }) {
  const { locale, t } = useI18n();
  return (
    <p className={styles.faint}>
      <span>{`${t("shop.cart.unit")} ${t(`shop.cart.units.${itemType}`)}`}</span>
      <span>
        {`${t("shop.cart.added")} `}
        <time dateTime={createdAt}>{formatDateTime(locale, createdAt)}</time>
      </span>
    </p>
  );
}

interface PriceProps {
  item: CartItem;
  name: string;
  onRemove: (name: string) => void;
}

function Price({ item, name, onRemove }: PriceProps) {
  const { locale, t } = useI18n();
  return (
    <div className={styles.end}>
      <p className={styles.price}>{formatMoney(locale, item.price)}</p>
      <Button
        variant="quiet"
        onClick={() => onRemove(name)}
        aria-label={t("shop.cart.remove_named", { name })}
      >
        {t("shop.cart.remove")}
      </Button>
    </div>
  );
}
