import type { CartItemBody } from "#contract/cart";
import { itemKinds, type FinishedKind } from "#contract/item-kind";

export interface FinishedWish {
  productId: string;
  kind: FinishedKind;
  quantity: number;
  addonItemIds: readonly string[];
  labelText: string;
}

export function finishedItem(wish: FinishedWish): CartItemBody {
  return {
    productIds: [wish.productId],
    itemType: itemKinds[wish.kind].itemType,
    type: itemKinds[wish.kind].type,
    amount: wish.quantity,
    addonItemIds: [...wish.addonItemIds],
    labelText: wish.labelText.trim().normalize("NFC") || null,
  };
}
