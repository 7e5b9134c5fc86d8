/** Members. Every rule that concurrency could break is one conditional statement. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { Database, MemberRow } from "../app.ts";
import { members } from "./schema.ts";

export type NewMember = typeof members.$inferInsert;

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

/** For the demo member who is always locked: renews an expired lock. @returns its end. */
export async function standingLockOf(db: Database, id: string, now: number): Promise<number> {
  const isOver = lte(members.lockedUntil, now);
  const [row] = await db
    .update(members)
    .set({
      lockedUntil: sql`CASE WHEN ${isOver}
        THEN ${now + lockMilliseconds} ELSE ${members.lockedUntil} END`,
    })
    .where(eq(members.id, id))
    .returning({ lockedUntil: members.lockedUntil });
  return row?.lockedUntil ?? 0;
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
