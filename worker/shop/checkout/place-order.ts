/**
 * From a cart to a payable order. Every check that can refuse comes before the upstream's order. The order is identified by its
 * content, so that a reload or a second tab cannot order the same lines twice.
 */
import type { CheckoutBody } from "#contract/checkout-body";
import { checkoutAnswer, type CheckoutAnswer } from "#contract/checkout";
import type { Deps, MemberActor } from "../../deps.ts";
import { selectCart, selectItems, storedCart, type CartItemRow } from "../../store/carts.ts";
import type { OrderForm, PlacedOrder } from "../../upstream/orders.ts";
import { checkCart } from "./check-cart.ts";
import { claimFirst } from "./claim-order.ts";
import { idempotently } from "./idempotent.ts";
import { orderUpstream } from "./order-upstream.ts";
import { startAttempt, startFirstAttempt, type PayableOrder } from "./start-attempt.ts";
import { invoiceOf, orderedLineOf, orderFormOf } from "./upstream-order.ts";

/**
 * @throws ShopError `cart_empty`, `price_changed`, `too_many_samples`, `active_sample_order`, `order_unreadable`, `lines_already_ordered`,
 * `too_many_requests`, or the upstream's refusal.
 */
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
      invoice: invoiceOf(form),
    },
  };
}
