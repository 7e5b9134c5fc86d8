import type { FinishedKind } from "#contract/item-kind";
import type { Order } from "#contract/order";

/** Businesses buy by the kilogram; others buy what the first item of the order was a sample of. */
export function repurchasedKind(
  member: { is_business: boolean },
  order: Pick<Order, "order_items">,
): FinishedKind {
  if (member.is_business) return "finished_kg";
  return order.order_items[0]?.product_unit.trim().toUpperCase() === "SAMPLE_PAPER"
    ? "finished_paper"
    : "finished_bottle";
}
