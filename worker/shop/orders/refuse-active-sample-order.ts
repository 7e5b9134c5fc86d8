import { sampleBlockOf, type Order } from "#contract/order";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { isRefusedToken } from "../sessions/as-member.ts";
import { recentOrders, type OwnStatuses } from "./list-orders.ts";

/** @throws ShopError `active_sample_order`, or `order_unreadable` when an order's lines cannot be read. */
export function refuseActiveSampleOrder(orders: readonly Order[]): void {
  const blocks = new Set(orders.map(sampleBlockOf));
  if (blocks.has("sample")) throw new ShopError("active_sample_order");
  if (blocks.has("unreadable")) throw new ShopError("order_unreadable");
}

/** Null when the orders cannot be read; the specification lets the shopper through then. */
export async function findRecentOrders(deps: Deps, own: OwnStatuses): Promise<Order[] | null> {
  try {
    return await recentOrders(deps, own);
  } catch (error) {
    if (isRefusedToken(error)) throw error;
    deps.log.warn("orders could not be read", { error });
    return null;
  }
}
