import type { CheckoutAnswer, PayOrderBody } from "#contract/checkout-body";
import { isPayable } from "#contract/order";
import { usualProvider } from "#contract/payment";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { refuseUnpayable } from "../carts/price-item.ts";
import { claimRequest, orRelease } from "../checkout/claim-request.ts";
import { startAttempt, type PayableOrder } from "../checkout/start-attempt.ts";
import { attemptStates } from "../../store/payments.ts";
import { enforceLimits } from "../limits/enforce-limit.ts";
import { getOwnOrder } from "./own-order.ts";

/**
 * @throws ShopError `order_not_found`, also for another member's order, `order_not_payable`,
 * `amount_not_payable` or `too_many_requests`.
 */
export async function payOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
  body: PayOrderBody,
  idempotencyKey: string,
): Promise<CheckoutAnswer> {
  const scope = `pay:${actor.memberId}:${idOrNumber}`;
  const held = await claimRequest(deps, actor, { scope, key: idempotencyKey, body }, []);
  if (held.answer !== null) return held.answer;
  const { asThem, claim } = held;
  const order = payableOrder(asThem, actor, idOrNumber, body);
  return orRelease(
    deps,
    claim,
    order.then((found) => startAttempt(deps, found, claim)),
  );
}

async function payableOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
  body: PayOrderBody,
): Promise<PayableOrder> {
  const { order, attempts, orderId } = await getOwnOrder(deps, actor, idOrNumber);
  const [latest] = attempts;
  // The shop knows what its own order cost; the upstream's sum is for orders made elsewhere.
  const amountTwd = latest?.amountTwd ?? order.order_total_price;
  const isPaid = attempts.some(({ state }) => attemptStates[state].isPaid);
  if (!isPayable(order) || isPaid || amountTwd === null) throw new ShopError("order_not_payable");
  const provider = body.pay_type ?? latest?.provider ?? usualProvider;
  refuseUnpayable(deps, provider, amountTwd);
  await enforceLimits(deps, [
    ["payment-attempt:order", orderId],
    ["payment-attempt:member", actor.memberId],
  ]);
  return {
    orderId,
    orderNumber: order.order_id,
    memberId: actor.memberId,
    provider,
    amountTwd,
    cartItemIds: latest?.cartItemIds ?? [],
    lines: latest?.lines ?? null,
    sums: latest?.sums ?? null,
    snapshot: {
      orderDate:
        order.created_at ?? new Date(attempts.at(-1)?.createdAt ?? deps.now()).toISOString(),
      customerName: order.customer_name,
      customerPhone: order.customer_phone,
      customerAddress: order.customer_address,
      // The upstream's order does not contain the invoice; the first attempt does.
      invoice: attempts.find((attempt) => attempt.snapshot?.invoice)?.snapshot?.invoice ?? null,
    },
  };
}
