/** Each generation of a refresh token is used once and has at most one successor. */
import { and, eq, exists, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { isIn, insertWhere, jsonList, hasWritten } from "./statements.ts";
import { refreshTokens, sessions } from "./schema.ts";
import { isAlive, type SessionRow } from "./sessions.ts";

export interface Rotation {
  sessionId: string;
  hash: string;
  /** The first is inserted; one of the others may have been, under the secret before. */
  successorHashes: readonly string[];
  generation: number;
  now: number;
  idleMs: number;
}

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
  };
  const isLive = and(eq(sessions.id, sessionId), isAlive(now));
  const live = db.select({ id: sessions.id }).from(sessions).where(isLive);
  const tokenUsedNow = db.select({ hash: refreshTokens.hash }).from(refreshTokens).where(isUsedNow);
  const isSuccessor = isIn(refreshTokens.hash, jsonList(successorHashes));
  const isNewest = and(isSuccessor, isNull(refreshTokens.usedAt));
  const [used, , , tokens, successors, alive] = await db.batch([
    db
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(thisToken, isNull(refreshTokens.usedAt), exists(live)))
      .returning({ hash: refreshTokens.hash }),
    // Derived from the token: a parallel call inserts the same row.
    insertWhere(db, refreshTokens, successor, isUsedNow, refreshTokens).onConflictDoNothing(),
    db
      .update(sessions)
      .set({
        lastSeenAt: now,
        idleEndsAt: sql`min(${now + rotation.idleMs}, ${sessions.absoluteEndsAt})`,
      })
      .where(and(eq(sessions.id, sessionId), exists(tokenUsedNow))),
    db.select({ usedAt: refreshTokens.usedAt }).from(refreshTokens).where(thisToken),
    db.select({ hash: refreshTokens.hash }).from(refreshTokens).where(isNewest),
    db.select().from(sessions).where(isLive),
  ]);
  return {
    /** True for exactly one of any number of parallel calls with this token. */
    won: used.length === 1,
    /** Null for a token that was never issued. */
    token: tokens[0] ?? null,
    session: alive[0] ?? null,
    /** The hash of the successor that exists and is not used itself. */
    newestSuccessor: successors[0]?.hash ?? null,
  };
}

export async function wasIssued(db: Database, sessionId: string, hash: string): Promise<boolean> {
  const isToken = and(eq(refreshTokens.hash, hash), eq(refreshTokens.sessionId, sessionId));
  return (await db.$count(refreshTokens, isToken)) === 1;
}

export type SealedTokens = Pick<SessionRow, "upstreamAccess" | "upstreamRefresh">;

type Held = Pick<SessionRow, "id" | "upstreamVersion">;

/** At this version: each refresh raises it. @returns whether it still was. */
function writeAt(db: Database, { id, ...at }: Held, values: Partial<SessionRow>, when?: SQL) {
  const isAt = and(eq(sessions.id, id), eq(sessions.upstreamVersion, at.upstreamVersion), when);
  return hasWritten(db.update(sessions).set(values).where(isAt));
}

export function leaseUpstreamRefresh(db: Database, session: Held, now: number, leaseMs: number) {
  const isFree = and(lt(sessions.upstreamRefreshLeaseUntil, now), isNull(sessions.endedAt));
  return writeAt(db, session, { upstreamRefreshLeaseUntil: now + leaseMs }, isFree);
}

export function saveUpstreamTokens(db: Database, session: Held, tokens: SealedTokens) {
  const upstreamVersion = session.upstreamVersion + 1;
  return writeAt(db, session, { ...tokens, upstreamVersion, upstreamRefreshLeaseUntil: 0 });
}

/** After a failure that is not a refusal: the next request may try again. */
export const releaseUpstreamRefresh = (db: Database, session: Held) =>
  writeAt(db, session, { upstreamRefreshLeaseUntil: 0 });
