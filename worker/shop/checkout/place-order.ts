/**
 * A checkout is one row of `idempotency_keys`. Each arrow is one conditional statement or batch:
 *
 *         claimRequest         begin           startAttempt         settleAttempt
 *    free ────────────► claimed ─────► ordering ────────────► attempted ────────────► settled
 *     ▲                   │              │  │ ▲
 *     │  releaseClaim     │              │  └─┘ releaseClaim, lease over: the same body goes on
 *     └───────────────────┴──────────────┘
 *                 refused: nothing was ordered
 *
 *   claimed    a lease: the key belongs to this body, and nothing has happened yet
 *   ordering   a content, for one checkout of a member at a time: the upstream may have its order,
 *              which `orderUpstream` finds or places, however often it is asked
 *   attempted  an answer, and with it an attempt at paying: the same content from another tab gets
 *              another attempt at the same order
 *   settled    the state of that attempt
 *
 * A request that dies leaves the row where it is; the next one with its key, or with its content,
 * goes on from there.
 */
import type { CheckoutBody } from "#contract/checkout-body";
import { isSampleType } from "#contract/item-kind";
import { maxSampleSetsAtCheckout } from "#contract/limits";
import { orderSumsOf, type OrderSums } from "#contract/order-sums";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as store from "../../store/carts.ts";
import { selectClosed } from "../../store/operators.ts";
import type { PlacedOrder } from "../../upstream/orders.ts";
import { changeOf, linePrice } from "../carts/cart.ts";
import { refuseKilograms, refuseUnpayable, repriceItems } from "../carts/price-item.ts";
import * as claims from "./claim-request.ts";
import * as upstream from "./order-upstream.ts";

export async function placeOrder(deps: Deps, actor: MemberActor, body: CheckoutBody, key: string) {
  const request = { scope: `checkout:${actor.memberId}`, key, body };
  const held = await claims.claimRequest(deps, actor, request, [
    store.selectCart(deps.db, actor),
    store.selectItems(deps.db, actor),
    selectClosed(deps.db),
  ]);
  if (held.answer !== null) return held.answer;
  const { claim, found, asThem } = held;
  const [carts, lines, [closed]] = found;
  return claims.orRelease(deps, claim, async () => {
    // What began before may have its order already, and comes to its end.
    if (closed?.value === 1 && !claim.isResumed) throw new ShopError("shop_closed");
    // Every check that can refuse precedes the upstream's order.
    const cart = store.storedCart(carts, lines, deps.now());
    const { items, sums } = await checkCart(asThem, actor.memberId, cart, body);
    const form = upstream.orderFormOf(body, items);
    const checkout = await upstream.begin(asThem, { actor, claim, items, form, sums });
    const order = await upstream.orderUpstream(asThem, checkout);
    return claims.startAttempt(asThem, payableOf(deps, body, checkout, order), claim);
  });
}

function payableOf(
  deps: Deps,
  body: CheckoutBody,
  { actor, items, sums }: upstream.Checkout,
  { orderId, orderNumber }: PlacedOrder,
): claims.PayableOrder {
  return {
    orderId,
    orderNumber,
    memberId: actor.memberId,
    provider: body.pay_type,
    amountTwd: sums.total,
    cartItemIds: items.map(({ id }) => id),
    lines: items.map(upstream.orderedLineOf),
    sums,
    snapshot: {
      orderDate: new Date(deps.now()).toISOString(),
      customerName: body.customer_name,
      customerPhone: body.customer_phone,
      customerAddress: body.customer_address,
      ...(body.customer_note && { customerNote: body.customer_note }),
      invoice: upstream.invoiceOf(body, items, sums),
    },
  };
}

/** The Worker's sum counts; the page's is only compared with it. */
type Asked = Pick<CheckoutBody, "cart_items" | "expected_total" | "pay_type">;

/** @throws ShopError `cart_empty`, `business_only`, `price_changed`, `too_many_samples`. */
export async function checkCart(
  deps: Deps,
  memberId: string,
  cart: store.StoredCart,
  asked: Asked,
): Promise<{ items: store.CartItemRow[]; sums: OrderSums }> {
  if (cart.items.length === 0) throw new ShopError("cart_empty");
  const ids = new Set(asked.cart_items.map((line) => line.id));
  const wanted = cart.items.filter((item) => ids.has(item.id));
  await refuseKilograms(deps, wanted);
  const items = await repriced(deps, { memberId }, wanted);
  const sums = orderSumsOf(items.map((item) => ({ price: linePrice(item) })));
  const { total } = sums;
  const expected_total = totalSeen(asked);
  const changed = new ShopError("price_changed", { detail: { total, expected_total } });
  if (items.length < ids.size) throw changed;
  refuseUnpayable(deps, asked.pay_type, total);
  if (expected_total !== undefined && total !== expected_total) throw changed;
  // The whole cart counts, or a set left out of this order would come with the next.
  const count = cart.items.filter(
    (item) => isSampleType(item.saleType) || item.surveyResponseId !== null,
  ).length;
  if (count > maxSampleSetsAtCheckout)
    throw new ShopError("too_many_samples", { detail: { count } });
  return { items, sums };
}

/** Undefined where the form says neither a sum nor the price of every line. */
function totalSeen({ cart_items, expected_total }: Asked): number | undefined {
  const prices = cart_items.flatMap(({ price }) => price ?? []);
  if (expected_total !== undefined || prices.length < cart_items.length) return expected_total;
  return orderSumsOf(prices.map((price) => ({ price }))).total;
}

/** Saves the new prices too, so that the shopper sees them when the order is refused. */
async function repriced(deps: Deps, owner: store.CartOwner, items: readonly store.CartItemRow[]) {
  const prices = new Map((await repriceItems(deps, items)).map((price) => [price.id, price]));
  const changed = items.filter((item) => prices.get(item.id)?.unitPrice !== item.unitPrice);
  if (changed.length > 0)
    await store.rewritePrices(deps.db, changeOf(deps, owner), [...prices.values()]);
  return items.map((item) => ({ ...item, ...prices.get(item.id) }));
}
