import * as z from "zod/mini";
import { activeOrderStatuses, unpaidOrderHours } from "./limits.ts";
import { orderSums } from "./order-sums.ts";
import { note } from "./product.ts";

/** Units and statuses stay strings: the page copes with unknown ones. */
const orderItem = z.object({
  id: z.string(),
  type: z.string(),
  product_unit: z.string(),
  product_number: z.string(),
  amount: z.number(),
  concentration: z.nullish(z.string()),
  /** Of the whole line; null when the upstream does not give it. */
  price: z.nullable(z.int()),
  product_ids: z.array(z.string()),
  label_text: z.nullish(z.string()),
  /** Chosen options of a finished product; empty where nobody remembers them. */
  addon_item_ids: z.array(z.string()),
});
export type OrderItem = z.infer<typeof orderItem>;

const refund = z.object({ amount_twd: z.int(), made_at: z.string() });

/** `id` is the key, `order_id` the number shown to people. Null means that the upstream did not say. */
export const order = z.object({
  id: z.string(),
  order_id: z.string(),
  status: z.string(),
  created_at: z.nullable(z.string()),
  /** By the shop's own books; absent where it was not paid here. */
  paid_at: z.optional(z.string()),
  /** The gateway's number of that payment. */
  trade_no: z.optional(z.string()),
  /** The last try at paying it ended with a refusal of the card; absent when it did not, or when it can no longer be paid. */
  was_declined: z.optional(z.boolean()),
  /** What the shop has given back, the oldest first; absent without any. */
  refunds: z.optional(z.array(refund)),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string(),
  customer_address: z.string(),
  /** As it was written at the checkout, for as long as the shop keeps the person of a payment. */
  customer_note: z.optional(z.string()),
  /** By the shop's own books where it was ordered here, as are `sums`. */
  order_total_price: z.nullable(z.int()),
  sums: z.optional(orderSums),
  currency: z.string(),
  survey_response_id: z.nullish(z.string()),
  personal_option: z.nullish(z.string()),
  order_items: z.array(orderItem),
  /** What the member refused when the quiz behind this order was taken. */
  without: z.optional(z.array(z.string())),
});
export type Order = z.infer<typeof order>;

export const statusName = (status: string | null | undefined) =>
  (status ?? "").trim().toLowerCase();

export const isPayable = ({ status }: { status: string }) =>
  statusName(status) === "payment_pending";

/** When an unpaid order is cancelled by itself; null when its time is not known. */
export function payableUntil({ created_at }: Pick<Order, "created_at">): Date | null {
  const created = created_at === null ? Number.NaN : Date.parse(created_at);
  return Number.isNaN(created) ? null : new Date(created + unpaidOrderHours * 3600_000);
}

function isActive({ status }: { status: string }): boolean {
  const name = statusName(status);
  return activeOrderStatuses.some((active) => active === name);
}

/** Why an order blocks another sample set: it holds one, or a line has no readable type (`unreadable`) and might be one. */
export function sampleBlockOf(order: Order): "sample" | "unreadable" | null {
  if (!isActive(order)) return null;
  if (order.order_items.some((item) => item.type === "SAMPLE")) return "sample";
  return order.order_items.some((item) => item.type === "") ? "unreadable" : null;
}

export const orderList = z.object({ data: z.array(order), total: z.int() });

export const orderRecommendations = z.object({
  response_id: z.nullable(z.string()),
  products: z.array(
    z.object({
      id: z.string(),
      product_id: z.string(),
      product_number: z.string(),
      product_name: z.string(),
      top_notes: z.array(note),
      middle_notes: z.array(note),
      back_notes: z.array(note),
    }),
  ),
});
export type OrderRecommendations = z.infer<typeof orderRecommendations>;
