import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

type Ends = Record<"endedAt" | "idleEndsAt" | "absoluteEndsAt", AnySQLiteColumn>;

/**
 * When a session is or will be over; an index holds exactly this. Without a comma, which the
 * generator of migrations would take for the end of a column.
 */
export const sessionEnd = ({ endedAt, idleEndsAt, absoluteEndsAt }: Ends): SQL =>
  sql`(case when ${endedAt} is not null then ${endedAt} when ${idleEndsAt} < ${absoluteEndsAt} then ${idleEndsAt} else ${absoluteEndsAt} end)`;
