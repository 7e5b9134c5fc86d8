/**
 * Beyond the documents and off without a configured path: reports that an order is paid or must be
 * refunded. Sent with the service credential and an Idempotency-Key, at least once.
 */
import * as z from "zod/mini";
import { endpoint, json, command } from "./endpoint.ts";
import type { Buyer } from "./orders.ts";

export const cancellation = z.object({ order_id: z.string(), cancelled_at: z.string() });

export const reportCancellation = command(
  "service",
  "POST",
  "UPSTREAM_CANCELLATIONS_PATH",
  json<z.infer<typeof cancellation>>(),
);

/** What the upstream needs to issue the e-invoice, as entered at checkout. */
export interface Invoice extends Buyer {
  items: { product_number: string; product_unit: string; amount: number; price: number }[];
}

/** As it waits in the outbox. `amount` is NT$, `paid_at` an ISO instant. */
export const paymentEvent = z.object({
  kind: z.enum(["order.paid", "order.needs_refund"]),
  order_id: z.string(),
  merchant_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  payment_type: z.string(),
  paid_at: z.string(),
  invoice: z._default(
    z.nullable(z.custom<Invoice>((value) => typeof value === "object" && value !== null)),
    null,
  ),
});

/** An answer without one of the two words is no acknowledgement: the event is sent again. */
export const reportPayment = endpoint("service", "POST", "UPSTREAM_PAYMENT_EVENTS_PATH", {
  sends: json<z.infer<typeof paymentEvent>>(),
  answer: z.object({ outcome: z.enum(["accepted", "needs_refund"]) }),
  translate: ({ outcome }) => ({ needsRefund: outcome === "needs_refund" }),
});
