import { activeOrderStatuses, orderCheckPageSize } from "#contract/limits";
import { orderList, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../context.ts";
import { ShopError } from "../../http/errors.ts";
import { asMember, isRefusedToken } from "../sessions/as-member.ts";

/** One sample order at a time. When the orders cannot be read the shopper is let through, as the specification says. */
export async function refuseActiveSampleOrder(deps: Deps, actor: MemberActor): Promise<void> {
  if ((await recentOrders(deps, actor)).some(isActiveSampleOrder)) throw new ShopError("active_sample_order");
}

function isActiveSampleOrder(order: Order): boolean {
  const status = order.status.trim().toLowerCase();
  return activeOrderStatuses.some((active) => active === status) && order.order_items.some((item) => item.type === "SAMPLE");
}

async function recentOrders(deps: Deps, actor: MemberActor): Promise<Order[]> {
  const call = {
    method: "GET",
    path: "/orders/my-orders",
    query: { skip: 0, limit: orderCheckPageSize },
    answer: orderList,
  } as const;
  try {
    return (await asMember(deps, actor, (bearer) => deps.upstream.call({ ...call, locale: deps.locale, bearer }))).body.data;
  } catch (error) {
    if (isRefusedToken(error)) throw error;
    deps.log.warn("orders could not be checked before checkout", { error });
    return [];
  }
}
