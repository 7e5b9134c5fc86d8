/**
 * Cancels an unpaid order for its member. No document has such a call, so the shop sets the order aside in its own books and
 * tells the upstream where it takes cancellations.
 */
import { isPayable, statusName } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as store from "../../store/cancelled-orders.ts";
import { deliverOutbox } from "../outbox/deliver.ts";
import { getOwnOrder } from "./own-order.ts";

/** @throws ShopError `order_not_found`, also for another member's order, or `order_not_cancellable` once it is paid. */
export async function cancelOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
): Promise<void> {
  const { order, orderId } = await getOwnOrder(deps, actor, idOrNumber);
  if (statusName(order.status) === "cancelled") return;
  if (!isPayable(order)) throw new ShopError("order_not_cancellable");
  const isCancelled = await store.cancelOrder(deps.db, {
    orderId,
    orderNumber: order.order_id,
    memberId: actor.memberId,
    now: deps.now(),
    isReported: deps.config.UPSTREAM_CANCELLATIONS_PATH !== null,
  });
  if (!isCancelled) throw new ShopError("order_not_cancellable");
  deps.log.info("an unpaid order was cancelled", { orderId });
  // The delivery is awaited, because the upstream may refuse the member's next sample order until it knows.
  await deliverOutbox(deps, orderId);
}
