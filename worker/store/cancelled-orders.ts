/** Cancelling and settling are one conditional statement each: the first decides. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere, isCalled } from "./statements.ts";
import { cancelledOrders, outbox, paymentAttempts } from "./schema.ts";

export type OrderNames = Record<"orderId" | "orderNumber" | "memberId", string>;

export function isCancelled({ orderId, orderNumber, memberId }: OrderNames): SQL {
  return sql`exists (select 1 from ${cancelledOrders}
    where ${cancelledOrders.memberId} = ${memberId}
    and ${isCalled(cancelledOrders, [orderId, orderNumber])})`;
}

export function isPaid({ orderId, orderNumber, memberId }: OrderNames): SQL {
  return sql`exists (select 1 from ${paymentAttempts}
    where ${paymentAttempts.memberId} = ${memberId}
    and ${paymentAttempts.state} = 'paid'
    and ${isCalled(paymentAttempts, [orderId, orderNumber])})`;
}

export const isOfCancelledOrder = sql`exists (select 1 from ${cancelledOrders}
  where ${cancelledOrders.memberId} = ${paymentAttempts.memberId}
  and (${cancelledOrders.orderId} in (${paymentAttempts.orderId}, ${paymentAttempts.orderNumber})
    or ${cancelledOrders.orderNumber} in (${paymentAttempts.orderId}, ${paymentAttempts.orderNumber})))`;

/** @returns false when it was paid. Cancelling again changes nothing and is true. */
export async function cancelOrder(
  db: Database,
  cancelling: OrderNames & { now: number; isReported: boolean },
): Promise<boolean> {
  const { orderId, orderNumber, memberId, now } = cancelling;
  const found = isCancelled(cancelling);
  const row = { orderId, orderNumber, memberId, cancelledAt: now };
  const event = {
    createdAt: now,
    nextAt: now,
    orderId,
    kind: "order.cancelled",
    idempotencyKey: `cancelled-${orderId}`,
    payload: JSON.stringify({ order_id: orderId, cancelled_at: new Date(now).toISOString() }),
  };
  const isReported = sql`changes() > 0 and ${cancelling.isReported ? 1 : 0}`;
  const results = await db.batch([
    insertWhere(db, cancelledOrders, row, sql`not ${isPaid(cancelling)} and not ${found}`),
    insertWhere(db, outbox, event, isReported),
    db.select({ id: cancelledOrders.orderId }).from(cancelledOrders).where(found).limit(1),
  ]);
  return results[2].length > 0;
}

export function selectCancelledOrders(db: Database, member: string, names?: readonly string[]) {
  const { orderId, orderNumber, memberId } = cancelledOrders;
  const isTheirs = and(eq(memberId, member), names && isCalled(cancelledOrders, names));
  return db.select({ orderId, orderNumber }).from(cancelledOrders).where(isTheirs);
}
