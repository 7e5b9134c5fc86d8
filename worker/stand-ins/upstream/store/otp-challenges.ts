/** E-mail codes. Only an HMAC under the temporary token is stored; the token itself is not. */
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { hmac, sha256 } from "../identity/crypto.ts";
import { otpChallenges } from "./schema.ts";

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
