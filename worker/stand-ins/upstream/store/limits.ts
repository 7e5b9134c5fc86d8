/** Fixed windows; checking and counting is one statement. */
import { lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { limits } from "./schema.ts";

export interface Limit {
  key: string;
  most: number;
  windowSeconds: number;
}

/** False when the window is full. */
export async function takePlace(db: Database, limit: Limit, now: number): Promise<boolean> {
  const isOver = lte(limits.windowEndsAt, now);
  const windowEndsAt = now + limit.windowSeconds * 1000;
  const taken = await db
    .insert(limits)
    .values({ key: limit.key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${limits.count} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${isOver} THEN ${windowEndsAt} ELSE ${limits.windowEndsAt} END`,
      },
      setWhere: or(isOver, lt(limits.count, limit.most)) ?? isOver,
    })
    .returning({ count: limits.count });
  return taken.length === 1;
}

export const forgetOldLimits = (db: Database, now: number) =>
  db.delete(limits).where(lte(limits.windowEndsAt, now));
