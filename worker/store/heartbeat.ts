/** Numbers by name, and what the schedule leaves in them for whoever asks whether it still runs. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { settings } from "./schema.ts";

const finished = "schedule_finished_at";
const failures = "upstream_failures";

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

export const keepFinished = (db: Database, now: number) => keepSetting(db, finished, now);

/** Epoch milliseconds; null before the first run. */
export const lastFinished = (db: Database) => readSetting(db, finished);

/** @returns how many in a row, this one included. */
export async function countUpstreamFailure(db: Database): Promise<number> {
  const [row] = await db
    .insert(settings)
    .values({ name: failures, value: 1 })
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`${settings.value} + 1` } })
    .returning();
  return row?.value ?? 1;
}

export async function forgetUpstreamFailures(db: Database): Promise<void> {
  await db
    .update(settings)
    .set({ value: 0 })
    .where(and(eq(settings.name, failures), gt(settings.value, 0)));
}
