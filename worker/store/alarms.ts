/** Which alarms are on, and who was told when. Whoever gets a lease tells, and ends it. However many there are, one statement. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere, jsonList } from "./insert-select.ts";
import { alarms } from "./schema.ts";

export type Alarm = typeof alarms.$inferSelect;

interface Turn {
  now: number;
  quietMs: number;
  leaseMs: number;
}

/** Raises them. @returns those whose lease it took: nobody was told of them a short while ago. */
export function leaseAlarms(
  db: Database,
  names: readonly string[],
  { now, quietMs, leaseMs }: Turn,
): Promise<Alarm[]> {
  const leaseUntil = now + leaseMs;
  const row = { name: sql`value`, isOn: true, since: now, toldAt: 0, leaseUntil };
  const each = sql`json_each(${JSON.stringify(names)})`;
  return (
    // SQLite reads a conflict's clause for a join's, unless there is a condition.
    insertWhere(db, alarms, row, sql`true`, each)
      .onConflictDoUpdate({
        target: alarms.name,
        set: {
          isOn: true,
          since: sql`case when ${alarms.isOn} then ${alarms.since} else ${now} end`,
          leaseUntil,
        },
        setWhere: sql`${lte(alarms.toldAt, now - quietMs)} and ${lte(alarms.leaseUntil, now)}`,
      })
      .returning()
  );
}

export function alarmsThatAreOn(db: Database): Promise<Alarm[]> {
  return db.select().from(alarms).where(eq(alarms.isOn, true));
}

/** @returns those of which it took the lease to tell that they are over. */
export function leaseEnds(
  db: Database,
  names: readonly string[],
  { now, leaseMs }: Pick<Turn, "now" | "leaseMs">,
): Promise<Alarm[]> {
  const isFree = and(eq(alarms.isOn, true), lte(alarms.leaseUntil, now));
  return db
    .update(alarms)
    .set({ leaseUntil: now + leaseMs })
    .where(sql`${alarms.name} in ${jsonList(names)} and ${isFree}`)
    .returning();
}

/** Ends the leases, with what became of them; nothing where nobody could be told. */
export async function endLeases(
  db: Database,
  names: readonly string[],
  outcome: { toldAt: number } | { isOn: false } | Record<never, never> = {},
): Promise<void> {
  if (names.length === 0) return;
  await db
    .update(alarms)
    .set({ ...outcome, leaseUntil: 0 })
    .where(sql`${alarms.name} in ${jsonList(names)}`);
}
