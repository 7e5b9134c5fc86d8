import type { Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { withOwnBooks } from "./list-orders.ts";
import { searchOrder } from "./own-order.ts";

/** As the list shows it. `deps` calls the upstream as the member. @throws ShopError `order_not_found`, also for another member's order. */
export async function getOrder(deps: Deps, actor: MemberActor, idOrNumber: string): Promise<Order> {
  const [order] = await withOwnBooks(deps, actor, [await searchOrder(deps, idOrNumber)]);
  if (order === undefined) throw new ShopError("order_not_found");
  return order;
}
