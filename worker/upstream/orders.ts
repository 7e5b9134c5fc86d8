import * as z from "zod/mini";
import { currency } from "#contract/money";
import type { Order, OrderItem, OrderRecommendations } from "#contract/order";
import { endpoint, json } from "./endpoint.ts";
import { notes } from "./products.ts";
import {
  list,
  listOfReadable,
  listOfSome,
  maybe,
  money,
  number,
  otherwise,
  text,
  time,
  timeOf,
  unwrapped,
} from "./tolerant.ts";

const line = z.object({
  id: maybe(text),
  type: text,
  product_unit: text,
  product_number: otherwise(text, ""),
  amount: number,
  concentration: maybe(text),
  price: maybe(money),
  product_ids: listOfReadable(text),
  label_text: maybe(text),
  addon_item_ids: listOfReadable(text),
});
const lineType = z.object({ type: text });

/**
 * An unreadable line spoils neither its order nor the list. Its type is kept if readable, for the
 * rule against a second sample set; without a type the rule blocks.
 */
function lineOf(raw: unknown): OrderItem {
  const whole = z.safeParse(line, raw);
  if (whole.success) {
    const { id, type, product_unit, ...rest } = whole.data;
    return {
      ...rest,
      id: id ?? "",
      type: type.trim().toUpperCase(),
      product_unit: product_unit.trim().toUpperCase(),
    };
  }
  const type = z.safeParse(lineType, raw).data?.type ?? "";
  return { ...unreadable, type: type.trim().toUpperCase() };
}
const unreadable = {
  id: "",
  product_unit: "",
  product_number: "",
  amount: 0,
  price: null,
  product_ids: [],
  addon_item_ids: [],
};
const lines = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => {
    const entries = unwrapped(value);
    return (Array.isArray(entries) ? entries : [null]).map(lineOf);
  }),
);

/** The documents use both names, so key and number stand in for each other. */
const order = z
  .object({
    id: maybe(text),
    order_id: maybe(text),
    status: otherwise(text, ""),
    created_at: maybe(time),
    customer_name: otherwise(text, ""),
    customer_phone: otherwise(text, ""),
    customer_email: otherwise(text, ""),
    customer_address: otherwise(text, ""),
    order_total_price: maybe(money),
    currency: otherwise(text, currency),
    survey_response_id: maybe(text),
    personal_option: maybe(text),
    order_items: lines,
  })
  .check(z.refine(({ id, order_id }) => Boolean(id || order_id)));

/** Every order must be readable: one passed over might be that of a lost checkout. */
const orderList = z.union([
  z.object({ data: z.array(order), total: maybe(number) }),
  z.pipe(
    list(order),
    z.transform((data: z.output<typeof order>[]) => ({ data, total: null })),
  ),
]);

export interface OrderPage {
  data: Order[];
  /** Null when the upstream does not count. */
  total: number | null;
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const listOrders = endpoint("checkout", "GET", "/orders/my-orders", {
  answer: orderList,
  translate: ({ data, total }, _params, reading): OrderPage => ({
    data: data.map(({ id, order_id, created_at, ...rest }) => ({
      ...rest,
      created_at: isoOf(timeOf(created_at, reading)),
      id: id || (order_id ?? ""),
      order_id: order_id || (id ?? ""),
    })),
    total: total !== null && Number.isInteger(total) && total >= 0 ? total : null,
  }),
});

/** A cart line as documented. `price` is of the whole line. */
export interface OrderLine {
  id: string;
  productIds: string[];
  label: string;
  price: number;
  itemType: string;
  type: string;
  amount: number;
  concentration: string | null;
  surveyResponseId: string | null;
  userAnswer: string | null;
  createdAt: string;
  addonItemIds?: string[];
  labelText?: string;
}

/** Who orders, and the invoice that they want. */
export interface Buyer {
  customer_name: string;
  customer_address: string;
  customer_phone: string;
  customer_email: string;
  invoice_type: string;
  tax_id: string;
  carrier_type: string;
  carrier_num: string;
  love_code: string;
}

export interface OrderForm extends Buyer {
  customer_note: string;
  pay_type: string;
  country: string;
  currency: string;
  cart_items: OrderLine[];
}

/** The order's number, and its key if it differs. The total is ours. */
export interface PlacedOrder {
  orderId: string;
  orderNumber: string;
}

export const placeOrder = endpoint("checkout", "POST", "/cart/checkout", {
  sends: json<OrderForm>(),
  answer: z.object({ order_id: text, id: maybe(text) }),
  translate: ({ order_id, id }): PlacedOrder => ({
    orderId: id || order_id,
    orderNumber: order_id,
  }),
});

const recommended = z
  .object({
    id: maybe(text),
    product_id: maybe(text),
    product_number: maybe(text),
    product_name: maybe(text),
    top_notes: notes,
    middle_notes: notes,
    back_notes: notes,
  })
  .check(z.refine(({ id, product_id }) => Boolean(id || product_id)));

export const getOrderRecommendations = endpoint(
  "member",
  "GET",
  "/orders/{id}/survey-recommendations",
  {
    answer: z.object({ response_id: maybe(text), products: listOfSome(recommended) }),
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
