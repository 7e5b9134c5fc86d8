import { orderCheckPageSize } from "#contract/limits";
import type { Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectCancelledOrders } from "../../store/cancelled-orders.ts";
import { selectAttemptsOfOrder, selectPaidOrders, type Attempt } from "../../store/payments.ts";
import { listOrders } from "../../upstream/orders.ts";
import { withOwnStatuses } from "./list-orders.ts";

/** Unpaid orders are cancelled within days, so one further back than this can be neither paid nor cancelled any more. */
const mostPages = 5;

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

/** No document has a call for a single order, so the list is searched page by page. @throws ShopError `order_not_found` */
export async function searchOrder(deps: Deps, id: string): Promise<Order> {
  for (let page = 0; page < mostPages; page += 1) {
    const query = { skip: page * orderCheckPageSize, limit: orderCheckPageSize };
    const { data } = (await listOrders(deps.upstream, { query })).body;
    const found =
      data.find((order) => order.id === id) ?? data.find((order) => order.order_id === id);
    if (found !== undefined) return found;
    if (data.length < orderCheckPageSize) break;
  }
  throw new ShopError("order_not_found");
}
