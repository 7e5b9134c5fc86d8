/** Members and the count of wrong passwords. Every rule that concurrency could break is one conditional statement. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { Database, MemberRow } from "../app.ts";
import { members } from "./schema.ts";

export type NewMember = typeof members.$inferInsert;

export const wrongPasswordsAllowed = 5;
export const lockMilliseconds = 30 * 60_000;

export const canonicalEmail = (email: string) => email.toLowerCase();

/** `+886 0912-345-678` and `886912345678` are one number. */
export function phoneKeyOf(countryCode: string, phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const dial = countryCode.replace(/\D/g, "");
  const national =
    phone.startsWith("+") && digits.startsWith(dial) ? digits.slice(dial.length) : digits;
  return dial + national.replace(/^0+(?=\d)/, "");
}

export async function findMemberByEmail(db: Database, email: string): Promise<MemberRow | null> {
  const [row] = await db
    .select()
    .from(members)
    .where(eq(members.email, canonicalEmail(email)));
  return row ?? null;
}

/**
 * Counts a wrong password; the fifth in a row locks. Null when another guess locked the account first. @returns the end of the
 * lock, 0 when not locked.
 */
export async function countWrongPassword(
  db: Database,
  id: string,
  now: number,
): Promise<number | null> {
  const isLast = sql`${members.wrongPasswords} + 1 >= ${wrongPasswordsAllowed}`;
  const [row] = await db
    .update(members)
    .set({
      lockedUntil: sql`CASE WHEN ${isLast} THEN ${now + lockMilliseconds} ELSE 0 END`,
      wrongPasswords: sql`CASE WHEN ${isLast} THEN 0 ELSE ${members.wrongPasswords} + 1 END`,
    })
    .where(and(eq(members.id, id), lte(members.lockedUntil, now)))
    .returning({ lockedUntil: members.lockedUntil });
  return row?.lockedUntil ?? null;
}

/**
 * Resets the count. A right password that arrives after the lock is refused too, so that parallel guessing reveals no more than
 * five guesses.
 */
export async function acceptPassword(
  db: Database,
  member: MemberRow,
  now: number,
): Promise<boolean> {
  const accepted = await db
    .update(members)
    .set({ wrongPasswords: 0, lockedUntil: 0 })
    .where(
      and(
        eq(members.id, member.id),
        lte(members.lockedUntil, now),
        eq(members.passwordHash, member.passwordHash),
      ),
    )
    .returning({ id: members.id });
  return accepted.length === 1;
}

/** For the demo member who is always locked: renews an expired lock. */
export async function renewStandingLock(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(members)
    .set({ lockedUntil: now + lockMilliseconds })
    .where(and(eq(members.id, id), eq(members.state, "locked"), lte(members.lockedUntil, now)));
}

export async function lockedUntilOf(db: Database, id: string): Promise<number> {
  const [row] = await db
    .select({ lockedUntil: members.lockedUntil })
    .from(members)
    .where(eq(members.id, id));
  return row?.lockedUntil ?? 0;
}

export async function endLock(db: Database, id: string): Promise<void> {
  await db.update(members).set({ wrongPasswords: 0, lockedUntil: 0 }).where(eq(members.id, id));
}

/** For a batch: a temporary password must be changed at the next sign-in, and it lifts a lock. */
export function setTemporaryPassword(
  db: Database,
  id: string,
  passwordHash: string,
  passwordEndsAt: number,
) {
  return db
    .update(members)
    .set({
      passwordHash,
      passwordEndsAt,
      mustChangePassword: true,
      wrongPasswords: 0,
      lockedUntil: 0,
    })
    .where(eq(members.id, id));
}

/** For a batch: only if the old password is still the one that was checked. */
export function replacePassword(db: Database, member: MemberRow, passwordHash: string) {
  return db
    .update(members)
    .set({ passwordHash, passwordEndsAt: null, mustChangePassword: false })
    .where(and(eq(members.id, member.id), eq(members.passwordHash, member.passwordHash)))
    .returning({ id: members.id });
}

/** Whether a write failed because the e-mail or phone is taken. */
export function isTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.cause instanceof Error &&
    error.cause.message.includes("UNIQUE constraint failed: members.")
  );
}
