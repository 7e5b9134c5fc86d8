import type { CartItem, CartItemBody } from "#contract/cart";
import type { UserType } from "#contract/product";

const itemTypes = { ENTERPRISE: "LARGE_JAR_KG", PERSONAL_PAPER: "SAMPLE_PAPER", PERSONAL_JAR: "JAR" } as const satisfies Record<
  UserType,
  CartItem["itemType"]
>;

export interface FinishedWish {
  productId: string;
  userType: UserType;
  quantity: number;
  addonItemIds: readonly string[];
  labelText: string;
  concentration: CartItem["concentration"];
}

export function finishedItem(wish: FinishedWish): CartItemBody {
  return {
    productIds: [wish.productId],
    itemType: itemTypes[wish.userType],
    type: "FINISHED_PRODUCT",
    amount: wish.quantity,
    concentration: wish.concentration,
    addonItemIds: [...wish.addonItemIds],
    labelText: wish.labelText.trim().normalize("NFC") || null,
  };
}
