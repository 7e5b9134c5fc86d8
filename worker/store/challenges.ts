/** Sign-ins that owe a code. A guess is counted before it is checked; success is claimed once. */
import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { hasWritten } from "./insert-select.ts";
import { signInChallenges } from "./schema.ts";

export type ChallengeRow = typeof signInChallenges.$inferSelect;

const guessesPerCode = 5;

/** Whose codes and guesses it counts with. */
export const limitKeyOf = ({ limitKey, memberKey }: ChallengeRow): string => limitKey ?? memberKey;

export function insertChallenge(db: Database, row: typeof signInChallenges.$inferInsert) {
  return db.insert(signInChallenges).values(row);
}

const isOpen = (id: string, now: number) =>
  and(
    eq(signInChallenges.id, id),
    isNull(signInChallenges.usedAt),
    gt(signInChallenges.expiresAt, now),
  );

export async function findOpenChallenge(
  db: Database,
  id: string,
  now: number,
): Promise<ChallengeRow | null> {
  return (await db.select().from(signInChallenges).where(isOpen(id, now)).get()) ?? null;
}

export async function recordCodeSent(
  db: Database,
  id: string,
  codeExpiresAt: number,
  now: number,
): Promise<void> {
  await db
    .update(signInChallenges)
    .set({ guesses: 0, sentAt: now, codeExpiresAt })
    .where(isOpen(id, now));
}

/** Null when no guess is left, no code was sent, or the sign-in is over. */
export async function countGuess(
  db: Database,
  id: string,
  now: number,
): Promise<ChallengeRow | null> {
  const [row] = await db
    .update(signInChallenges)
    .set({ guesses: sql`${signInChallenges.guesses} + 1` })
    .where(
      and(
        isOpen(id, now),
        lt(signInChallenges.guesses, guessesPerCode),
        isNotNull(signInChallenges.sentAt),
        gt(signInChallenges.codeExpiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

/** True for exactly one of any number of parallel right codes. */
export async function claimChallenge(db: Database, id: string, now: number): Promise<boolean> {
  return hasWritten(db.update(signInChallenges).set({ usedAt: now }).where(isOpen(id, now)));
}
