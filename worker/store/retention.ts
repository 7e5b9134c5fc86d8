/** Each minute a few rows of every table, by an index that holds what is over first. */
import { and, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import * as tables from "./schema.ts";
import { sessionEnd } from "./session-end.ts";

const dayMs = 24 * 3600_000;
/** Of each table: what is more goes on in the next minute. */
const mostRows = 500;

/** A statement that fails does not stop the others. @throws the first failure, afterwards. */
export async function cleanUp(db: Database, now: number): Promise<void> {
  const failures: unknown[] = [];
  for (const statement of statementsAt(now))
    await db.run(statement).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const some = (table: SQLiteTable, where: SQL | undefined) =>
  sql`rowid in (select rowid from ${table} where ${where} limit ${mostRows})`;

const over = (table: SQLiteTable, where: SQL | undefined) =>
  sql`delete from ${table} where ${some(table, where)}`;

const older = (column: SQLiteColumn, before: number) => over(column.table, lt(column, before));

/** First what belongs to owners whose time is over, then owners to whom nothing does any more. */
function withOwned(id: SQLiteColumn, end: SQL, ownerId: SQLiteColumn, before: number): SQL[] {
  const ended = (what: SQLiteColumn | SQL) =>
    sql`(select ${what} from ${id.table} where ${end} < ${before} order by ${end} limit ${mostRows})`;
  const isBare = sql`not exists (select 1 from ${ownerId.table} where ${ownerId} = ${id})`;
  return [
    over(ownerId.table, sql`${ownerId} in ${ended(id)}`),
    sql`delete from ${id.table} where rowid in ${ended(sql`rowid`)} and ${isBare}`,
  ];
}

function statementsAt(now: number): SQL[] {
  const { carts, cartItems, sessions, refreshTokens, secondSteps, paymentAttempts } = tables;
  const yesterday = now - dayMs;
  const monthAgo = now - 30 * dayMs;
  const sevenYearsAgo = now - 7 * 366 * dayMs;
  const isUnfinished = and(isNull(secondSteps.confirmedAt), lt(secondSteps.createdAt, yesterday));
  const hasPerson = isNotNull(paymentAttempts.snapshot);
  return [
    ...withOwned(carts.id, sql`${carts.expiresAt}`, cartItems.cartId, now),
    ...withOwned(sessions.id, sessionEnd(sessions), refreshTokens.sessionId, monthAgo),
    older(cartItems.removedAt, yesterday),
    older(tables.idempotencyKeys.createdAt, yesterday),
    older(tables.signInChallenges.createdAt, yesterday),
    over(secondSteps, isUnfinished),
    older(tables.tallies.at, yesterday),
    older(tables.limits.windowEndsAt, yesterday),
    older(tables.outbox.sentAt, monthAgo),
    older(tables.responseRefusals.createdAt, now - 2 * 366 * dayMs),
    older(tables.paymentInbox.receivedAt, sevenYearsAgo),
    older(tables.paymentNotices.receivedAt, sevenYearsAgo),
    older(tables.refunds.createdAt, sevenYearsAgo),
    older(tables.operatorActions.at, sevenYearsAgo),
    older(tables.cancelledOrders.cancelledAt, sevenYearsAgo),
    older(paymentAttempts.createdAt, sevenYearsAgo),
    // Name, address and phone number leave a payment's record long before the record itself.
    sql`update payment_attempts set snapshot = null
      where ${some(paymentAttempts, and(hasPerson, lt(paymentAttempts.createdAt, monthAgo)))}`,
  ];
}
