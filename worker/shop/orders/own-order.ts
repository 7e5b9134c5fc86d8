import { orderCheckPageSize } from "#contract/limits";
import type { Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { findAttemptsOfOrder, type Attempt } from "../../store/payments.ts";
import { asMember } from "../sessions/as-member.ts";
import { listOrders } from "./list-orders.ts";

/** Unpaid orders are cancelled within days, so one further back than this can be neither paid nor cancelled any more. */
const mostPages = 5;

interface OwnOrder {
  order: Order;
  /** The latest first. */
  attempts: Attempt[];
  /** As the first checkout called it, so that all the shop's books say the same. */
  orderId: string;
}

/** @throws ShopError `order_not_found`, also for another member's order. */
export async function getOwnOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
): Promise<OwnOrder> {
  const order = await searchOrder(asMember(deps, actor), actor, idOrNumber);
  const attempts = await findAttemptsOfOrder(deps.db, actor.memberId, [order.id, order.order_id]);
  return { order, attempts, orderId: attempts[0]?.orderId ?? order.id };
}

/** No document has a call for a single order, so the list is searched page by page. */
async function searchOrder(deps: Deps, actor: MemberActor, id: string): Promise<Order> {
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
