/**
 * Deletes expired rows (`schema.ts` says how long each table keeps them): each minute a few of
 * every table, by an index that holds what is over first, so that nothing else is read. Shoppers'
 * requests pass between the statements.
 */
import { and, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import * as tables from "./schema.ts";
import { sessionEnd } from "./session-end.ts";

const dayMs = 24 * 3600_000;
const mostRows = 250;
/** A table that has more to delete goes on in the next minute. */
const mostStatements = 60;

/** Statements that belong together: they go on as long as one of them finds rows. */
type Sweep = readonly SQL[];

/** A sweep that fails does not stop the others. @throws the first failure, afterwards. */
export async function cleanUp(db: Database, now: number): Promise<void> {
  const failures: unknown[] = [];
  let left = mostStatements;
  let waiting = sweepsAt(now);
  while (waiting.length > 0 && left > 0) {
    const again: Sweep[] = [];
    for (const sweep of waiting) {
      if (left <= 0) break;
      left -= sweep.length;
      try {
        if (await mayHaveMore(db, sweep)) again.push(sweep);
      } catch (error) {
        failures.push(error);
      }
    }
    waiting = again;
  }
  if (failures.length > 0) throw failures[0];
}

async function mayHaveMore(db: Database, sweep: Sweep): Promise<boolean> {
  let isFull = false;
  for (const statement of sweep) {
    const { meta } = await db.run(statement);
    isFull ||= meta.changes >= mostRows;
  }
  return isFull;
}

const some = (table: SQLiteTable, where: SQL | undefined) =>
  sql`rowid in (select rowid from ${table} where ${where} limit ${mostRows})`;

const over = (table: SQLiteTable, where: SQL | undefined): Sweep => [
  sql`delete from ${table} where ${some(table, where)}`,
];

/**
 * Owners whose time is over: first what belongs to them, then those to whom nothing does any more.
 */
function withOwned(
  [owners, id, end]: readonly [SQLiteTable, id: SQLiteColumn, end: SQLiteColumn | SQL],
  [owned, ownerId]: readonly [SQLiteTable, ownerId: SQLiteColumn],
  before: number,
): Sweep {
  const ended = (what: SQLiteColumn | SQL) =>
    sql`(select ${what} from ${owners} where ${end} < ${before} order by ${end} limit ${mostRows})`;
  const isBare = sql`not exists (select 1 from ${owned} where ${ownerId} = ${id})`;
  return [
    ...over(owned, sql`${ownerId} in ${ended(id)}`),
    sql`delete from ${owners} where rowid in ${ended(sql`rowid`)} and ${isBare}`,
  ];
}

function sweepsAt(now: number): Sweep[] {
  const { carts, cartItems, sessions, refreshTokens, secondSteps, paymentAttempts } = tables;
  const { limits, tallies, outbox, refunds, cancelledOrders, operatorActions } = tables;
  const { idempotencyKeys, signInChallenges, responseRefusals } = tables;
  const { paymentInbox, paymentNotices } = tables;
  const yesterday = now - dayMs;
  const monthAgo = now - 30 * dayMs;
  const sevenYearsAgo = now - 7 * 366 * dayMs;
  const isUnfinished = isNull(secondSteps.confirmedAt);
  const hasPerson = isNotNull(paymentAttempts.snapshot);
  return [
    withOwned([carts, carts.id, carts.expiresAt], [cartItems, cartItems.cartId], now),
    withOwned(
      [sessions, sessions.id, sessionEnd(sessions)],
      [refreshTokens, refreshTokens.sessionId],
      monthAgo,
    ),
    over(cartItems, lt(cartItems.removedAt, yesterday)),
    over(idempotencyKeys, lt(idempotencyKeys.createdAt, yesterday)),
    over(signInChallenges, lt(signInChallenges.createdAt, yesterday)),
    over(secondSteps, and(isUnfinished, lt(secondSteps.createdAt, yesterday))),
    over(tallies, lt(tallies.at, yesterday)),
    over(limits, lt(limits.windowEndsAt, yesterday)),
    over(outbox, lt(outbox.sentAt, monthAgo)),
    over(responseRefusals, lt(responseRefusals.createdAt, now - 2 * 366 * dayMs)),
    over(paymentInbox, lt(paymentInbox.receivedAt, sevenYearsAgo)),
    over(paymentNotices, lt(paymentNotices.receivedAt, sevenYearsAgo)),
    over(refunds, lt(refunds.createdAt, sevenYearsAgo)),
    over(operatorActions, lt(operatorActions.at, sevenYearsAgo)),
    over(cancelledOrders, lt(cancelledOrders.cancelledAt, sevenYearsAgo)),
    over(paymentAttempts, lt(paymentAttempts.createdAt, sevenYearsAgo)),
    // Name, address and phone number leave a payment's record long before the record itself.
    [
      sql`update payment_attempts set snapshot = null
        where ${some(paymentAttempts, and(hasPerson, lt(paymentAttempts.createdAt, monthAgo)))}`,
    ],
  ];
}
