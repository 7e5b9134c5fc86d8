/** A guess is counted before it is checked; one conditional statement accepts each code. */
import { and, eq, gt, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { hasWritten, insertWhere } from "./statements.ts";
import { signInChallenges, recoveryCodes, secondSteps, settings } from "./schema.ts";
import { keepSetting } from "./counters.ts";

export type ChallengeRow = typeof signInChallenges.$inferSelect;

const guessesPerCode = 5;

export const limitKeyOf = ({ limitKey, memberKey }: ChallengeRow): string => limitKey ?? memberKey;

export const insertChallenge = (db: Database, row: typeof signInChallenges.$inferInsert) =>
  db.insert(signInChallenges).values(row);

const isOpen = (id: string, now: number) =>
  and(
    eq(signInChallenges.id, id),
    isNull(signInChallenges.usedAt),
    gt(signInChallenges.expiresAt, now),
  );

export async function findOpenChallenge(db: Database, id: string, now: number) {
  return (await db.select().from(signInChallenges).where(isOpen(id, now)).get()) ?? null;
}

export async function recordCodeSent(db: Database, id: string, codeExpiresAt: number, now: number) {
  const sent = { guesses: 0, sentAt: now, codeExpiresAt };
  await db.update(signInChallenges).set(sent).where(isOpen(id, now));
}

/** Null when no guess is left, no code was sent, or the sign-in is over. */
export async function countGuess(db: Database, id: string, now: number) {
  const { guesses: counted, sentAt, codeExpiresAt } = signInChallenges;
  const hasCode = and(isNotNull(sentAt), gt(codeExpiresAt, now));
  const mayGuess = and(isOpen(id, now), lt(counted, guessesPerCode), hasCode);
  const guesses = sql`${counted} + 1`;
  const [row] = await db.update(signInChallenges).set({ guesses }).where(mayGuess).returning();
  return row ?? null;
}

/** True for exactly one of any number of parallel right codes. */
export function claimChallenge(db: Database, id: string, now: number): Promise<boolean> {
  return hasWritten(db.update(signInChallenges).set({ usedAt: now }).where(isOpen(id, now)));
}

export type SecondStepRow = typeof secondSteps.$inferSelect;

const ofMember = (memberId: string) => eq(secondSteps.memberId, memberId);
const isOn = (memberId: string) => and(ofMember(memberId), isNotNull(secondSteps.confirmedAt));

export const owesSecondStep = (memberId: string) =>
  sql<number>`exists (select 1 from ${secondSteps} where ${isOn(memberId)})`;

/** Replaces one that was never confirmed; false where one is on. */
export async function beginSecondStep(
  db: Database,
  row: Pick<SecondStepRow, "memberId" | "secret" | "createdAt">,
): Promise<boolean> {
  const target = secondSteps.memberId;
  const setWhere = isNull(secondSteps.confirmedAt);
  const set = { secret: row.secret, lastStep: 0, createdAt: row.createdAt };
  return hasWritten(
    db.insert(secondSteps).values(row).onConflictDoUpdate({ target, set, setWhere }),
  );
}

export async function findSecondStep(db: Database, memberId: string) {
  return (await db.select().from(secondSteps).where(ofMember(memberId)).get()) ?? null;
}

/** A statement: a row where one is on. */
export function selectSecondStep(db: Database, memberId: string) {
  const codesLeft = sql<number>`(select count(*) from recovery_codes
    where recovery_codes.member_id = second_steps.member_id)`;
  return db.select({ codesLeft }).from(secondSteps).where(isOn(memberId));
}

/** Turns this secret on, with recovery codes; false where one is on or it was replaced. */
export async function confirmSecondStep(
  db: Database,
  { memberId, secret }: SealedSecret,
  step: number,
  hashes: readonly string[],
  now: number,
): Promise<boolean> {
  const isOurs = and(ofMember(memberId), eq(secondSteps.secret, secret));
  const [confirmed] = await db.batch([
    db
      .update(secondSteps)
      .set({ confirmedAt: now, lastStep: step })
      .where(and(isOurs, isNull(secondSteps.confirmedAt)))
      .returning({ memberId: secondSteps.memberId }),
    insertCodes(db, memberId, hashes, sql`changes() > 0`),
  ]);
  return confirmed.length === 1;
}

/** True once for each 30-second step, and never for an earlier one. */
export async function acceptStep(db: Database, memberId: string, step: number): Promise<boolean> {
  const isNext = and(isOn(memberId), lt(secondSteps.lastStep, step));
  return hasWritten(db.update(secondSteps).set({ lastStep: step }).where(isNext));
}

export async function useRecoveryCode(db: Database, memberId: string, hash: string) {
  const isCode = and(eq(recoveryCodes.memberId, memberId), eq(recoveryCodes.hash, hash));
  return hasWritten(db.delete(recoveryCodes).where(isCode));
}

/** False where no second step is on. */
export async function replaceRecoveryCodes(
  db: Database,
  memberId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const [, , on] = await db.batch([
    db.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId)),
    insertCodes(db, memberId, hashes, owesSecondStep(memberId)),
    selectSecondStep(db, memberId),
  ]);
  return on.length === 1;
}

export async function endSecondStep(db: Database, memberId: string): Promise<boolean> {
  const [ended] = await db.batch([
    db.delete(secondSteps).where(ofMember(memberId)).returning({ id: secondSteps.memberId }),
    db.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId)),
  ]);
  return ended.length === 1;
}

/** Of the next `most` rows, over and over, those not sealed with the key of this id. */
export async function nextSealedOtherwise(db: Database, keyId: string, most: number) {
  const name = "resealed_up_to";
  const mark = sql`(select coalesce(max(${settings.value}), 0) from ${settings}
    where ${settings.name} = ${name})`;
  const { memberId, secret } = secondSteps;
  const found = await db
    .select({ memberId, secret, row: sql<number>`rowid` })
    .from(secondSteps)
    .where(sql`rowid > ${mark}`)
    .orderBy(sql`rowid`)
    .limit(most);
  const value = found.at(-1)?.row ?? 0;
  await keepSetting(db, name, value);
  return found.filter((row) => !row.secret.startsWith(keyId));
}

export type SealedSecret = Pick<SecondStepRow, "memberId" | "secret">;
/** One statement, however many; a secret that was replaced meanwhile stays. */
export async function replaceSecrets(
  db: Database,
  resealed: readonly { row: SealedSecret; sealed: string }[],
): Promise<void> {
  const list = resealed.map(({ row, sealed }) => [row.memberId, row.secret, sealed]);
  await db.run(
    sql`update second_steps set secret = fresh.value ->> 2
      from json_each(${JSON.stringify(list)}) as fresh
      where member_id = fresh.value ->> 0 and secret = fresh.value ->> 1`,
  );
}

function insertCodes(db: Database, memberId: string, hashes: readonly string[], when: SQL) {
  const each = sql`json_each(${JSON.stringify(hashes)})`;
  return insertWhere(db, recoveryCodes, { memberId, hash: sql`value` }, when, each);
}
