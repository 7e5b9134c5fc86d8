import type { Cart, CartItem } from "#contract/cart";
import { cartItem } from "#contract/cart";
import { cartTotal } from "#contract/money";
import type { CartItemRow, StoredCart } from "../../store/carts.ts";

export function cartAnswer(stored: StoredCart, now: number): Cart {
  const items = stored.items.map(itemAnswer);
  return {
    items,
    totalItems: items.length,
    totalPrice: cartTotal(items),
    lastUpdated: new Date(stored.updatedAt || now).toISOString(),
    version: stored.version,
  };
}

export function linePrice({
  unitPrice,
  amount,
}: Pick<CartItemRow, "unitPrice" | "amount">): number {
  return unitPrice * amount;
}

/** Parsed, because the columns are wider than the contract's closed lists. */
function itemAnswer(row: CartItemRow): CartItem {
  return cartItem.parse({
    id: row.id,
    productIds: row.productIds,
    label: row.label,
    price: linePrice(row),
    itemType: row.itemType,
    type: row.saleType,
    amount: row.amount,
    concentration: row.concentration,
    surveyResponseId: row.surveyResponseId,
    userAnswer: row.userAnswer,
    addonItemIds: row.addonItemIds,
    labelText: row.labelText,
    createdAt: new Date(row.createdAt).toISOString(),
  });
}
