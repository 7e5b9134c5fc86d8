import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";

/** A warning needs no exact number: of a long queue only this many are read. */
export const mostCounted = 1_000;

export interface Waiting {
  /** At most `mostCounted`. */
  count: number;
  /** Epoch milliseconds; 0 where nothing waits. */
  oldestAt: number;
}

/** `oldest` is a query for the oldest rows in one column, `at`. */
export async function countWaiting(db: Database, oldest: SQL): Promise<Waiting> {
  const [found] = await db.all<Waiting>(
    sql`select count(*) as count, coalesce(min(at), 0) as oldestAt from (${oldest})`,
  );
  return found ?? { count: 0, oldestAt: 0 };
}
