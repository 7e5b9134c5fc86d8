import { concentrations, type CartItem } from "#contract/cart";
import { isFinished, kindOfCartItem, kindOfOrderItem } from "#contract/item-kind";
import { currency as shopCurrency } from "#contract/money";
import type { Order } from "#contract/order";
import { plural, t } from "../i18n/translate.ts";

export interface ShownLine
  extends
    Pick<CartItem, "id" | "productIds" | "label" | "amount" | "addonItemIds">,
    Partial<Pick<CartItem, "userAnswer" | "without" | "createdAt">> {
  /** As orders spell it. */
  type: string;
  /** Null where it cannot be read; the line then says so. */
  kind: ReturnType<typeof kindOfOrderItem>;
  concentration?: string | null | undefined;
  labelText?: string | null | undefined;
  /** Null where the upstream does not give it. */
  price: number | null;
  currency: string;
  /** Of a set that the quiz chose; other lines have none. */
  name?: string | undefined;
  unit?: string;
}

export const strengthOf = ({ concentration }: Pick<ShownLine, "concentration">) =>
  concentrations.find((name) => name === concentration?.trim().toUpperCase());

export function linesOfCart(items: readonly CartItem[]): ShownLine[] {
  const sets = items.filter(({ surveyResponseId }) => surveyResponseId !== null);
  return items.map((item) => {
    const [kind, number] = [kindOfCartItem(item), sets.indexOf(item) + 1];
    const unit = isFinished(kind)
      ? plural(`shop.purchase.units.${kind}`, item.amount)
      : t(`shop.cart.units.${item.itemType}`);
    const name = number === 0 ? undefined : t("shop.cart.set_number", { number, unit });
    return { ...item, kind, currency: shopCurrency, name, unit };
  });
}

export function linesOfOrder({ order_items: items, currency }: Order): ShownLine[] {
  return items.map((item, position) => ({
    ...item,
    id: `${position}`,
    productIds: item.product_ids,
    label: item.product_number,
    kind: kindOfOrderItem(item),
    addonItemIds: item.addon_item_ids,
    labelText: item.label_text,
    currency,
  }));
}
