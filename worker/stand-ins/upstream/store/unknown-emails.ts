/**
 * Wrong passwords for unknown e-mails. They count and lock exactly like a member's (`store/members.ts`), or five guesses would
 * reveal who is a member.
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { sha256 } from "../identity/digest.ts";
import { canonicalEmail, lockMilliseconds, wrongPasswordsAllowed } from "./members.ts";
import { limits } from "./schema.ts";

/** A member's count never expires; this is long enough that nobody can wait for the difference. */
const keptMilliseconds = 30 * 24 * 3600_000;
const keyOf = async (email: string) => `wrong-password:${await sha256(canonicalEmail(email))}`;

/** 0 when it is not locked. */
export async function unknownLockedUntil(
  db: Database,
  email: string,
  now: number,
): Promise<number> {
  const isLocked = and(
    eq(limits.key, await keyOf(email)),
    eq(limits.count, wrongPasswordsAllowed),
    gt(limits.windowEndsAt, now),
  );
  const [row] = await db.select({ until: limits.windowEndsAt }).from(limits).where(isLocked);
  return row?.until ?? 0;
}

/** Counts a wrong password. @returns the end of the lock, 0 when not locked. */
export async function countUnknownGuess(db: Database, email: string, now: number): Promise<number> {
  const isOver = lte(limits.windowEndsAt, now);
  const isLast = sql`${limits.count} + 1 >= ${wrongPasswordsAllowed}`;
  const [row] = await db
    .insert(limits)
    .values({ key: await keyOf(email), count: 1, windowEndsAt: now + keptMilliseconds })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${limits.count} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${isOver} THEN ${now + keptMilliseconds} WHEN ${isLast} THEN ${now + lockMilliseconds} ELSE ${limits.windowEndsAt} END`,
      },
      setWhere: sql`${isOver} OR ${limits.count} < ${wrongPasswordsAllowed}`,
    })
    .returning({ count: limits.count, until: limits.windowEndsAt });
  if (row === undefined) return unknownLockedUntil(db, email, now);
  return row.count < wrongPasswordsAllowed ? 0 : row.until;
}

export async function forgetUnknownGuesses(db: Database, email: string): Promise<void> {
  await db.delete(limits).where(eq(limits.key, await keyOf(email)));
}
