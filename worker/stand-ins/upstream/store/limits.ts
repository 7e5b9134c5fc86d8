/** Fixed windows, and wrong passwords; checking and counting is one statement. */
import { lt, lte, or, sql, and, eq, gt, gte } from "drizzle-orm";
import type { Database } from "../app.ts";
import { limits } from "./schema.ts";
import { sha256 } from "../identity/crypto.ts";
import { canonicalEmail, lockMilliseconds } from "./members.ts";

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

/**
 * Wrong passwords, counted for each e-mail and each guesser that the shop tells apart, so that
 * nobody's guesses lock somebody else out. E-mails that nobody has count and lock exactly like a
 * member's, or five guesses would reveal who is a member.
 */
const allowed = 5;
/** By everybody within a day. Beyond, each guesser has one guess: many addresses gain little. */
const manyGuesses = 100;
const dayMilliseconds = 24 * 3600_000;
/** Long enough that nobody waits for the end of a count. */
const retentionMilliseconds = 30 * dayMilliseconds;

export interface Guess {
  /** Of the guesser at this e-mail. */
  key: string;
  /** Of everybody at this e-mail. */
  totalKey: string;
}

export async function guessOf(email: string, guesser: string): Promise<Guess> {
  const subject = await sha256(canonicalEmail(email));
  return { key: `wrong-password:${subject}:${guesser}`, totalKey: `wrong-passwords:${subject}` };
}

const isLocked = ({ key }: Guess, now: number) =>
  and(eq(limits.key, key), eq(limits.count, allowed), gt(limits.windowEndsAt, now));

/** For a batch. */
export function selectLock(db: Database, guess: Guess, now: number) {
  return db.select({ until: limits.windowEndsAt }).from(limits).where(isLocked(guess, now));
}

/** 0 when it is not locked. */
export async function lockedUntilOf(db: Database, guess: Guess, now: number): Promise<number> {
  const [row] = await selectLock(db, guess, now);
  return row?.until ?? 0;
}

/** @returns the end of the lock, 0 when not locked. */
export async function countWrongPassword(db: Database, guess: Guess, now: number): Promise<number> {
  const isOver = lte(limits.windowEndsAt, now);
  const [total] = await db
    .insert(limits)
    .values({ key: guess.totalKey, count: 1, windowEndsAt: now + dayMilliseconds })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${limits.count} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${isOver}
          THEN ${now + dayMilliseconds} ELSE ${limits.windowEndsAt} END`,
      },
    })
    .returning({ count: limits.count });
  const isCrowded = (total?.count ?? 0) > manyGuesses;
  const step = isCrowded ? allowed : 1;
  const next = sql`min(${allowed},
    CASE WHEN ${isOver} THEN ${step} ELSE ${limits.count} + ${step} END)`;
  const [row] = await db
    .insert(limits)
    .values({
      key: guess.key,
      count: step,
      windowEndsAt: now + (isCrowded ? lockMilliseconds : retentionMilliseconds),
    })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: next,
        windowEndsAt: sql`CASE WHEN ${next} = ${allowed} THEN ${now + lockMilliseconds}
          WHEN ${isOver} THEN ${now + retentionMilliseconds} ELSE ${limits.windowEndsAt} END`,
      },
      setWhere: sql`${isOver} OR ${limits.count} < ${allowed}`,
    })
    .returning({ count: limits.count, until: limits.windowEndsAt });
  if (row === undefined) return lockedUntilOf(db, guess, now);
  return row.count < allowed ? 0 : row.until;
}

/** For a batch: a right password ends its own guesser's row, unless that one is locked already. */
export function forgetWrongPasswords(db: Database, guess: Guess, now: number) {
  const isOpen = or(lt(limits.count, allowed), lte(limits.windowEndsAt, now));
  return db.delete(limits).where(and(eq(limits.key, guess.key), isOpen));
}

/** For a batch: of every guesser at this e-mail. */
export function forgetAllWrongPasswords(db: Database, { totalKey }: Guess) {
  const start = `${totalKey.replace("wrong-passwords:", "wrong-password:")}:`;
  // ";" follows ":".
  const isOfEmail = and(gte(limits.key, start), lt(limits.key, `${start.slice(0, -1)};`));
  return db.delete(limits).where(sql`${isOfEmail} or ${eq(limits.key, totalKey)}`);
}
