import { useLocation } from "wouter";
import { addToCart } from "../api/cart.ts";
import { useWork } from "../feedback/use-work.ts";
import { paths } from "../paths.ts";
import type { CartItemBody } from "#contract/cart";
import { itemKinds } from "#contract/item-kind";
import type { FinishedProduct } from "#contract/pricing";

export function usePurchase() {
  const [, navigate] = useLocation();
  const { isBusy, failure, run } = useWork();
  const buy = async (wish: FinishedWish) => {
    await addToCart(finishedItem(wish));
    navigate(paths.cart());
  };
  return { isBusy, failure, buy: (wish: FinishedWish) => void run(() => buy(wish)) };
}

type FinishedWish = Pick<FinishedProduct, "kind" | "quantity" | "addonItemIds"> &
  Record<"productId" | "labelText", string>;

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
