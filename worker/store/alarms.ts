import { eq, lte, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import type { HeardErrors } from "../platform/log.ts";
import { insertWhere, isIn, jsonList } from "./statements.ts";
import { alarms, tallies } from "./schema.ts";

const minuteMs = 60_000;
const prefix = "error.logged ";

export async function addErrors(db: Database, errors: HeardErrors, now: number): Promise<void> {
  const row = {
    at: now - (now % minuteMs),
    name: sql`${prefix} || (value ->> 0)`,
    count: sql`value ->> '$[1].count'`,
    example: sql`value ->> '$[1].example'`,
  };
  const each = sql`json_each(${JSON.stringify([...errors])})`;
  // SQLite reads a conflict's clause for a join's, unless there is a condition.
  await insertWhere(db, tallies, row, sql`true`, each).onConflictDoUpdate({
    target: [tallies.at, tallies.name],
    set: { count: sql`${tallies.count} + excluded.count`, example: sql`excluded.example` },
  });
}

export type LoggedError = Pick<typeof tallies.$inferSelect, "count" | "example"> & {
  event: string;
};

export function errorsSince(db: Database, since: number): Promise<LoggedError[]> {
  // Columns beside max() are of the row that has it.
  return db.all(sql`
    select substr(name, ${prefix.length + 1}) as event, sum(count) as count, example, max(at)
    from tallies where at > ${since} and name like ${`${prefix}%`} group by name order by name`);
}

export type Alarm = typeof alarms.$inferSelect;

export const quietMs = 60 * minuteMs;

/** @returns those of which nobody was notified within `quietMs`. */
export function raiseAlarms(db: Database, names: readonly string[], now: number): Promise<Alarm[]> {
  const row = { name: sql`value`, isOn: true, since: now };
  const each = sql`json_each(${JSON.stringify(names)})`;
  const since = sql`case when ${alarms.isOn} then ${alarms.since} else ${now} end`;
  return insertWhere(db, alarms, row, sql`true`, each)
    .onConflictDoUpdate({
      target: alarms.name,
      set: { isOn: true, since },
      setWhere: lte(alarms.notifiedAt, now - quietMs),
    })
    .returning();
}

export function alarmsThatAreOn(db: Database): Promise<Alarm[]> {
  return db.select().from(alarms).where(eq(alarms.isOn, true));
}

export async function updateAlarms(
  db: Database,
  names: readonly string[],
  values: { notifiedAt: number } | { isOn: false },
): Promise<void> {
  if (names.length === 0) return;
  await db
    .update(alarms)
    .set(values)
    .where(isIn(alarms.name, jsonList(names)));
}
