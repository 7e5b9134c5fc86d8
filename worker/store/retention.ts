/** Deletes expired rows (`schema.ts` says how long each table keeps them), a bounded number at a time. */
import { and, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import * as tables from "./schema.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const paymentRecordsMs = 7 * 366 * dayMs;
const responseRefusalsMs = 2 * 366 * dayMs;
const mostRows = 1_000;
const mostPasses = 25;
const settingName = "retention_next_at";

export async function claimCleanUp(db: Database, now: number): Promise<boolean> {
  const claimed = await db
    .insert(tables.settings)
    .values({ name: settingName, value: now + hourMs })
    .onConflictDoUpdate({
      target: tables.settings.name,
      set: { value: now + hourMs },
      setWhere: lt(tables.settings.value, now),
    })
    .returning({ name: tables.settings.name });
  return claimed.length === 1;
}

export async function cleanUp(db: Database, now: number): Promise<void> {
  for (let pass = 0; pass < mostPasses; pass += 1) if (!(await removePart(db, now))) return;
}

/** Returns whether a table may have more to delete. */
async function removePart(db: Database, now: number): Promise<boolean> {
  const remove = (table: SQLiteTable, where: SQL | undefined) =>
    db
      .delete(table)
      .where(sql`rowid in (select rowid from ${table} where ${where} limit ${mostRows})`);
  const {
    cancelledOrders,
    carts,
    cartItems,
    idempotencyKeys,
    limits,
    outbox,
    paymentAttempts,
    paymentInbox,
    paymentNotices,
    refreshTokens,
    responseRefusals,
    secondSteps,
    sessions,
    signInChallenges,
  } = tables;
  const sessionEnd = sql`coalesce(${sessions.endedAt}, min(${sessions.idleEndsAt}, ${sessions.absoluteEndsAt}))`;
  const results = await db.batch([
    remove(carts, lt(carts.expiresAt, now)),
    remove(cartItems, lt(cartItems.removedAt, now - dayMs)),
    remove(cartItems, sql`${cartItems.cartId} not in (select ${carts.id} from ${carts})`),
    remove(idempotencyKeys, lt(idempotencyKeys.createdAt, now - dayMs)),
    remove(signInChallenges, lt(signInChallenges.createdAt, now - dayMs)),
    remove(
      secondSteps,
      and(isNull(secondSteps.confirmedAt), lt(secondSteps.createdAt, now - dayMs)),
    ),
    remove(limits, lt(limits.windowEndsAt, now - dayMs)),
    remove(sessions, sql`${sessionEnd} < ${now - 30 * dayMs}`),
    remove(
      refreshTokens,
      sql`${refreshTokens.sessionId} not in (select ${sessions.id} from ${sessions})`,
    ),
    remove(outbox, lt(outbox.sentAt, now - 30 * dayMs)),
    remove(responseRefusals, lt(responseRefusals.createdAt, now - responseRefusalsMs)),
    remove(paymentInbox, lt(paymentInbox.receivedAt, now - paymentRecordsMs)),
    remove(paymentNotices, lt(paymentNotices.receivedAt, now - paymentRecordsMs)),
    remove(cancelledOrders, lt(cancelledOrders.cancelledAt, now - paymentRecordsMs)),
    remove(paymentAttempts, lt(paymentAttempts.createdAt, now - paymentRecordsMs)),
    db
      .update(paymentAttempts)
      .set({ snapshot: null })
      .where(
        and(isNotNull(paymentAttempts.snapshot), lt(paymentAttempts.createdAt, now - 30 * dayMs)),
      ),
  ]);
  return results.slice(0, -1).some(({ meta }) => meta.changes >= mostRows);
}
