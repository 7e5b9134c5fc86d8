/** A session's encrypted upstream tokens, and the lease that makes their refresh single-flight. */
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { hasWritten } from "./insert-select.ts";
import { sessions } from "./schema.ts";

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
export async function releaseUpstreamRefresh(
  db: Database,
  sessionId: string,
  version: number,
): Promise<void> {
  await db
    .update(sessions)
    .set({ upstreamRefreshLeaseUntil: 0 })
    .where(and(eq(sessions.id, sessionId), eq(sessions.upstreamVersion, version)));
}
