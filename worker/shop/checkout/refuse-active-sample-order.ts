import { orderCheckPageSize } from "#contract/limits";
import { isActiveSampleOrder, orderList, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../context.ts";
import { ShopError } from "../../http/errors.ts";
import { findCart } from "../../store/carts.ts";
import { asMember, isRefusedToken } from "../sessions/as-member.ts";

/** The quiz is for whoever has no sample set in hand: not in the cart, not in an order that is still on its way. */
export async function refuseSecondSampleSet(deps: Deps, actor: MemberActor): Promise<void> {
  const { items } = await findCart(deps.db, { memberId: actor.memberId }, deps.now());
  if (items.some(({ saleType }) => saleType === "SAMPLE")) throw new ShopError("sample_in_cart");
  await refuseActiveSampleOrder(deps, actor);
}

/** One sample order at a time. When the orders cannot be read the shopper is let through, as the specification says. */
export async function refuseActiveSampleOrder(deps: Deps, actor: MemberActor): Promise<void> {
  if ((await recentOrders(deps, actor)).some(isActiveSampleOrder)) throw new ShopError("active_sample_order");
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
    deps.log.warn("orders could not be checked for a sample set", { error });
    return [];
  }
}
