import { checkoutAnswer, type CheckoutAnswer } from "#contract/checkout-body";
import { isPayable } from "#contract/order";
import { usualProvider } from "#contract/payment";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { refuseUnpayable } from "../carts/price-item.ts";
import { idempotently } from "../checkout/idempotent.ts";
import { startAttempt } from "../checkout/start-attempt.ts";
import { enforceLimits } from "../limits/enforce-limit.ts";
import { getOwnOrder } from "./own-order.ts";

/** @throws ShopError `order_not_found`, also for another member's order, `order_not_payable`, `amount_not_payable`
 * or `too_many_requests`. */
export function payOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
  idempotencyKey: string,
): Promise<CheckoutAnswer> {
  const request = { scope: `pay:${actor.memberId}:${idOrNumber}`, key: idempotencyKey, body: {} };
  return idempotently(deps, actor, request, checkoutAnswer, [], async (asThem, { claim }) => {
    const { order, attempts, orderId } = await getOwnOrder(asThem, actor, idOrNumber);
    const [latest] = attempts;
    // The shop knows what its own order cost; the upstream's sum is for orders made elsewhere.
    const amountTwd = latest?.amountTwd ?? order.order_total_price;
    const isPaid = attempts.some((attempt) => attempt.state === "paid");
    if (!isPayable(order) || isPaid || amountTwd === null) throw new ShopError("order_not_payable");
    const provider = latest?.provider ?? usualProvider;
    refuseUnpayable(deps, provider, amountTwd);
    await enforceLimits(deps, [
      ["payment-attempt:order", orderId],
      ["payment-attempt:member", actor.memberId],
    ]);
    return startAttempt(
      deps,
      {
        id: orderId,
        number: order.order_id,
        memberId: actor.memberId,
        provider,
        amountTwd,
        cartItemIds: latest?.cartItemIds ?? [],
        lines: latest?.lines ?? null,
        snapshot: {
          orderDate:
            order.created_at ?? new Date(attempts.at(-1)?.createdAt ?? deps.now()).toISOString(),
          customerName: order.customer_name,
          customerPhone: order.customer_phone,
          customerAddress: order.customer_address,
          // The upstream's order does not contain the invoice; the first attempt does.
          invoice: attempts.find((attempt) => attempt.snapshot?.invoice)?.snapshot?.invoice ?? null,
        },
      },
      claim,
    );
  });
}
