/** One answer per Idempotency-Key: the first request holds a lease, all others read what it wrote. */
import { and, eq, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere } from "./insert-select.ts";
import { idempotencyKeys } from "./schema.ts";

const leaseMs = 60_000;

export interface Claim {
  scope: string;
  key: string;
  bodyHash: string;
  /** Distinguishes this holder from a later one that took over. */
  leaseUntil: number;
  /** An earlier holder of the same body did not finish. */
  isResumed: boolean;
  startedAt: number;
}

export type ClaimAnswer =
  | { state: "claimed"; claim: Claim }
  | { state: "answered"; answer: string }
  | { state: "in_progress" }
  | { state: "mismatch" };

export interface WantedKey {
  scope: string;
  key: string;
  bodyHash: string;
}

/**
 * Two statements of a batch: take the key if `when` holds, and read what stands there; `claimOf` reads their rows. An expired
 * lease can be taken over, but only with the same body: the first holder may already have had effects.
 */
export function claimStatements(
  db: Database,
  wanted: WantedKey,
  now: number,
  when: SQL = sql`true`,
) {
  const leaseUntil = now + leaseMs;
  const row = { ...wanted, answer: null, leaseUntil, createdAt: now };
  return [
    insertWhere(db, idempotencyKeys, row, when)
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { leaseUntil },
        setWhere: sql`${isNull(idempotencyKeys.answer)} and ${eq(idempotencyKeys.bodyHash, wanted.bodyHash)} and ${lte(idempotencyKeys.leaseUntil, now)}`,
      })
      .returning({ createdAt: idempotencyKeys.createdAt }),
    db.select().from(idempotencyKeys).where(isKey(wanted)),
  ] as const;
}

/** As `claimStatements`, while no other key of its scope is being worked on. */
export function claimAloneStatements(
  db: Database,
  wanted: WantedKey,
  now: number,
  when: SQL = sql`true`,
) {
  return claimStatements(db, wanted, now, sql`${when} and ${isAloneIn(wanted, now)}`);
}

function isAloneIn({ scope, key }: WantedKey, now: number): SQL {
  return sql`not exists (select 1 from ${idempotencyKeys} as other where other.scope = ${scope} and other.key <> ${key}
    and other.answer is null and other.lease_until > ${now})`;
}

type Standing = Pick<typeof idempotencyKeys.$inferSelect, "bodyHash" | "answer">;

export function claimOf(
  wanted: WantedKey,
  now: number,
  [taken]: readonly { createdAt: number }[],
  [standing]: readonly Standing[],
): ClaimAnswer {
  if (taken !== undefined) {
    const startedAt = taken.createdAt;
    const leaseUntil = now + leaseMs;
    return {
      state: "claimed",
      claim: { ...wanted, leaseUntil, isResumed: startedAt !== now, startedAt },
    };
  }
  if (standing !== undefined && standing.bodyHash !== wanted.bodyHash) return { state: "mismatch" };
  return standing?.answer
    ? { state: "answered", answer: standing.answer }
    : { state: "in_progress" };
}

export async function claimKey(db: Database, wanted: WantedKey, now: number): Promise<ClaimAnswer> {
  return claimOf(wanted, now, ...(await db.batch(claimStatements(db, wanted, now))));
}

function isKey({ scope, key }: { scope: string; key: string }) {
  return and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));
}

export function isHeld(claim: Claim) {
  return and(
    isKey(claim),
    isNull(idempotencyKeys.answer),
    eq(idempotencyKeys.leaseUntil, claim.leaseUntil),
  );
}

/**
 * A statement for the batch that also writes what the answer refers to. Returns no row when the lease was lost meanwhile, or
 * what `stands` asks for is not so.
 */
export function keepAnswer(db: Database, claim: Claim, answer: string, stands?: SQL) {
  return db
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(isHeld(claim), stands))
    .returning({ key: idempotencyKeys.key });
}

/** For a request without effects: the key is free again, for any body. */
export async function forgetClaim(db: Database, claim: Claim): Promise<void> {
  await db.delete(idempotencyKeys).where(isHeld(claim));
}

/** For a request that may have had effects: only the same body may continue. */
export async function endLease(db: Database, claim: Claim): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ leaseUntil: sql`0` })
    .where(isHeld(claim));
}

/** For a statement behind `keepAnswer` in the same batch: whether exactly this answer stands. */
export function isKept(claim: Claim, answer: string): SQL {
  return sql`exists (select 1 from ${idempotencyKeys} where ${and(isKey(claim), eq(idempotencyKeys.answer, answer))})`;
}
