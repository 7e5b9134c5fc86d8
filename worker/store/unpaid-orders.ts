import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { isOfCancelledOrder } from "./cancelled-orders.ts";
import { jsonList } from "./insert-select.ts";
import { paymentAttempts } from "./schema.ts";

/** A statement: the member's orders that hold one of these cart lines and that nobody has paid or cancelled here, the latest first. */
export function selectUnpaidOrdersOfLines(
  db: Database,
  memberId: string,
  lineIds: readonly string[],
  since: number,
) {
  return db
    .select({
      orderId: paymentAttempts.orderId,
      orderNumber: paymentAttempts.orderNumber,
      createdAt: paymentAttempts.createdAt,
    })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.memberId, memberId),
        gt(paymentAttempts.createdAt, since),
        sql`exists (select 1 from json_each(${paymentAttempts.cartItemIds}) where value in ${jsonList(lineIds)})`,
        sql`not ${isOfCancelledOrder}`,
        sql`not exists (select 1 from payment_attempts as paid where paid.order_id = ${paymentAttempts.orderId} and paid.state = 'paid')`,
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(20);
}
