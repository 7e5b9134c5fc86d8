/** Refresh tokens by hash. Each generation is used once and has at most one successor. */
/** A session's encrypted upstream tokens, and the lease that makes their refresh single-flight. */
import { and, eq, exists, isNull, sql, lt } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere, jsonList, hasWritten } from "./statements.ts";
import { refreshTokens, sessions } from "./schema.ts";
import { isAlive } from "./sessions.ts";

export interface Rotation {
  sessionId: string;
  hash: string;
  /** The first is inserted; one of the others may have been, under the secret before. */
  successorHashes: readonly string[];
  generation: number;
  now: number;
  idleMs: number;
}

/** One batch: uses the token, inserts its successor, extends the session, reads the outcome. */
export async function rotateRefreshToken(db: Database, rotation: Rotation) {
  const { sessionId, hash, successorHashes, now } = rotation;
  const thisToken = and(
    eq(refreshTokens.hash, hash),
    eq(refreshTokens.sessionId, sessionId),
    eq(refreshTokens.generation, rotation.generation),
  );
  const isUsedNow = and(thisToken, eq(refreshTokens.usedAt, now));
  const successor = {
    hash: sql`${successorHashes[0]}`,
    sessionId,
    generation: rotation.generation + 1,
    createdAt: now,
    usedAt: null,
  };
  const isLive = and(eq(sessions.id, sessionId), isAlive(now));
  const live = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(isLive);
  const [used, , , tokens, successors, alive] = await db.batch([
    db
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(thisToken, isNull(refreshTokens.usedAt), exists(live)))
      .returning({ hash: refreshTokens.hash }),
    // The successor is derived from the token, so a parallel call inserts the same row and the
    // conflict does no harm.
    insertWhere(db, refreshTokens, successor, isUsedNow, refreshTokens).onConflictDoNothing(),
    db
      .update(sessions)
      .set({
        lastSeenAt: now,
        idleEndsAt: sql`min(${now + rotation.idleMs}, ${sessions.absoluteEndsAt})`,
      })
      .where(
        and(
          eq(sessions.id, sessionId),
          exists(
            db
              .select({ one: sql`1` })
              .from(refreshTokens)
              .where(isUsedNow),
          ),
        ),
      ),
    db.select({ usedAt: refreshTokens.usedAt }).from(refreshTokens).where(thisToken),
    db
      .select({ hash: refreshTokens.hash })
      .from(refreshTokens)
      .where(
        and(
          sql`${refreshTokens.hash} in ${jsonList(successorHashes)}`,
          isNull(refreshTokens.usedAt),
        ),
      ),
    db.select().from(sessions).where(isLive),
  ]);
  return {
    /** True for exactly one of any number of parallel calls with this token. */
    won: used.length === 1,
    /** Null for a token that was never issued. */
    token: tokens[0] ?? null,
    /** Null when the session is over. */
    session: alive[0] ?? null,
    /** The hash of the successor that exists and is not used itself. */
    newestSuccessor: successors[0]?.hash ?? null,
  };
}

export async function wasIssued(db: Database, sessionId: string, hash: string): Promise<boolean> {
  const found = await db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.hash, hash), eq(refreshTokens.sessionId, sessionId)));
  return found.length === 1;
}

export interface SealedTokens {
  upstreamAccess: string;
  upstreamRefresh: string | null;
}

export async function leaseUpstreamRefresh(
  db: Database,
  sessionId: string,
  version: number,
  now: number,
  leaseMs: number,
): Promise<boolean> {
  return hasWritten(
    db
      .update(sessions)
      .set({ upstreamRefreshLeaseUntil: now + leaseMs })
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.upstreamVersion, version),
          lt(sessions.upstreamRefreshLeaseUntil, now),
          isNull(sessions.endedAt),
        ),
      ),
  );
}

export async function saveUpstreamTokens(
  db: Database,
  sessionId: string,
  version: number,
  tokens: SealedTokens,
): Promise<void> {
  await db
    .update(sessions)
    .set({
      ...tokens,
      upstreamVersion: sql`${sessions.upstreamVersion} + 1`,
      upstreamRefreshLeaseUntil: 0,
    })
    .where(and(eq(sessions.id, sessionId), eq(sessions.upstreamVersion, version)));
}

/** After a failure that is not a refusal: the next request may try again. */
export async function releaseUpstreamRefresh(db: Database, sessionId: string, version: number) {
  await db
    .update(sessions)
    .set({ upstreamRefreshLeaseUntil: 0 })
    .where(and(eq(sessions.id, sessionId), eq(sessions.upstreamVersion, version)));
}
