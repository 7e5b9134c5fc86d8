/** What was counted in which minute. */
import { gt, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import type { Tally } from "../platform/counters.ts";
import { insertWhere } from "./insert-select.ts";
import { tallies } from "./schema.ts";

const minuteMs = 60_000;

export type TallyRow = typeof tallies.$inferSelect;

/** One statement, however many there are. */
export async function addTallies(
  db: Database,
  counted: readonly Tally[],
  now: number,
): Promise<void> {
  const at = now - (now % minuteMs);
  const row = { at, name: sql`value ->> 0`, count: sql`value ->> 1`, example: sql`value ->> 2` };
  const each = sql`json_each(${JSON.stringify(counted)})`;
  // SQLite reads a conflict's clause for a join's, unless there is a condition.
  await insertWhere(db, tallies, row, sql`true`, each).onConflictDoUpdate({
    target: [tallies.at, tallies.name],
    set: {
      count: sql`${tallies.count} + excluded.count`,
      example: sql`coalesce(excluded.example, ${tallies.example})`,
    },
  });
}

/** The oldest first. Their number is bounded by that of the names. */
export function talliesSince(db: Database, since: number): Promise<TallyRow[]> {
  return db.select().from(tallies).where(gt(tallies.at, since)).orderBy(tallies.at);
}
