/** Payment events. The order's change and the event are written in one batch. */
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import type { PaymentEvent } from "../wire.ts";
import { selected } from "./insert-select.ts";
import { isCalled } from "./orders.ts";
import { orders, paymentEvents } from "./schema.ts";

/**
 * The first trade that pays a payable order in full is accepted, and so is its repetition; any
 * other payment must be refunded. Null for an unknown order.
 */
export async function recordPaymentEvent(
  db: Database,
  key: string,
  bodyHash: string,
  event: PaymentEvent,
  now: number,
) {
  const isPayment = event.kind === "order.paid" ? 1 : 0;
  const isPaidByThis = sql`${isPayment} = 1
    AND paid_trade_no = ${event.merchant_trade_no} AND total_price = ${event.amount}`;
  const row = selected(paymentEvents, {
    key,
    bodyHash,
    orderId: sql`id`,
    kind: event.kind,
    merchantTradeNo: event.merchant_trade_no,
    tradeNo: event.trade_no,
    amount: event.amount,
    outcome: sql`CASE WHEN ${isPaidByThis} THEN 'accepted' ELSE 'needs_refund' END`,
    createdAt: now,
  });
  const [, , [recorded]] = await db.batch([
    db
      .update(orders)
      .set({
        status: "pending",
        paidTradeNo: event.merchant_trade_no,
        paidAt: event.paid_at,
        updatedAt: now,
      })
      .where(
        and(
          isCalled(event.order_id),
          eq(orders.status, "payment_pending"),
          eq(orders.totalPrice, event.amount),
          sql`${isPayment} = 1`,
        ),
      ),
    db
      .insert(paymentEvents)
      .select(sql`${row} FROM orders WHERE ${isCalled(event.order_id)}`)
      .onConflictDoNothing({ target: paymentEvents.key }),
    db.select().from(paymentEvents).where(eq(paymentEvents.key, key)),
  ]);
  return recorded ?? null;
}
