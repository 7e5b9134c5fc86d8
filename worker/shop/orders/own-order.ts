import * as store from "../../store/cancelled-orders.ts";
import { type Order, isCancelled, isPayable } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectCancelledOrders } from "../../store/cancelled-orders.ts";
import { selectAttemptsOfOrder, selectPaidOrders, type Attempt } from "../../store/payments.ts";
import { withOwnStatuses, withOwnBooks } from "./list-orders.ts";
import { orderPages } from "./order-pages.ts";
import { deliverOutbox } from "../outbox/deliver.ts";

interface OwnOrder {
  order: Order;
  /** The latest first. */
  attempts: Attempt[];
  /** As the first checkout called it, so that all the shop's books say the same. */
  orderId: string;
}

/** `deps` calls the upstream as the member. @throws ShopError `order_not_found`, also for another member's order. */
export async function getOwnOrder(
  deps: Deps,
  { memberId }: MemberActor,
  idOrNumber: string,
): Promise<OwnOrder> {
  const found = await searchOrder(deps, idOrNumber);
  const { db } = deps;
  const names = [found.id, found.order_id];
  const [paid, cancelled, attempts] = await db.batch([
    selectPaidOrders(db, memberId, names),
    selectCancelledOrders(db, memberId, names),
    selectAttemptsOfOrder(db, memberId, names),
  ]);
  const [order = found] = withOwnStatuses(deps, [found], { paid, cancelled });
  return { order, attempts, orderId: attempts[0]?.orderId ?? order.id };
}

/**
 * Unpaid orders are cancelled within days, so one that is in none of these pages can be neither paid nor cancelled.
 * @throws ShopError `order_not_found`
 */
async function searchOrder(deps: Deps, id: string): Promise<Order> {
  for await (const { orders } of orderPages(deps)) {
    const found =
      orders.find((order) => order.id === id) ?? orders.find((order) => order.order_id === id);
    if (found !== undefined) return found;
  }
  throw new ShopError("order_not_found");
}

/** As the list shows it. `deps` calls the upstream as the member. @throws ShopError `order_not_found`, also for another member's order. */
export async function getOrder(deps: Deps, actor: MemberActor, idOrNumber: string): Promise<Order> {
  const [order] = await withOwnBooks(deps, actor, [await searchOrder(deps, idOrNumber)]);
  if (order === undefined) throw new ShopError("order_not_found");
  return order;
}

/** In the shop's own books, and told to an upstream that takes cancellations: no document does. */
export async function cancelOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
): Promise<void> {
  const { order, orderId } = await getOwnOrder(deps, actor, idOrNumber);
  if (isCancelled(order)) return;
  if (!isPayable(order)) throw new ShopError("order_not_cancellable");
  const isDone = await store.cancelOrder(deps.db, {
    orderId,
    orderNumber: order.order_id,
    memberId: actor.memberId,
    now: deps.now(),
    isReported: deps.config.UPSTREAM_CANCELLATIONS_PATH !== null,
  });
  if (!isDone) throw new ShopError("order_not_cancellable");
  deps.log.info("an unpaid order was cancelled", { orderId });
  // The delivery is awaited, because the upstream may refuse the member's next sample order until it knows.
  await deliverOutbox(deps, orderId);
}
