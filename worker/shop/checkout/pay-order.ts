/** Another try at paying an order that is still unpaid. */
import { checkoutAnswer, type CheckoutAnswer } from "#contract/checkout";
import { isPayable, order as orderSchema, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../context.ts";
import { ShopError } from "../../http/errors.ts";
import { findAttemptsOfOrder } from "../../store/payments.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { asMember } from "../sessions/as-member.ts";
import { once } from "./once.ts";
import { startAttempt } from "./start-attempt.ts";

/** @throws ShopError `order_not_found`, also for somebody else's order, `order_not_payable` or `too_many_requests`. */
export function payOrder(deps: Deps, actor: MemberActor, orderId: string, idempotencyKey: string): Promise<CheckoutAnswer> {
  const request = { scope: `pay:${actor.memberId}:${orderId}`, key: idempotencyKey, body: {} };
  return once(deps, request, checkoutAnswer, async ({ claim }) => {
    const order = await ownOrder(deps, actor, orderId);
    const attempts = await findAttemptsOfOrder(deps.db, order.id);
    // The upstream may not have heard yet that it is paid.
    if (!isPayable(order) || attempts.some((attempt) => attempt.state === "paid")) throw new ShopError("order_not_payable");
    await enforceLimit(deps, "payment-attempt:member", actor.memberId);
    return startAttempt(
      deps,
      {
        id: order.id,
        number: order.order_id,
        memberId: actor.memberId,
        amountTwd: order.order_total_price,
        itemCount: Math.max(1, order.order_items.length),
        cartItemIds: attempts[0]?.cartItemIds ?? [],
        snapshot: {
          orderDate: order.created_at,
          customerName: order.customer_name,
          customerPhone: order.customer_phone,
          customerAddress: order.customer_address,
          // The upstream's order does not say it; the first try at paying does.
          invoice: attempts.find((attempt) => attempt.snapshot?.invoice)?.snapshot?.invoice ?? null,
        },
      },
      claim,
    );
  });
}

async function ownOrder(deps: Deps, actor: MemberActor, id: string): Promise<Order> {
  const call = { method: "GET", path: "/orders/{id}", params: { id }, answer: orderSchema, locale: deps.locale } as const;
  try {
    return (await asMember(deps, actor, (bearer) => deps.upstream.call({ ...call, bearer }))).body;
  } catch (error) {
    if (error instanceof ShopError && error.facts.status === 404) throw new ShopError("order_not_found", {}, { cause: error });
    throw error;
  }
}
