import * as z from "zod/mini";
import type { CartItem } from "#contract/cart";
import { currency } from "#contract/money";
import type { Order, OrderItem, OrderRecommendations } from "#contract/order";
import { endpoint, json } from "./endpoint.ts";
import { notes } from "./products.ts";
import * as read from "./tolerant.ts";

const said = read.otherwise(read.text, "");
const line = z.object({
  ...read.each(read.word, "type", "product_unit"),
  ...read.each(said, "id", "product_number"),
  amount: read.number,
  price: read.maybe(read.money),
  ...read.each(read.maybe(read.text), "concentration", "label_text"),
  ...read.each(read.listOfReadable(read.text), "product_ids", "addon_item_ids"),
});
/** Of an unreadable line the type is kept, for the rule against a second sample set. */
function lineOf(raw: unknown): OrderItem {
  const type = z.safeParse(z.object({ type: read.word }), raw).data?.type ?? "";
  return z.safeParse(line, raw).data ?? z.parse(line, { type, product_unit: "", amount: 0 });
}
const lines = read.reading((value) => {
  const entries = read.unwrapped(value);
  return (Array.isArray(entries) ? entries : [null]).map(lineOf);
});

/** The documents use both names, so key and number stand in for each other. */
const order = z
  .object({
    ...read.each(read.maybe(read.text), "id", "order_id", "survey_response_id", "personal_option"),
    ...read.each(said, "status", "customer_name", "customer_phone"),
    ...read.each(said, "customer_email", "customer_address"),
    created_at: read.maybe(read.time),
    order_total_price: read.maybe(read.money),
    currency: read.otherwise(read.text, currency),
    order_items: lines,
  })
  .check(z.refine(({ id, order_id }) => Boolean(id || order_id)));

/** Every order must be readable: one passed over might be that of a lost checkout. */
const orderList = z.pipe(
  z.transform((body: unknown) => ({ data: read.unwrapped(body), total: Object(body).total })),
  z.object({
    data: z.array(order),
    total: read.maybe(z.pipe(read.whole, z.int().check(z.minimum(0)))),
  }),
);

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const listOrders = endpoint("checkout", "GET", "/orders/my-orders", {
  answer: orderList,
  translate: ({ data, total }, _params, reading): { data: Order[]; total: number | null } => ({
    data: data.map(({ id, order_id, created_at, ...rest }) => ({
      ...rest,
      created_at: isoOf(read.timeOf(created_at, reading)),
      id: id || (order_id ?? ""),
      order_id: order_id || (id ?? ""),
    })),
    total,
  }),
});

/** A cart line as documented, and beyond that what it has of the last two. */
export type OrderLine = Omit<CartItem, "addonItemIds" | "labelText" | "without"> & {
  addonItemIds?: string[];
  labelText?: string;
};

export type Buyer = Record<
  | `customer_${"name" | "address" | "phone" | "email"}`
  | "invoice_type"
  | "tax_id"
  | `carrier_${"type" | "num"}`
  | "love_code",
  string
>;

export interface OrderForm extends Buyer {
  customer_note: string;
  pay_type: string;
  country: string;
  currency: string;
  cart_items: OrderLine[];
}

export const placeOrder = endpoint("checkout", "POST", "/cart/checkout", {
  sends: json<OrderForm>(),
  answer: z.object({ order_id: read.text, id: read.maybe(read.text) }),
  translate: ({ order_id, id }) => ({ orderId: id || order_id, orderNumber: order_id }),
});
export type PlacedOrder = Awaited<ReturnType<typeof placeOrder>>["body"];

const recommended = z
  .object({
    ...read.each(read.maybe(read.text), "id", "product_id", "product_number", "product_name"),
    ...read.each(notes, "top_notes", "middle_notes", "back_notes"),
  })
  .check(z.refine(({ id, product_id }) => Boolean(id || product_id)));

export const getOrderRecommendations = endpoint(
  "member",
  "GET",
  "/orders/{id}/survey-recommendations",
  {
    answer: z.object({
      response_id: read.maybe(read.text),
      products: read.listOfSome(recommended),
    }),
    translate: ({ response_id, products }): OrderRecommendations => ({
      response_id,
      products: products.map(({ id, product_id, product_number, product_name, ...tiers }) => {
        const key = id || (product_id ?? "");
        const shownNumber = product_number || product_id || key;
        return {
          ...tiers,
          id: key,
          product_id: product_id || key,
          product_number: shownNumber,
          product_name: product_name || shownNumber,
        };
      }),
    }),
  },
);
