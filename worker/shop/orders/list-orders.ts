/**
 * Lays the shop's own payments over the upstream's orders: an order that was paid here shows as paid as soon as its payment
 * settles, even if the upstream does not know of it.
 */
import { orderCheckPageSize } from "#contract/limits";
import { statusName, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { markKnown } from "../../store/outbox.ts";
import { findPaidOrders } from "../../store/payments.ts";
import * as upstream from "../../upstream/orders.ts";

export interface OrdersQuery {
  skip?: number | undefined;
  limit?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Statuses that the upstream sets after `pending`, which win over ours. */
const laterThanPending = [
  "processing",
  "shipped",
  "delivered",
  "cancelled",
  "refunded",
  "partially_refunded",
];

export async function listOrders(
  deps: Deps,
  actor: MemberActor,
  query: OrdersQuery,
): Promise<{ data: Order[]; total: number }> {
  const { body } = await upstream.listOrders(deps.upstream, { query: { ...query } });
  const data = await withOwnPayments(deps, actor, body.data);
  const skip = query.skip ?? 0;
  const isFullPage = query.limit !== undefined && data.length >= query.limit;
  // Without a total, a full page may be followed by another.
  return { data, total: body.total ?? skip + data.length + (isFullPage ? 1 : 0) };
}

/** Both blocking rules look at the latest hundred. */
export async function recentOrders(deps: Deps, actor: MemberActor): Promise<Order[]> {
  return (await listOrders(deps, actor, { skip: 0, limit: orderCheckPageSize })).data;
}

async function withOwnPayments(
  deps: Deps,
  actor: MemberActor,
  orders: readonly Order[],
): Promise<Order[]> {
  const names = [...new Set(orders.flatMap(({ id, order_id }) => [id, order_id]))];
  if (names.length === 0) return [];
  const paid = await findPaidOrders(deps.db, actor.memberId, names);
  const paidOf = (order: Order) =>
    paid.find(({ orderId, orderNumber }) =>
      [order.id, order.order_id].some((name) => name === orderId || name === orderNumber),
    );
  const known = orders.flatMap((order) => {
    const own = paidOf(order);
    return own?.isUnreported === true && showsPayment(order) ? [own.orderId] : [];
  });
  if (known.length > 0) deps.waitUntil(markKnown(deps.db, known, deps.now()));
  return orders.map((order) =>
    paidOf(order) === undefined || laterThanPending.includes(statusName(order.status))
      ? order
      : { ...order, status: "pending" },
  );
}

/** The upstream's status shows that it knows of the payment, whether from an event or otherwise. */
function showsPayment({ status }: Order): boolean {
  return ["pending", "processing", "shipped", "delivered"].includes(statusName(status));
}
