/** Events for the upstream. One statement leases rows: parallel deliveries share none. */
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { isIn, jsonList, countWaiting } from "./statements.ts";
import { outbox, paymentAttempts } from "./schema.ts";

export type OutboxRow = typeof outbox.$inferSelect;

/** Each kind is sent only where the upstream takes it; rows of the others wait for an operator. */
export type EventKind = "order.paid" | "order.needs_refund" | "order.cancelled";

interface Lease {
  kinds: readonly EventKind[];
  now: number;
  leaseMs: number;
  most: number;
  orderId?: string | undefined;
}

/**
 * A row waits for earlier unsent rows of its order. Rows that were never tried go first, so that
 * those which always fail hold up nobody else; of either sort the longest due.
 */
export function leaseRows(db: Database, { kinds, now, leaseMs, most, orderId }: Lease) {
  // A plus before a column keeps to the index by order: the others hold everybody's rows.
  const isFirst = sql`not exists (select 1 from outbox as earlier
    where earlier.order_id = outbox.order_id
    and +earlier.kind in ${jsonList(kinds)} and earlier.sent_at is null
    and earlier.id < outbox.id)`;
  const free = sql`sent_at is null and lease_until <= ${now} and ${isFirst}`;
  const columns = sql`select id, attempts > 0 as tried, next_at from outbox`;
  // Each kind and sort by its index: together they would be sorted, however many are due.
  const queue = (kind: EventKind, tried: 0 | 1) =>
    sql`select * from (${columns} where kind = ${kind} and (attempts > 0) = ${tried}
      and next_at <= ${now} and ${free} order by next_at, id limit ${most})`;
  // One inside the other: D1 takes no more than five terms of a compound query.
  const queues = kinds.map(
    (kind) => sql`select * from (${queue(kind, 0)} union all ${queue(kind, 1)})`,
  );
  const candidates =
    orderId === undefined
      ? sql.join(queues, sql` union all `)
      : sql`${columns} where order_id = ${orderId} and +kind in ${jsonList(kinds)}
        and +next_at <= ${now} and ${free}`;
  const first = sql`(select id from (${candidates}) order by tried, next_at, id limit ${most})`;
  const leased = { leaseUntil: now + leaseMs, attempts: sql`${outbox.attempts} + 1` };
  return db.update(outbox).set(leased).where(isIn(outbox.id, first)).returning();
}

export async function markSent(
  db: Database,
  rows: readonly OutboxRow[],
  refundsOf: readonly string[],
  now: number,
): Promise<void> {
  const ids = jsonList(rows.map(({ id }) => id));
  // With the plus by number: the index of what is unsent holds everybody's rows.
  const isUnsent = sql`${outbox.id} in ${ids} and +${outbox.sentAt} is null`;
  const sent = db.update(outbox).set({ sentAt: now, leaseUntil: 0 }).where(isUnsent);
  const { merchantTradeNo, state } = paymentAttempts;
  const isOwed = and(isIn(merchantTradeNo, jsonList(refundsOf)), eq(state, "paid"));
  const owed = db.update(paymentAttempts).set({ needsRefund: true }).where(isOwed);
  await (refundsOf.length === 0 ? sent : db.batch([sent, owed]));
}

export async function putOff(db: Database, late: readonly { row: OutboxRow; nextAt: number }[]) {
  const list = late.map(({ row, nextAt }) => [row.id, row.leaseUntil, nextAt]);
  await db.run(
    sql`update outbox set next_at = late.value ->> 2, lease_until = 0
      from json_each(${JSON.stringify(list)}) as late
      where outbox.id = late.value ->> 0 and +sent_at is null and lease_until = late.value ->> 1`,
  );
}

/** The upstream already shows these orders' payments, so their events need not be sent. */
export async function markKnown(db: Database, orderIds: readonly string[], now: number) {
  // With the plus by order: the index by kind holds everybody's rows.
  const isUnsent = sql`${outbox.sentAt} is null and +${outbox.kind} = 'order.paid'
    and ${outbox.orderId} in ${jsonList(orderIds)}`;
  await db.update(outbox).set({ sentAt: now, leaseUntil: 0 }).where(isUnsent);
}

export function lateRows(db: Database, kinds: readonly EventKind[], before: number) {
  const queues = kinds.map(
    (kind) => sql`sent_at is null and kind = ${kind} and created_at < ${before}`,
  );
  return countWaiting(db, outbox.createdAt, queues);
}
