/** Payment events for the upstream. Rows are leased by one statement, so parallel deliveries never send the same row. */
import { and, asc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { jsonList } from "./json-list.ts";
import { outbox, paymentAttempts } from "./schema.ts";

export type OutboxRow = typeof outbox.$inferSelect;

/** Each kind is sent only where the upstream takes it; rows of the others wait for an operator. */
export type EventKind = "order.paid" | "order.needs_refund" | "order.cancelled";

interface Lease {
  kinds: readonly EventKind[];
  now: number;
  leaseMs: number;
  most: number;
  orderId?: string;
}

/**
 * A row waits for earlier unsent rows of its order. The least tried rows go first, so that one that always fails holds up no
 * other order.
 */
export function leaseRows(
  db: Database,
  { kinds, now, leaseMs, most, orderId }: Lease,
): Promise<OutboxRow[]> {
  const isFirst = sql`not exists (select 1 from outbox as earlier where earlier.order_id = ${outbox.orderId}
    and earlier.kind in ${jsonList(kinds)} and earlier.sent_at is null and earlier.id < ${outbox.id})`;
  const due = and(
    isNull(outbox.sentAt),
    sql`${outbox.kind} in ${jsonList(kinds)}`,
    lte(outbox.nextAt, now),
    lte(outbox.leaseUntil, now),
    isFirst,
    orderId === undefined ? undefined : eq(outbox.orderId, orderId),
  );
  const ids = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(due)
    .orderBy(asc(outbox.attempts), asc(outbox.id))
    .limit(most);
  return db
    .update(outbox)
    .set({ leaseUntil: now + leaseMs, attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} in ${ids}`)
    .returning();
}

/** `refundOf` is the trade whose money the upstream wants returned, if any. */
export async function markSent(
  db: Database,
  row: OutboxRow,
  refundOf: string | null,
  now: number,
): Promise<void> {
  const sent = db
    .update(outbox)
    .set({ sentAt: now, leaseUntil: 0 })
    .where(and(eq(outbox.id, row.id), isNull(outbox.sentAt)));
  if (refundOf === null) {
    await sent;
    return;
  }
  await db.batch([
    sent,
    db
      .update(paymentAttempts)
      .set({ needsRefund: true })
      .where(and(eq(paymentAttempts.merchantTradeNo, refundOf), eq(paymentAttempts.state, "paid"))),
  ]);
}

export async function putOff(db: Database, row: OutboxRow, nextAt: number): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAt, leaseUntil: 0 })
    .where(
      and(eq(outbox.id, row.id), isNull(outbox.sentAt), eq(outbox.leaseUntil, row.leaseUntil)),
    );
}

/** The upstream already shows these orders' payments, so their events need not be sent. */
export async function markKnown(
  db: Database,
  orderIds: readonly string[],
  now: number,
): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: now, leaseUntil: 0 })
    .where(
      and(
        isNull(outbox.sentAt),
        eq(outbox.kind, "order.paid"),
        sql`${outbox.orderId} in ${jsonList(orderIds)}`,
      ),
    );
}

/** Unsent rows of these kinds older than `before`: how many, and the creation time of the oldest. */
export async function lateRows(
  db: Database,
  kinds: readonly EventKind[],
  before: number,
): Promise<{ count: number; oldestAt: number }> {
  const [late] = await db
    .select({
      count: sql<number>`count(*)`,
      oldestAt: sql<number>`coalesce(min(${outbox.createdAt}), 0)`,
    })
    .from(outbox)
    .where(
      and(
        isNull(outbox.sentAt),
        sql`${outbox.kind} in ${jsonList(kinds)}`,
        lt(outbox.createdAt, before),
      ),
    );
  return late ?? { count: 0, oldestAt: 0 };
}
