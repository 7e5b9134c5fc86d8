import { concentrations, type CartItem } from "#contract/cart";
import { kindOfCartItem, kindOfOrderItem, type OrderItemKind } from "#contract/item-kind";
import { currency as shopCurrency } from "#contract/money";
import type { Order } from "#contract/order";
import { t } from "../i18n/translate.ts";

export interface ShownLine
  extends
    Pick<CartItem, "id" | "productIds" | "label" | "amount" | "addonItemIds">,
    Partial<Pick<CartItem, "userAnswer" | "without" | "itemType" | "createdAt">> {
  /** As orders spell it. */
  type: string;
  /** Null where it cannot be read; the line then says so. */
  kind: OrderItemKind | null;
  concentration?: string | null | undefined;
  labelText?: string | null | undefined;
  /** Null where the upstream does not give it. */
  price: number | null;
  currency: string;
  /** Of a set that the quiz chose; other lines have none. */
  name?: string | undefined;
}

export const strengthOf = ({ concentration }: Pick<ShownLine, "concentration">) =>
  concentrations.find((name) => name === concentration?.trim().toUpperCase());

export function linesOfCart(items: readonly CartItem[]): ShownLine[] {
  const sets = items.filter(({ surveyResponseId }) => surveyResponseId !== null);
  return items.map((item) => {
    const [number, unit] = [sets.indexOf(item) + 1, t(`shop.cart.units.${item.itemType}`)];
    const name = number === 0 ? undefined : t("shop.cart.set_number", { number, unit });
    return { ...item, kind: kindOfCartItem(item), currency: shopCurrency, name };
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
