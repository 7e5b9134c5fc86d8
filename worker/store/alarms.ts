/** Which alarms are on, and who was told when. Whoever gets a lease tells, and ends it. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { alarms } from "./schema.ts";

export type Alarm = typeof alarms.$inferSelect;

interface Turn {
  now: number;
  quietMs: number;
  leaseMs: number;
}

/** Raises it and takes the lease, unless somebody was told a short while ago. */
export async function leaseAlarm(
  db: Database,
  name: string,
  { now, quietMs, leaseMs }: Turn,
): Promise<Alarm | null> {
  const leaseUntil = now + leaseMs;
  const [leased] = await db
    .insert(alarms)
    .values({ name, isOn: true, since: now, leaseUntil })
    .onConflictDoUpdate({
      target: alarms.name,
      set: {
        isOn: true,
        since: sql`case when ${alarms.isOn} then ${alarms.since} else ${now} end`,
        leaseUntil,
      },
      setWhere: sql`${lte(alarms.toldAt, now - quietMs)} and ${lte(alarms.leaseUntil, now)}`,
    })
    .returning();
  return leased ?? null;
}

export function alarmsThatAreOn(db: Database): Promise<Alarm[]> {
  return db.select().from(alarms).where(eq(alarms.isOn, true));
}

/** Takes the lease to tell that it is over. */
export async function leaseEnd(
  db: Database,
  name: string,
  { now, leaseMs }: Pick<Turn, "now" | "leaseMs">,
): Promise<boolean> {
  const leased = await db
    .update(alarms)
    .set({ leaseUntil: now + leaseMs })
    .where(and(eq(alarms.name, name), eq(alarms.isOn, true), lte(alarms.leaseUntil, now)))
    .returning({ name: alarms.name });
  return leased.length === 1;
}

/** Ends the lease, with what became of it; nothing where nobody could be told. */
export async function endLease(
  db: Database,
  name: string,
  outcome: { toldAt: number } | { isOn: false } | Record<never, never> = {},
): Promise<void> {
  await db
    .update(alarms)
    .set({ ...outcome, leaseUntil: 0 })
    .where(eq(alarms.name, name));
}
