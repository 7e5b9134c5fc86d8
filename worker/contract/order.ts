import * as z from "zod/mini";
import { activeOrderStatuses } from "./limits.ts";
import { note } from "./product.ts";

/** The page copes with units and statuses it does not know, so they stay strings here. */
export const orderItem = z.object({
  id: z.string(),
  type: z.string(),
  product_unit: z.string(),
  product_number: z.string(),
  amount: z.int(),
  concentration: z.nullish(z.string()),
  price: z.int(),
  product_ids: z.array(z.string()),
  label_text: z.nullish(z.string()),
});
export type OrderItem = z.infer<typeof orderItem>;

/** One line that cannot be read spoils neither its order nor the list: it arrives as a line of no known kind, and the page says so. */
const unreadable: OrderItem = { id: "", type: "", product_unit: "", product_number: "", amount: 0, price: 0, product_ids: [] };

/** `id` is the key, `order_id` the number shown to people. */
export const order = z.object({
  id: z.string(),
  order_id: z.string(),
  status: z.string(),
  created_at: z.string(),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string(),
  customer_address: z.string(),
  order_total_price: z.int(),
  currency: z.string(),
  survey_response_id: z.nullish(z.string()),
  personal_option: z.nullish(z.string()),
  order_items: z.array(z.catch(orderItem, unreadable)),
});
export type Order = z.infer<typeof order>;

/** Statuses are compared trimmed and whatever their case. */
export const statusName = (status: string | null | undefined) => (status ?? "").trim().toLowerCase();

export const isPayable = ({ status }: { status: string }) => statusName(status) === "payment_pending";

/** Ordered, and not yet delivered: such an order with a sample set stands in the way of another. */
export function isActiveSampleOrder({ status, order_items }: Order): boolean {
  const name = statusName(status);
  return activeOrderStatuses.some((active) => active === name) && order_items.some((item) => item.type === "SAMPLE");
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
