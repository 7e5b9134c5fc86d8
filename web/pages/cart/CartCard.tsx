import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { localeTable } from "#contract/locales";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useFactsOf } from "../../line/LineFacts.tsx";
import { Without } from "../../refusals/Without.tsx";
import { Portraits } from "../../scent/Portraits.tsx";
import { ProductNames } from "../../scent/ProductNames.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./cart.module.css";
import { LineBottle } from "./LineBottle.tsx";

interface CartCardProps {
  item: CartItem;
  /** Undefined for other lines than quiz sets. */
  setNumber: number | undefined;
  onRemove: (name: string) => void;
}

export function CartCard({ item, setNumber, onRemove }: CartCardProps) {
  const { locale, t, plural } = useI18n();
  const kind = kindOfCartItem(item);
  const amount = plural(`shop.cart.amount_${itemKinds[kind].quantityUnit}`, item.amount);
  const kindName = t(`shop.kinds.${kind}`);
  const set = setNumber === undefined ? null : t("shop.cart.set_number", { number: setNumber });
  const facts = useFactsOf({ ...item, amount });
  const { fact } = localeTable[locale].separators;
  return (
    <li className={styles.card} data-line={item.id}>
      {item.type === "SAMPLE" || item.addonItemIds.length === 0 ? (
        <Portraits ids={item.productIds} />
      ) : (
        <LineBottle item={item} />
      )}
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
        <p className={styles.soft}>{facts([kindName])}</p>
        <p className={styles.faint}>
          {`${t("shop.cart.unit")} ${t(`shop.cart.units.${item.itemType}`)}${fact}${t("shop.cart.added")} `}
          <time dateTime={item.createdAt}>{formatDateTime(locale, item.createdAt)}</time>
        </p>
      </div>
      <Price item={item} name={set ?? `${kindName} ${item.label}`} onRemove={onRemove} />
    </li>
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
