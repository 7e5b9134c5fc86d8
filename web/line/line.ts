import type { CartItem } from "#contract/cart";
import { kindOfCartItem, kindOfOrderItem, type OrderItemKind } from "#contract/item-kind";
import { currency as shopCurrency } from "#contract/money";
import type { OrderItem } from "#contract/order";

/** What a line of a cart or an order shows, on every screen. */
export interface ShownLine {
  id: string;
  productIds: readonly string[];
  /** The products' numbers. */
  label: string;
  /** Null where it cannot be read; the line then says so. */
  kind: OrderItemKind | null;
  amount: number;
  addonItemIds: readonly string[];
  concentration: string | null | undefined;
  labelText: string | null | undefined;
  /** Null where the upstream does not give it. */
  price: number | null;
  currency: string;
}

export function lineOfCart(item: CartItem): ShownLine {
  return { ...item, kind: kindOfCartItem(item), currency: shopCurrency };
}

export function lineOfOrder(item: OrderItem, currency: string): ShownLine {
  const { id, amount, concentration, price } = item;
  return {
    id,
    productIds: item.product_ids,
    label: item.product_number,
    kind: kindOfOrderItem(item),
    amount,
    addonItemIds: item.addon_item_ids,
    concentration,
    labelText: item.label_text,
    price,
    currency,
  };
}
