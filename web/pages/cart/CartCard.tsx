import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Line } from "../../line/Line.tsx";
import { Without } from "../../refusals/Without.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./cart.module.css";

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
  const name = set ?? `${kindName} ${item.label}`;
  return (
    <li className={styles.card} data-line={item.id}>
      <Line
        {...item}
        names="h2"
        title={set === null ? null : <p className={styles.set}>{set}</p>}
        kind={kindName}
        amount={amount}
        price={formatMoney(locale, item.price)}
        before={
          <>
            {item.userAnswer ? (
              <p className={styles.answer}>
                <span className={styles.label}>{t("shop.cart.your_answer")}</span> {item.userAnswer}
              </p>
            ) : null}
            <Without refusals={item.without} />
          </>
        }
        after={<Added item={item} />}
      >
        <Button
          variant="quiet"
          className={styles.remove}
          onClick={() => onRemove(name)}
          aria-label={t("shop.cart.remove_named", { name })}
        >
          {t("shop.cart.remove")}
        </Button>
      </Line>
    </li>
  );
}

function Added({ item: { itemType, createdAt } }: { item: CartItem }) {
  const { locale, t } = useI18n();
  return (
    <p className={styles.faint}>
      {/* The kinds of the other lines are named by their unit. */}
      {itemType === "LARGE_JAR_KG" ? <span>{t("shop.cart.unit_kg")}</span> : null}
      <span>
        {`${t("shop.cart.added")} `}
        <time dateTime={createdAt}>{formatDateTime(locale, createdAt)}</time>
      </span>
    </p>
  );
}
