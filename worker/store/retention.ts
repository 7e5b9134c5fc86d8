/**
 * Deletes expired rows (`schema.ts` says how long each table keeps them): each minute a few from every table, by an index that holds
 * what is over first, so that nothing else is read. One short statement a call lets shoppers' requests pass in between.
 */
import { isNotNull, isNull, lt, and, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import { hasWritten } from "./insert-select.ts";
import * as tables from "./schema.ts";
import { sessionEnd } from "./session-end.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const paymentRecordsMs = 7 * 366 * dayMs;
const responseRefusalsMs = 2 * 366 * dayMs;
/** A little less than the schedule's minute. */
const turnMs = 50_000;
const mostRows = 250;
/** Of all tables together; a table that has more to delete goes on in the next minute. */
const mostRowsAMinute = 10_000;
const settingName = "retention_next_at";

export function claimCleanUp(db: Database, now: number): Promise<boolean> {
  const value = now + turnMs;
  return hasWritten(
    db
      .insert(tables.settings)
      .values({ name: settingName, value })
      .onConflictDoUpdate({
        target: tables.settings.name,
        set: { value },
        setWhere: lt(tables.settings.value, now),
      }),
  );
}

interface Swept {
  removed: number;
  mayHaveMore: boolean;
}
type Sweep = (db: Database, now: number) => Promise<Swept>;

/** One that fails does not stop the others. @throws the first failure, afterwards. */
export async function cleanUp(db: Database, now: number): Promise<void> {
  const failures: unknown[] = [];
  let left = mostRowsAMinute;
  let waiting: readonly Sweep[] = sweeps;
  while (waiting.length > 0 && left > 0) {
    const again: Sweep[] = [];
    for (const sweep of waiting) {
      // In the first round each table has its share.
      if (left <= 0 && waiting !== sweeps) break;
      try {
        const { removed, mayHaveMore } = await sweep(db, now);
        left -= removed;
        if (mayHaveMore) again.push(sweep);
      } catch (error) {
        failures.push(error);
      }
    }
    waiting = again;
  }
  if (failures.length > 0) throw failures[0];
}

const {
  cancelledOrders,
  carts,
  cartItems,
  idempotencyKeys,
  limits,
  operatorActions,
  outbox,
  paymentAttempts,
  paymentInbox,
  paymentNotices,
  refreshTokens,
  refunds,
  responseRefusals,
  secondSteps,
  sessions,
  signInChallenges,
  tallies,
} = tables;

const some = (table: SQLiteTable, where: SQL | undefined) =>
  sql`rowid in (select rowid from ${table} where ${where} limit ${mostRows})`;

async function remove(db: Database, table: SQLiteTable, where: SQL): Promise<Swept> {
  const { meta } = await db.delete(table).where(where);
  return { removed: meta.changes, mayHaveMore: meta.changes >= mostRows };
}

const over =
  (table: SQLiteTable, isOver: (now: number) => SQL | undefined): Sweep =>
  (db, now) =>
    remove(db, table, some(table, isOver(now)));

/** Rows that belong to others, and those others once nothing belongs to them any more. */
function withTheirs(
  table: SQLiteTable,
  id: SQL,
  end: SQL,
  belonging: { table: SQLiteTable; to: SQL },
  keptMs: number,
): Sweep {
  return async (db, now) => {
    const ended = (what: SQL) =>
      sql`(select ${what} from ${table} where ${end} < ${now - keptMs} order by ${end} limit ${mostRows})`;
    const theirs = await remove(
      db,
      belonging.table,
      some(belonging.table, sql`${belonging.to} in ${ended(id)}`),
    );
    const bare = sql`rowid in ${ended(sql`rowid`)} and not exists (select 1 from ${belonging.table} where ${belonging.to} = ${id})`;
    const own = await remove(db, table, bare);
    return {
      removed: theirs.removed + own.removed,
      mayHaveMore: theirs.mayHaveMore || own.mayHaveMore,
    };
  };
}

/** Name, address and phone number leave a payment's record long before the record itself. */
const forgetPersons: Sweep = async (db, now) => {
  const isOld = and(
    isNotNull(paymentAttempts.snapshot),
    lt(paymentAttempts.createdAt, now - 30 * dayMs),
  );
  const { meta } = await db
    .update(paymentAttempts)
    .set({ snapshot: null })
    .where(some(paymentAttempts, isOld));
  return { removed: meta.changes, mayHaveMore: meta.changes >= mostRows };
};

const sweeps: readonly Sweep[] = [
  withTheirs(
    carts,
    sql`${carts.id}`,
    sql`${carts.expiresAt}`,
    { table: cartItems, to: sql`${cartItems.cartId}` },
    0,
  ),
  over(cartItems, (now) => lt(cartItems.removedAt, now - dayMs)),
  over(idempotencyKeys, (now) => lt(idempotencyKeys.createdAt, now - dayMs)),
  over(signInChallenges, (now) => lt(signInChallenges.createdAt, now - dayMs)),
  over(secondSteps, (now) =>
    and(isNull(secondSteps.confirmedAt), lt(secondSteps.createdAt, now - dayMs)),
  ),
  over(tallies, (now) => lt(tallies.at, now - dayMs)),
  over(limits, (now) => lt(limits.windowEndsAt, now - dayMs)),
  withTheirs(
    sessions,
    sql`${sessions.id}`,
    sessionEnd(sessions),
    { table: refreshTokens, to: sql`${refreshTokens.sessionId}` },
    30 * dayMs,
  ),
  over(outbox, (now) => lt(outbox.sentAt, now - 30 * dayMs)),
  over(responseRefusals, (now) => lt(responseRefusals.createdAt, now - responseRefusalsMs)),
  over(paymentInbox, (now) => lt(paymentInbox.receivedAt, now - paymentRecordsMs)),
  over(paymentNotices, (now) => lt(paymentNotices.receivedAt, now - paymentRecordsMs)),
  over(refunds, (now) => lt(refunds.createdAt, now - paymentRecordsMs)),
  over(operatorActions, (now) => lt(operatorActions.at, now - paymentRecordsMs)),
  over(cancelledOrders, (now) => lt(cancelledOrders.cancelledAt, now - paymentRecordsMs)),
  over(paymentAttempts, (now) => lt(paymentAttempts.createdAt, now - paymentRecordsMs)),
  forgetPersons,
];
