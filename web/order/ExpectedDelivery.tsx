import { statusName, type Order } from "#contract/order";
import { DeliveryDates } from "../delivery/DeliveryDates.tsx";

const underWay = ["pending", "processing"];

/** While the order is being made. What was paid elsewhere is taken to have been paid when it was placed. */
export function ExpectedDelivery({ order }: { order: Order }) {
  const paidAt = Date.parse(order.paid_at ?? order.created_at ?? "");
  if (!underWay.includes(statusName(order.status)) || Number.isNaN(paidAt)) return null;
  return <DeliveryDates paidAt={paidAt} />;
}
