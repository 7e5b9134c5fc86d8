/** Calls of the shop itself. No document knows them. */
import * as z from "zod/mini";

/** What issuing the e-invoice needs, as entered at checkout. */
const invoice = z.strictObject({
  invoice_type: z.enum(["B2C", "B2B", "DONATE"]),
  tax_id: z.string(),
  carrier_type: z.string(),
  carrier_num: z.string(),
  love_code: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  customer_address: z.string(),
  items: z.array(
    z.object({
      product_number: z.string(),
      product_unit: z.string(),
      amount: z.int(),
      price: z.int(),
    }),
  ),
});

/** POST /service/payment-events. The order is named by key or number. */
export const paymentEvent = z.strictObject({
  kind: z.enum(["order.paid", "order.needs_refund"]),
  order_id: z.string(),
  merchant_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  payment_type: z.string(),
  paid_at: z.string(),
  invoice: z.nullish(invoice),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

/** POST /service/order-cancellations. The order is named by key or number. */
export const orderCancellation = z.strictObject({
  order_id: z.string(),
  cancelled_at: z.string(),
});
