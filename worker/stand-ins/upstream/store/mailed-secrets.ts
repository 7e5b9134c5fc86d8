/** Codes, and temporary passwords beside the member's own; `schema.ts` says how long. */
import { and, eq, exists, gt, isNull, lte, sql, lt } from "drizzle-orm";
import type { Database, MemberRow } from "../app.ts";
import { sha256, hmac } from "../identity/crypto.ts";
import { mailedPasswords, members, tokens, otpChallenges } from "./schema.ts";

export type MailedPassword = typeof mailedPasswords.$inferSelect;

/** Bound to the member. A password that is drawn at random needs no slow hash. */
const hashOf = (memberId: string, password: string) => sha256(`${memberId}:${password}`);

export async function mailedPassword(
  memberId: string,
  password: string,
  endsAt: number,
): Promise<MailedPassword> {
  return { hash: await hashOf(memberId, password), memberId, endsAt };
}

/** For a batch. */
export const storeMailedPassword = (db: Database, row: MailedPassword) =>
  db.insert(mailedPasswords).values(row);

export async function findMailedPassword(
  db: Database,
  memberId: string,
  password: string,
  now: number,
): Promise<MailedPassword | null> {
  const [row] = await db
    .select()
    .from(mailedPasswords)
    .where(
      and(
        eq(mailedPasswords.hash, await hashOf(memberId, password)),
        gt(mailedPasswords.endsAt, now),
      ),
    );
  return row ?? null;
}

/**
 * Puts a mailed password in place of the member's own, and ends the sign-ins that still owe a code:
 * whoever opened them knows the old one. Null when a new password was chosen meanwhile.
 */
export async function useMailedPassword(
  db: Database,
  { hash, memberId, endsAt }: MailedPassword,
  passwordHash: string,
  now: number,
): Promise<MemberRow | null> {
  const isStillOut = db.select().from(mailedPasswords).where(eq(mailedPasswords.hash, hash));
  const [[member]] = await db.batch([
    db
      .update(members)
      .set({ passwordHash, passwordEndsAt: endsAt, mustChangePassword: true })
      .where(and(eq(members.id, memberId), exists(isStillOut)))
      .returning(),
    db
      .update(tokens)
      .set({ revokedAt: now })
      .where(
        and(
          eq(tokens.memberId, memberId),
          eq(tokens.kind, "temp"),
          isNull(tokens.revokedAt),
          sql`changes() = 1`,
        ),
      ),
  ]);
  return member ?? null;
}

/** For a batch. */
export const forgetMailedPasswords = (db: Database, memberId: string) =>
  db.delete(mailedPasswords).where(eq(mailedPasswords.memberId, memberId));

export const forgetEndedPasswords = (db: Database, now: number) =>
  db.delete(mailedPasswords).where(lte(mailedPasswords.endsAt, now));

/** Of codes only an HMAC under the temporary token is stored; the token itself is not. */
export const otpSeconds = 10 * 60;
const guessesAllowed = 5;

interface NewChallenge {
  tempTokenHash: string;
  memberId: string;
  codeHash: string;
}

export async function newChallenge(
  tempToken: string,
  memberId: string,
  code: string,
): Promise<NewChallenge> {
  return {
    tempTokenHash: await sha256(tempToken),
    memberId,
    codeHash: await hmac(tempToken, code),
  };
}

/** For a batch: replaces the previous code and its guesses. */
export function challengeWith(db: Database, challenge: NewChallenge, now: number) {
  const fresh = { ...challenge, guesses: 0, expiresAt: now + otpSeconds * 1000 };
  return db
    .insert(otpChallenges)
    .values(fresh)
    .onConflictDoUpdate({
      target: otpChallenges.tempTokenHash,
      set: fresh,
      setWhere: isNull(otpChallenges.consumedAt),
    });
}

export type Guess = "right" | "otp_wrong" | "otp_expired" | "otp_exhausted" | "token_revoked";

/** One statement counts and uses up a right code: five guesses are five at any concurrency. */
export async function guess(
  db: Database,
  tempToken: string,
  code: string,
  now: number,
): Promise<Guess> {
  const key = await sha256(tempToken);
  const codeHash = await hmac(tempToken, code);
  const [counted] = await db
    .update(otpChallenges)
    .set({
      guesses: sql`${otpChallenges.guesses} + 1`,
      consumedAt: sql`CASE WHEN ${otpChallenges.codeHash} = ${codeHash} THEN ${now} END`,
    })
    .where(
      and(
        eq(otpChallenges.tempTokenHash, key),
        isNull(otpChallenges.consumedAt),
        lt(otpChallenges.guesses, guessesAllowed),
        gt(otpChallenges.expiresAt, now),
      ),
    )
    .returning({ consumedAt: otpChallenges.consumedAt });
  if (counted) return counted.consumedAt === null ? "otp_wrong" : "right";
  const [row] = await db.select().from(otpChallenges).where(eq(otpChallenges.tempTokenHash, key));
  if (row?.consumedAt) return "token_revoked";
  return row && row.guesses >= guessesAllowed ? "otp_exhausted" : "otp_expired";
}

const retentionMilliseconds = 24 * 3600_000;
export const forgetOldChallenges = (db: Database, now: number) =>
  db.delete(otpChallenges).where(lt(otpChallenges.expiresAt, now - retentionMilliseconds));
