import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

type Ends = Record<"endedAt" | "idleEndsAt" | "absoluteEndsAt", AnySQLiteColumn>;

/** When a session is over, as an index has it: the generator of migrations ends it at a comma. */
export const sessionEnd = ({ endedAt, idleEndsAt, absoluteEndsAt }: Ends): SQL =>
  sql`(case when ${endedAt} is not null then ${endedAt} when ${idleEndsAt} < ${absoluteEndsAt} then ${idleEndsAt} else ${absoluteEndsAt} end)`;
