/** Orders and what pays them. A state change is one statement that asks for the previous state. */
import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { orderItems, orders, paymentEvents } from "./schema.ts";
import type { PaymentEvent } from "../wire.ts";
import { selected } from "./insert-select.ts";

export type OrderRow = typeof orders.$inferSelect;
type ItemRow = typeof orderItems.$inferSelect;

/** Allowed previous states by status; only a payment reaches `pending`. */
const predecessors: Record<string, readonly string[]> = {
  processing: ["pending"],
  shipped: ["processing"],
  delivered: ["shipped"],
  payment_failed: ["payment_pending"],
  cancelled: ["payment_pending", "payment_failed", "pending"],
  partially_refunded: ["pending", "processing", "shipped", "delivered"],
  refunded: ["pending", "processing", "shipped", "delivered", "cancelled", "partially_refunded"],
};
export const movableStatuses = Object.keys(predecessors);
export const nextStatuses = (status: string) =>
  movableStatuses.filter((next) => predecessors[next]?.includes(status));

export interface Period {
  /** Epoch milliseconds; `until` is exclusive. */
  from: number | null;
  until: number | null;
}

/** Newest first. */
export async function pageOrders(
  db: Database,
  memberId: string,
  { from, until }: Period,
  page: { skip: number; limit: number },
) {
  const inPeriod = and(
    eq(orders.memberId, memberId),
    from === null ? undefined : gte(orders.createdAt, from),
    until === null ? undefined : lt(orders.createdAt, until),
  );
  const rows = await db
    .select()
    .from(orders)
    .where(inPeriod)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.skip);
  return { data: await withItems(db, rows), total: await db.$count(orders, inPeriod) };
}

/** By key or by number. */
export async function findOwnOrder(
  db: Database,
  memberId: string,
  idOrNumber: string,
): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(isCalled(idOrNumber), eq(orders.memberId, memberId)));
  return row ?? null;
}

/** Any member's, for the service calls. */
export async function findOrder(db: Database, idOrNumber: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(isCalled(idOrNumber)).limit(1);
  return row ?? null;
}

const isCalled = (idOrNumber: string) =>
  sql`(${orders.id} = ${idOrNumber} OR ${orders.number} = ${idOrNumber})`;

export async function withItems(db: Database, rows: OrderRow[]) {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map((row) => row.id));
  const items = await db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderId} IN (SELECT value FROM json_each(${ids}))`)
    .orderBy(orderItems.orderId, orderItems.position);
  const byOrder = Map.groupBy(items, (item) => item.orderId);
  return rows.map((row) => shownOrder(row, byOrder.get(row.id) ?? []));
}

function shownOrder(row: OrderRow, items: ItemRow[]) {
  return {
    id: row.id,
    order_id: row.number,
    status: row.status,
    created_at: new Date(row.createdAt).toISOString(),
    customer_name: row.customerName,
    customer_phone: row.customerPhone,
    customer_email: row.customerEmail,
    customer_address: row.customerAddress,
    order_total_price: row.totalPrice,
    currency: row.currency,
    survey_response_id: row.surveyResponseId,
    personal_option: row.personalOption,
    order_items: items.map((item) => ({
      id: item.id,
      type: item.type,
      product_unit: item.productUnit,
      product_number: item.productNumber,
      amount: item.amount,
      concentration: item.concentration,
      price: item.price,
      product_ids: item.productIds,
      label_text: item.labelText,
    })),
  };
}

/** Null when the order cannot move there. Setting the current status again succeeds. */
export async function moveOrder(
  db: Database,
  idOrNumber: string,
  status: string,
  now: number,
): Promise<OrderRow | null> {
  const from = [...(predecessors[status] ?? []), status];
  const [moved] = await db
    .update(orders)
    .set({ status, updatedAt: now })
    .where(and(isCalled(idOrNumber), inArray(orders.status, from)))
    .returning();
  return moved ?? null;
}

/** At its member's wish. Cancelling again succeeds. */
export async function cancelUnpaidOrder(
  db: Database,
  idOrNumber: string,
  now: number,
): Promise<boolean> {
  const cancelled = await db
    .update(orders)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(isCalled(idOrNumber), inArray(orders.status, ["payment_pending", "cancelled"])))
    .returning({ id: orders.id });
  return cancelled.length > 0;
}

const unpaidMilliseconds = 24 * 3600_000;

export function cancelUnpaid(db: Database, now: number) {
  return db
    .update(orders)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(sql`status = 'payment_pending'`, lt(orders.createdAt, now - unpaidMilliseconds)));
}

/**
 * Writes the order's change and the event in one batch. The first trade that pays a payable order
 * in full is accepted, and so is its repetition; any other payment must be refunded. Null for an
 * unknown order.
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
