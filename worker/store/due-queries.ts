import { sql, type SQL } from "drizzle-orm";
import type { PaymentProvider } from "#contract/payment";
import type { Database } from "../deps.ts";
import { isCancelled, isPaid } from "./cancelled-orders.ts";
import { count } from "./counters.ts";
import type { Attempt } from "./payments.ts";
import { paymentAttempts } from "./schema.ts";
import { countWaiting } from "./statements.ts";

/** A condition as the index has it: questions that are due by `now` and may wait, or may not. */
const isDue = (provider: PaymentProvider, mayWait: boolean, now: number) =>
  sql`provider = ${provider} and query_may_wait = ${Number(mayWait)}
    and state in ('open', 'failed') and next_query_at <= ${now}`;

/** A question asked this late still comes within twenty minutes of the one before it. */
const inTimeMs = 9 * 60_000;
const leaseMs = 5 * 60_000;
const lateAfterMs = { urgent: 15 * 60_000, others: 24 * 3600_000 };

/**
 * In the order of asking: what is in time, the longest due first; what is late, the latest due
 * first, so that attempts under way do not wait for those that were missed; then what may wait.
 * Each in the order of the index, however many are due, and `most` of it.
 */
function dueQueries(provider: PaymentProvider, now: number, most: number): SQL {
  const lateAt = now - inTimeMs;
  return sql`select * from (select id, 0 as turn, next_query_at as place from payment_attempts
      where ${isDue(provider, false, now)} and next_query_at > ${lateAt} order by next_query_at
      limit ${most})
    union all select * from (select id, 1, -next_query_at from payment_attempts
      where ${isDue(provider, false, lateAt)} order by next_query_at desc limit ${most})
    union all select * from (select id, 2, next_query_at from payment_attempts
      where ${isDue(provider, true, now)} order by next_query_at limit ${most})`;
}

export async function countDueQueries(
  db: Database,
  provider: PaymentProvider,
  now: number,
  most: number,
) {
  return Math.min(await db.$count(sql`(${dueQueries(provider, now, most)})`), most);
}

/** Attempts to ask about now; each is put off by a lease, so that a second run does not ask. */
export function claimDueQueries(
  db: Database,
  provider: PaymentProvider,
  now: number,
  most: number,
): Promise<Attempt[]> {
  const due = dueQueries(provider, now, most);
  // By the ids alone: with a plain condition on the state every open attempt would be read.
  const isDueNow = sql`+${paymentAttempts.state} in ('open', 'failed') and ${paymentAttempts.id} in
    (select id from (${due}) order by turn, place limit ${most})`;
  const asked = { nextQueryAt: now + leaseMs, queryCount: sql`${paymentAttempts.queryCount} + 1` };
  return db.update(paymentAttempts).set(asked).where(isDueNow).returning();
}

export function lateQueries(db: Database, provider: PaymentProvider, now: number) {
  const urgent = isDue(provider, false, now - lateAfterMs.urgent);
  const others = isDue(provider, true, now - lateAfterMs.others);
  return countWaiting(db, paymentAttempts.nextQueryAt, [urgent, others]);
}

/** Once in a lease, and never for an order that is paid or cancelled: its money stays away. */
export async function claimConfirm(db: Database, attempt: Attempt, now: number) {
  const limit = { key: `confirm:${attempt.id}`, max: 1, windowMs: leaseMs };
  const isWanted = sql`not ${isCancelled(attempt)} and not ${isPaid(attempt)}`;
  return (await count(db, limit, now, isWanted)).length === 1;
}
