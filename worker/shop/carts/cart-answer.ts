import type { Cart, CartItem } from "#contract/cart";
import { cartItem } from "#contract/cart";
import type { CartItemRow, StoredCart } from "../../store/carts.ts";

export function cartAnswer(stored: StoredCart, now: number): Cart {
  const items = stored.items.map(itemAnswer);
  return {
    items,
    totalItems: items.length,
    totalPrice: totalOf(stored.items),
    lastUpdated: new Date(stored.updatedAt || now).toISOString(),
    version: stored.version,
  };
}

export function totalOf(items: readonly { unitPrice: number; amount: number }[]): number {
  return items.reduce((sum, item) => sum + item.unitPrice * item.amount, 0);
}

/** Parsed, because the columns are wider than the closed lists of the contract. */
function itemAnswer(row: CartItemRow): CartItem {
  return cartItem.parse({
    id: row.id,
    productIds: row.productIds,
    label: row.label,
    price: row.unitPrice * row.amount,
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
