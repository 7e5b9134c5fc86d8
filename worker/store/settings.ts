/** Numbers by name. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { settings } from "./schema.ts";

export async function readSetting(db: Database, name: string): Promise<number | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return row?.value ?? null;
}

export async function keepSetting(db: Database, name: string, value: number): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

const finished = "schedule_finished_at";

export const keepFinished = (db: Database, now: number) => keepSetting(db, finished, now);

/** Epoch milliseconds; null before the first run of the schedule. */
export const lastFinished = (db: Database) => readSetting(db, finished);

/** @returns how often it has failed in a row, this time included. */
export async function failuresInARow(
  db: Database,
  name: string,
  hasFailed: boolean,
): Promise<number> {
  if (hasFailed) {
    const [row] = await db
      .insert(settings)
      .values({ name, value: 1 })
      .onConflictDoUpdate({ target: settings.name, set: { value: sql`${settings.value} + 1` } })
      .returning();
    return row?.value ?? 1;
  }
  await db
    .update(settings)
    .set({ value: 0 })
    .where(and(eq(settings.name, name), gt(settings.value, 0)));
  return 0;
}
