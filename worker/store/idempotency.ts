/** One answer per Idempotency-Key: the first request holds a lease, others read its answer. */
import { and, desc, eq, isNotNull, isNull, lte, ne, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere } from "./statements.ts";
import { idempotencyKeys } from "./schema.ts";

const leaseMs = 60_000;

export type WantedKey = Pick<typeof idempotencyKeys.$inferSelect, "scope" | "key" | "bodyHash">;

export interface Claim extends WantedKey {
  /** Distinguishes this holder from a later one that took over. */
  leaseUntil: number;
  /** An earlier holder of the same body did not finish. */
  isResumed: boolean;
  startedAt: number;
}

/**
 * Two statements: take the key if `when` holds, and read what stands there. An expired lease is
 * taken over only with the same body: the first holder may already have had effects.
 */
export function claimStatements(db: Database, wanted: WantedKey, now: number, when: SQL) {
  const leaseUntil = now + leaseMs;
  const { answer, bodyHash } = idempotencyKeys;
  return [
    insertWhere(db, idempotencyKeys, { ...wanted, leaseUntil, createdAt: now }, when)
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { leaseUntil },
        setWhere: sql`${isNull(answer)} and ${eq(bodyHash, wanted.bodyHash)}
          and ${lte(idempotencyKeys.leaseUntil, now)}`,
      })
      .returning({ createdAt: idempotencyKeys.createdAt }),
    db.select({ bodyHash, answer }).from(idempotencyKeys).where(isKey(wanted)),
  ] as const;
}

export function claimSince(wanted: WantedKey, startedAt: number, now: number): Claim {
  return { ...wanted, leaseUntil: now + leaseMs, isResumed: startedAt !== now, startedAt };
}

function isKey({ scope, key }: WantedKey) {
  return and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));
}

export function isHeld(claim: Claim) {
  return and(
    isKey(claim),
    isNull(idempotencyKeys.answer),
    eq(idempotencyKeys.leaseUntil, claim.leaseUntil),
  );
}

export const selectHeld = (db: Database, claim: Claim) =>
  db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isHeld(claim));

/**
 * Three statements: the checkout of a claim begins to order `content` if `when` holds and no other
 * of its member holds a lease; then those whose lease ran out have lost their turn; and what all
 * of this content came to, this one among them, the latest first.
 */
export function beginStatements(
  db: Database,
  claim: Claim,
  content: string,
  now: number,
  when: SQL,
) {
  const { scope, key, createdAt, answer } = idempotencyKeys;
  const isAlone = sql`not exists (select 1 from ${idempotencyKeys} as other
    where other.scope = ${claim.scope}
    and other.key <> ${claim.key} and other.content is not null and other.answer is null
    and other.lease_until > ${now})`;
  const isOther = and(eq(scope, claim.scope), ne(key, claim.key));
  return [
    db
      .update(idempotencyKeys)
      .set({ content })
      .where(and(when, isAlone, isHeld(claim)))
      .returning({ key }),
    db
      .update(idempotencyKeys)
      .set({ leaseUntil: 0 })
      .where(and(sql`changes() > 0`, isOther, isNotNull(idempotencyKeys.content), isNull(answer))),
    db
      .select({
        key,
        createdAt,
        orderId: sql<string | null>`${answer} ->> '$.id'`,
        orderNumber: sql<string | null>`${answer} ->> '$.order_id'`,
      })
      .from(idempotencyKeys)
      .where(and(eq(scope, claim.scope), eq(idempotencyKeys.content, content)))
      .orderBy(desc(createdAt)),
  ] as const;
}

/** A statement for the batch that writes what the answer refers to; no row when the lease is lost. */
export function keepAnswer(db: Database, claim: Claim, answer: string, stands?: SQL) {
  const mayBeKept = and(isHeld(claim), stands);
  return db.update(idempotencyKeys).set({ answer }).where(mayBeKept).returning();
}

/** Where the upstream may have acted, the key is free for the same body alone. */
export async function releaseClaim(db: Database, claim: Claim, nothingWasOrdered: boolean) {
  const mayGo = nothingWasOrdered ? undefined : isNull(idempotencyKeys.content);
  await db.batch([
    db.delete(idempotencyKeys).where(and(isHeld(claim), mayGo)),
    db.update(idempotencyKeys).set({ leaseUntil: 0 }).where(isHeld(claim)),
  ]);
}
