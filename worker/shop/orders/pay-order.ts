import { checkoutAnswer, type CheckoutAnswer } from "#contract/checkout";
import { orderCheckPageSize } from "#contract/limits";
import { isPayable, type Order } from "#contract/order";
import { usualProvider } from "#contract/payment";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { findAttemptsOfOrder } from "../../store/payments.ts";
import { idempotently } from "../checkout/idempotent.ts";
import { startAttempt } from "../checkout/start-attempt.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { asMember } from "../sessions/as-member.ts";
import { listOrders } from "./list-orders.ts";

/** Unpaid orders are cancelled within days, so one further back than this cannot be paid any more. */
const mostPages = 5;

/** @throws ShopError `order_not_found`, also for another member's order, `order_not_payable` or `too_many_requests`. */
export function payOrder(
  deps: Deps,
  actor: MemberActor,
  orderId: string,
  idempotencyKey: string,
): Promise<CheckoutAnswer> {
  const request = { scope: `pay:${actor.memberId}:${orderId}`, key: idempotencyKey, body: {} };
  return idempotently(deps, request, checkoutAnswer, async ({ claim }) => {
    const order = await findOwnOrder(asMember(deps, actor), actor, orderId);
    const attempts = await findAttemptsOfOrder(deps.db, actor.memberId, [order.id, order.order_id]);
    // The shop knows what its own order cost; the upstream's sum is for orders made elsewhere.
    const amountTwd = attempts[0]?.amountTwd ?? order.order_total_price;
    const isPaid = attempts.some((attempt) => attempt.state === "paid");
    if (!isPayable(order) || isPaid || amountTwd === null) throw new ShopError("order_not_payable");
    await enforceLimit(deps, "payment-attempt:member", actor.memberId);
    return startAttempt(
      deps,
      {
        id: attempts[0]?.orderId ?? order.id,
        number: order.order_id,
        memberId: actor.memberId,
        provider: attempts[0]?.provider ?? usualProvider,
        amountTwd,
        itemCount: Math.max(1, order.order_items.length),
        cartItemIds: attempts[0]?.cartItemIds ?? [],
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

/** No document has a call for a single order, so the list is searched page by page. */
async function findOwnOrder(deps: Deps, actor: MemberActor, id: string): Promise<Order> {
  for (let page = 0; page < mostPages; page += 1) {
    const { data } = await listOrders(deps, actor, {
      skip: page * orderCheckPageSize,
      limit: orderCheckPageSize,
    });
    const found =
      data.find((order) => order.id === id) ?? data.find((order) => order.order_id === id);
    if (found !== undefined) return found;
    if (data.length < orderCheckPageSize) break;
  }
  throw new ShopError("order_not_found");
}
