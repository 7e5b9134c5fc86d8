import type { ComponentProps } from "react";
import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatMoney } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { Line } from "../line/Line.tsx";
import { Button } from "../ui/Button.tsx";
import styles from "./cart-line.module.css";

interface CartLineProps extends Pick<
  ComponentProps<typeof Line>,
  "title" | "names" | "before" | "after"
> {
  item: CartItem;
  /** What it is called beside others; else its kind and number. */
  called?: string | undefined;
  className?: string | undefined;
  /** Takes it out of the cart; `label` names the button for who does not see the line. */
  remove?: { label: (name: string) => string; run: (name: string) => void };
}

export function CartLine({ item, called, className, remove, ...line }: CartLineProps) {
  const { locale, t, plural } = useI18n();
  const kind = kindOfCartItem(item);
  const kindName = t(`shop.kinds.${kind}`);
  const name = called ?? `${kindName} ${item.label}`;
  return (
    <li className={className} data-line={item.id}>
      <Line
        {...item}
        {...line}
        kind={kindName}
        amount={plural(`shop.cart.amount_${itemKinds[kind].quantityUnit}`, item.amount)}
        price={formatMoney(locale, item.price)}
      >
        {remove === undefined ? null : (
          <Button
            variant="quiet"
            className={styles.remove}
            onClick={() => remove.run(name)}
            aria-label={remove.label(name)}
          >
            {t("shop.cart.remove")}
          </Button>
        )}
      </Line>
    </li>
  );
}
