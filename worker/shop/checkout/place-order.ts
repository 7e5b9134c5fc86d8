/**
 * From a cart to a payable order. Every check that can refuse comes before the upstream's order. The order is identified by its
 * content, so that a reload or a second tab cannot order the same lines twice.
 */
import { checkoutAnswer, type CheckoutAnswer, type CheckoutBody } from "#contract/checkout";
import type { Deps, MemberActor } from "../../deps.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { checkCart } from "./check-cart.ts";
import { idempotently } from "./idempotent.ts";
import { orderUpstream } from "./order-upstream.ts";
import { startAttempt } from "./start-attempt.ts";
import { invoiceOf, orderedLineOf, orderFormOf } from "./upstream-order.ts";

/**
 * `deps` calls the upstream as the member. @throws ShopError `cart_empty`, `price_changed`, `too_many_samples`, `active_sample_order`, `order_unreadable`,
 * `too_many_requests`, or the upstream's refusal.
 */
export function placeOrder(
  deps: Deps,
  actor: MemberActor,
  body: CheckoutBody,
  idempotencyKey: string,
): Promise<CheckoutAnswer> {
  const scope = `checkout:${actor.memberId}`;
  return idempotently(
    deps,
    { scope, key: idempotencyKey, body },
    checkoutAnswer,
    async ({ claim, begin }) => {
      const { items, total } = await checkCart(deps, actor.memberId, body);
      await enforceLimit(deps, "payment-attempt:member", actor.memberId);
      begin();
      const form = orderFormOf(body, items);
      const order = await orderUpstream(deps, actor, { form, totalTwd: total, idempotencyKey });
      return startAttempt(
        deps,
        {
          ...order,
          memberId: actor.memberId,
          provider: body.pay_type,
          amountTwd: total,
          itemCount: items.length,
          cartItemIds: items.map((item) => item.id),
          lines: items.map(orderedLineOf),
          snapshot: {
            orderDate: new Date(deps.now()).toISOString(),
            customerName: body.customer_name,
            customerPhone: body.customer_phone,
            customerAddress: body.customer_address,
            invoice: invoiceOf(form),
          },
        },
        claim,
      );
    },
  );
}
