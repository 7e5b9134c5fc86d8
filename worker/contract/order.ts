import * as z from "zod/mini";
import { isSampleType } from "./item-kind.ts";
import { unpaidOrderHours } from "./limits.ts";
import { orderSums } from "./order-sums.ts";
import { note } from "./product.ts";

interface StatusFacts {
  /** `none`: it ended without any. */
  payment: "due" | "made" | "none" | "returned";
  /** Of the way that an order takes; the stops follow each other as they stand below. */
  isStop: boolean;
  goods: "none" | "ordered" | "in_work" | "sent" | "arrived";
}

const statuses = {
  payment_pending: { payment: "due", isStop: true, goods: "none" },
  pending: { payment: "made", isStop: true, goods: "ordered" },
  processing: { payment: "made", isStop: true, goods: "in_work" },
  shipped: { payment: "made", isStop: true, goods: "sent" },
  delivered: { payment: "made", isStop: true, goods: "arrived" },
  payment_failed: { payment: "due", isStop: false, goods: "none" },
  cancelled: { payment: "none", isStop: false, goods: "none" },
  refunded: { payment: "returned", isStop: false, goods: "none" },
  partially_refunded: { payment: "made", isStop: false, goods: "none" },
} as const satisfies Record<string, StatusFacts>;
export type OrderStatus = keyof typeof statuses;
export const orderStatuses: Readonly<Record<OrderStatus, StatusFacts>> = statuses;
// The keys of a constant are exactly its own.
export const orderStops = (Object.keys(statuses) as OrderStatus[]).filter(
  (name) => statuses[name].isStop,
);

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

/** `id` is the key, `order_id` the number shown to people. Null: the upstream did not say. */
export const order = z.object({
  id: z.string(),
  order_id: z.string(),
  status: z.string(),
  created_at: z.nullable(z.string()),
  /** By the shop's own books; absent where it was not paid here. */
  paid_at: z.optional(z.string()),
  trade_no: z.optional(z.string()),
  /** The card of the last try was refused, and the order can still be paid. */
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
  without: z.optional(z.array(z.string())),
});
export type Order = z.infer<typeof order>;

export function statusOf(status: string): OrderStatus | null {
  const name = status.trim().toLowerCase();
  return Object.hasOwn(statuses, name) ? (name as OrderStatus) : null;
}

type Status = Pick<Order, "status">;
const claim =
  (holds: (facts: StatusFacts) => boolean) =>
  ({ status }: Status): boolean => {
    const name = statusOf(status);
    return name !== null && holds(orderStatuses[name]);
  };

// Of an unknown status none of these is true.
export const isUnpaid = claim(({ payment }) => payment === "due");
export const isPayable = claim(({ payment, isStop }) => payment === "due" && isStop);
export const isCancelled = claim(({ payment }) => payment === "none");
export const isPaidAndOnItsWay = claim(({ payment, isStop }) => payment === "made" && isStop);
export const isOrdered = claim(({ goods }) => goods === "ordered");
export const isBeingMade = claim(({ goods }) => goods === "ordered" || goods === "in_work");
const isDelivered = claim(({ goods }) => goods === "arrived");
export const canReorder = (order: Pick<Order, "status" | "survey_response_id">): boolean =>
  isDelivered(order) && Boolean(order.survey_response_id);
export const isActive = claim(({ isStop, goods }) => isStop && goods !== "arrived");

export function payableUntil({ created_at }: Pick<Order, "created_at">): Date | null {
  const created = created_at === null ? Number.NaN : Date.parse(created_at);
  return Number.isNaN(created) ? null : new Date(created + unpaidOrderHours * 3600_000);
}

/** Why an order blocks another sample set: it holds one, or a line that cannot be read might. */
export function sampleBlockOf(order: Order): "sample" | "unreadable" | null {
  if (!isActive(order)) return null;
  if (order.order_items.some(({ type }) => isSampleType(type))) return "sample";
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
