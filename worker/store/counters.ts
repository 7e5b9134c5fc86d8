/** A counter is checked and counted by one statement, so that parallel callers cannot exceed. */
import { eq, lte, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere, jsonList } from "./statements.ts";
import { limits, settings } from "./schema.ts";

export interface Limit {
  key: string;
  max: number;
  windowMs: number;
  spacingMs?: number;
}

/** `times` more, and no more than `max`. */
function upsert({ key, max, windowMs }: Limit, now: number, times: number) {
  const isOver = lte(limits.windowEndsAt, now);
  const windowEndsAt = now + windowMs;
  return {
    isOver,
    row: { key, count: Math.min(times, max), lastAt: now, windowEndsAt },
    set: {
      count: sql`min(case when ${isOver} then 0 else ${limits.count} end + ${times}, ${max})`,
      lastAt: sql`max(${limits.lastAt}, ${now})`,
      windowEndsAt: sql`case when ${isOver} then ${windowEndsAt} else ${limits.windowEndsAt} end`,
    },
  };
}

/** A statement that gives a row when it has counted, which it does only if `when` holds. */
export function count(db: Database, limit: Limit, now: number, when = sql`true`) {
  const { isOver, row, set } = upsert(limit, now, 1);
  const spacingMs = limit.spacingMs ?? 0;
  // Without a spacing a caller counts even if its clock is slightly behind the last one.
  const setWhere = sql`(${isOver} or ${limits.count} < ${limit.max})
    and (${spacingMs} = 0 or ${limits.lastAt} <= ${now - spacingMs})`;
  return insertWhere(db, limits, row, when)
    .onConflictDoUpdate({ target: limits.key, set, setWhere })
    .returning({ count: limits.count });
}

/** @returns milliseconds. */
export async function waitFor(db: Database, limit: Limit, now: number): Promise<number> {
  const row = await db.select().from(limits).where(eq(limits.key, limit.key)).get();
  if (row === undefined) return 0;
  const untilWindow = row.count >= limit.max ? row.windowEndsAt - now : 0;
  return Math.max(untilWindow, row.lastAt + (limit.spacingMs ?? 0) - now, 0);
}

/** @returns null when counted, else the milliseconds to wait. */
export async function countAgainst(db: Database, limit: Limit, now: number) {
  const counted = await count(db, limit, now);
  return counted.length === 1 ? null : waitFor(db, limit, now);
}

/** Counts as many of `wanted` as the limit leaves. @returns how many. */
export async function countUpTo(db: Database, limit: Limit, wanted: number, now: number) {
  const { row, set } = upsert(limit, now, wanted);
  const [before] = await db.batch([
    db.select().from(limits).where(eq(limits.key, limit.key)),
    db.insert(limits).values(row).onConflictDoUpdate({ target: limits.key, set }),
  ]);
  const [known] = before;
  const used = known === undefined || known.windowEndsAt <= now ? 0 : known.count;
  return Math.min(wanted, Math.max(0, limit.max - used));
}

/** Nothing more counts until then. */
export async function exhaust(db: Database, { key, max }: Limit, windowEndsAt: number) {
  const row = { key, count: max, lastAt: 0, windowEndsAt };
  await db.insert(limits).values(row).onConflictDoUpdate({ target: limits.key, set: row });
}

/** A statement: takes back a count of each and its spacing, for what did not happen. */
export function uncount(db: Database, keys: string[]) {
  return db
    .update(limits)
    .set({ count: sql`max(${limits.count} - 1, 0)`, lastAt: 0 })
    .where(sql`${limits.key} in ${jsonList(keys)}`);
}

export function forget(db: Database, keys: string[]) {
  return db.delete(limits).where(sql`${limits.key} in ${jsonList(keys)}`);
}

export async function keepSetting(db: Database, name: string, value: number): Promise<void> {
  const target = settings.name;
  await db.insert(settings).values({ name, value }).onConflictDoUpdate({ target, set: { value } });
}

const finished = "schedule_finished_at";

export const keepFinished = (db: Database, now: number) => keepSetting(db, finished, now);

/** Epoch milliseconds; null before the first run of the schedule. */
export async function lastFinished(db: Database): Promise<number | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, finished));
  return row?.value ?? null;
}

/** One lost answer is nothing to wake somebody for. */
export const failuresToReport = 2;

/** Nothing is written while there is nothing to count. */
export async function failuresInARow(db: Database, name: string, hasFailed: boolean) {
  if (!hasFailed) {
    await db.delete(settings).where(eq(settings.name, name));
    return 0;
  }
  const value = sql`${settings.value} + 1`;
  const [row] = await db
    .insert(settings)
    .values({ name, value: 1 })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .returning();
  return row?.value ?? 1;
}
