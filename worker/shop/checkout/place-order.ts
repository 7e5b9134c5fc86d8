/** From a cart to a payable order. Every check that can refuse precedes the upstream's order. */
import { type CheckoutBody, checkoutAnswer, type CheckoutAnswer } from "#contract/checkout-body";
import type { Deps, MemberActor } from "../../deps.ts";
import {
  selectCart,
  selectItems,
  storedCart,
  type CartItemRow,
  rewritePrices,
  type CartOwner,
  type StoredCart,
} from "../../store/carts.ts";
import type { OrderForm, PlacedOrder } from "../../upstream/orders.ts";
import { claimFirst } from "./claim-order.ts";
import { idempotently } from "./idempotent.ts";
import { orderUpstream } from "./order-upstream.ts";
import { startAttempt, startFirstAttempt, type PayableOrder } from "./start-attempt.ts";
import { invoiceOf, orderedLineOf, orderFormOf } from "./upstream-order.ts";
import { maxSampleSetsAtCheckout } from "#contract/limits";
import { cartTotal } from "#contract/money";
import { ShopError } from "../../errors/shop-error.ts";
import { linePrice } from "../carts/get-cart.ts";
import { changeOf } from "../carts/change-cart.ts";
import { refuseKilograms, refuseUnpayable } from "../carts/price-item.ts";
import { repriceItems } from "../carts/reprice-items.ts";

export function placeOrder(
  deps: Deps,
  actor: MemberActor,
  body: CheckoutBody,
  idempotencyKey: string,
): Promise<CheckoutAnswer> {
  const { memberId } = actor;
  return idempotently(
    deps,
    actor,
    { scope: `checkout:${memberId}`, key: idempotencyKey, body },
    checkoutAnswer,
    [selectCart(deps.db, actor), selectItems(deps.db, actor)],
    async (asThem, { claim, begin }, [carts, lines]) => {
      const cart = storedCart(carts, lines, deps.now());
      const { items, total } = await checkCart(asThem, memberId, cart, body);
      const form = orderFormOf(body, items);
      const lineIds = items.map((item) => item.id);
      const wish = { form, totalTwd: total, idempotencyKey, lineIds };
      const first = await claimFirst(deps, actor, wish);
      begin();
      return orderUpstream(asThem, actor, wish, first, (order, orderClaim) => {
        const payable = payableOf(deps, memberId, order, { body, items, total, form });
        return orderClaim === null
          ? startAttempt(deps, payable, claim)
          : startFirstAttempt(deps, payable, claim, orderClaim);
      });
    },
  );
}

interface Checked {
  body: CheckoutBody;
  items: CartItemRow[];
  total: number;
  form: OrderForm;
}

function payableOf(
  deps: Deps,
  memberId: string,
  order: PlacedOrder,
  { body, items, total, form }: Checked,
): PayableOrder {
  return {
    ...order,
    memberId,
    provider: body.pay_type,
    amountTwd: total,
    cartItemIds: items.map((item) => item.id),
    lines: items.map(orderedLineOf),
    snapshot: {
      orderDate: new Date(deps.now()).toISOString(),
      customerName: body.customer_name,
      customerPhone: body.customer_phone,
      customerAddress: body.customer_address,
      ...(body.customer_note && { customerNote: body.customer_note }),
      invoice: invoiceOf(form),
    },
  };
}

/** The Worker's sum counts; the page's is only compared with it. */
type Asked = Pick<CheckoutBody, "cart_items" | "expected_total" | "pay_type">;

/** @throws ShopError `cart_empty`, `business_only`, `price_changed`, `too_many_samples`. */
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
