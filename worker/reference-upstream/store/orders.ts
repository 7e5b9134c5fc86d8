/** Orders and their lines. A state change is one conditional statement whose WHERE says from where it may come. */
import { and, count, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Database } from "../app.ts";
import type { order } from "../../upstream/wire.ts";
import { orderItems, orders } from "./schema.ts";

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
export type Order = z.infer<typeof order>;

/** From where an order may move to a status; `pending` is reached by a payment alone. */
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

export interface Period {
  /** Epoch milliseconds, the first inside and the first after. */
  from: number | null;
  until: number | null;
}

export async function pageOrders(db: Database, memberId: string, period: Period, page: { skip: number; limit: number }) {
  const conditions = [eq(orders.memberId, memberId)];
  if (period.from !== null) conditions.push(gte(orders.createdAt, period.from));
  if (period.until !== null) conditions.push(lt(orders.createdAt, period.until));
  const where = and(...conditions);
  const [rows, [counted]] = await db.batch([
    db.select().from(orders).where(where).orderBy(desc(orders.createdAt), desc(orders.id)).limit(page.limit).offset(page.skip),
    db.select({ total: count() }).from(orders).where(where),
  ]);
  return { data: await withItems(db, rows), total: counted?.total ?? 0 };
}

export async function findOwnOrder(db: Database, memberId: string, id: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.memberId, memberId)));
  return row ?? null;
}

/** By key or by number, whoever's it is: for the service calls. */
export async function findOrder(db: Database, idOrNumber: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(isCalled(idOrNumber)).limit(1);
  return row ?? null;
}

export const isCalled = (idOrNumber: string) => sql`(${orders.id} = ${idOrNumber} OR ${orders.number} = ${idOrNumber})`;

export async function withItems(db: Database, rows: OrderRow[]): Promise<Order[]> {
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

function shownOrder(row: OrderRow, items: ItemRow[]): Order {
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

/** Null when the order's present status does not lead there. Saying the same again is no failure. */
export async function moveOrder(db: Database, idOrNumber: string, status: string, now: number): Promise<OrderRow | null> {
  const from = [...(predecessors[status] ?? []), status];
  const [moved] = await db
    .update(orders)
    .set({ status, updatedAt: now })
    .where(and(isCalled(idOrNumber), inArray(orders.status, from)))
    .returning();
  return moved ?? null;
}

const unpaidMilliseconds = 24 * 3600_000;

export function cancelUnpaid(db: Database, now: number) {
  return db
    .update(orders)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(sql`status = 'payment_pending'`, lt(orders.createdAt, now - unpaidMilliseconds)));
}
