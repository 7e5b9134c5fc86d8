/** Prices the lines that the shopper saw. The Worker's sum counts; the page's is only compared with it. */
import type { CheckoutBody } from "#contract/checkout-body";
import { maxSampleSetsAtCheckout } from "#contract/limits";
import { cartTotal } from "#contract/money";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import {
  rewritePrices,
  type CartItemRow,
  type CartOwner,
  type StoredCart,
} from "../../store/carts.ts";
import { linePrice } from "../carts/cart-answer.ts";
import { changeOf } from "../carts/change-cart.ts";
import { refuseKilograms } from "../carts/refuse-kilograms.ts";
import { refuseUnpayable } from "../carts/refuse-unpayable.ts";
import { repriceItems } from "../carts/reprice-items.ts";

type Asked = Pick<CheckoutBody, "cart_items" | "expected_total" | "pay_type">;

/**
 * `deps` calls the upstream as the member.
 * @throws ShopError `cart_empty`, `business_only`, `amount_not_payable`, `price_changed` with `{ total, expected_total }`, or
 * `too_many_samples` with `{ count }`.
 */
export async function checkCart(
  deps: Deps,
  memberId: string,
  cart: StoredCart,
  asked: Asked,
): Promise<{ items: CartItemRow[]; total: number }> {
  if (cart.items.length === 0) throw new ShopError("cart_empty");
  const ids = new Set(asked.cart_items.map((line) => line.id));
  const wanted = cart.items.filter((item) => ids.has(item.id));
  await refuseKilograms(deps, wanted);
  const items = await repriced(deps, { memberId }, wanted);
  const total = cartTotal(items.map((item) => ({ price: linePrice(item) })));
  const { expected_total } = asked;
  const changed = new ShopError("price_changed", { detail: { total, expected_total } });
  if (items.length < ids.size) throw changed;
  refuseUnpayable(deps, asked.pay_type, total);
  if (total !== expected_total) throw changed;
  // The whole cart counts, or a set left out of this order would come with the next.
  const count = cart.items.filter(
    (item) => item.saleType === "SAMPLE" || item.surveyResponseId !== null,
  ).length;
  if (count > maxSampleSetsAtCheckout)
    throw new ShopError("too_many_samples", { detail: { count } });
  return { items, total };
}

/** Saves the new prices too, so that the shopper sees them when the order is refused. */
async function repriced(
  deps: Deps,
  owner: CartOwner,
  items: readonly CartItemRow[],
): Promise<CartItemRow[]> {
  const prices = new Map((await repriceItems(deps, items)).map((price) => [price.id, price]));
  const changed = items.filter((item) => prices.get(item.id)?.unitPrice !== item.unitPrice);
  if (changed.length > 0)
    await rewritePrices(deps.db, changeOf(deps, { owner, expectedVersion: null }), [
      ...prices.values(),
    ]);
  return items.map((item) => ({ ...item, ...prices.get(item.id) }));
}
