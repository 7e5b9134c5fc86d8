import type { ReactNode } from "react";
import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatDateTime, formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useChosenOptions } from "../../line/use-chosen-options.ts";
import { Without } from "../../refusals/Without.tsx";
import { ProductNames } from "../../scent/ProductNames.tsx";
import { ProductPortrait } from "../../scent/ProductPortrait.tsx";
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
  const options = useChosenOptions(item.addonItemIds);
  const kind = kindOfCartItem(item);
  const kindName = t(`shop.cart.kinds.${kind}`);
  const title =
    setNumber === undefined ? kindName : t("shop.cart.set_number", { number: setNumber });
  const amount = plural(`shop.cart.amount_${itemKinds[kind].quantityUnit}`, item.amount);
  return (
    <li className={styles.card} data-line={item.id}>
      <div className={styles.portraits} aria-hidden="true">
        {item.productIds.map((id) => (
          <ProductPortrait key={id} productId={id} size="thumb" />
        ))}
      </div>
      <div className={styles.facts}>
        <h2 className={styles.title}>
          {title}
          {setNumber === undefined ? null : <span className={styles.kind}>{kindName}</span>}
        </h2>
        {item.userAnswer ? (
          <p className={styles.answer}>
            <span className={styles.label}>{t("shop.cart.your_answer")}</span> {item.userAnswer}
          </p>
        ) : null}
        <Without refusals={item.without} />
        <dl className={styles.details}>
          <Detail
            name={t("shop.cart.product_number")}
            value={<ProductNames ids={item.productIds} label={item.label} />}
          />
          <Detail name={t("shop.cart.unit")} value={t(`shop.cart.units.${item.itemType}`)} />
          <Detail name={t("shop.cart.amount")} value={amount} />
          {options.map(({ id, category, name }) => (
            <Detail key={id} name={category} value={name} />
          ))}
          {options.length > 0 || item.concentration === null ? null : (
            <Detail
              name={t("shop.cart.concentration")}
              value={t(`shop.cart.concentrations.${item.concentration}`)}
            />
          )}
          {item.labelText ? (
            <Detail name={t("shop.cart.label_text")} value={item.labelText} />
          ) : null}
          <Detail name={t("shop.cart.added")} value={formatDateTime(locale, item.createdAt)} />
        </dl>
      </div>
      <div className={styles.end}>
        <p className={styles.price}>{formatMoney(locale, item.price)}</p>
        <Button
          variant="quiet"
          onClick={() => onRemove(title)}
          aria-label={t("shop.cart.remove_named", { name: title })}
        >
          {t("shop.cart.remove")}
        </Button>
      </div>
    </li>
  );
}

function Detail({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
