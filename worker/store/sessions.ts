/** One row per signed-in browser. Every change is one conditional statement or one batch. */
import { and, desc, eq, isNull, ne, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere } from "./insert-select.ts";
import { refreshTokens, sessions } from "./schema.ts";
import { forgetOtherBrowsers, renameBrowser } from "./known-browsers.ts";
import { currentEpoch, isAlive } from "./session-liveness.ts";

export type SessionRow = typeof sessions.$inferSelect;
/** What every session begins with. */
const fresh = {
  epoch: currentEpoch,
  upstreamExpiresAt: 0,
  upstreamVersion: 0,
  upstreamRefreshLeaseUntil: 0,
  endedAt: null,
  endReason: null,
};
export type NewSession = Omit<SessionRow, keyof typeof fresh>;
export type EndReason =
  | "logout"
  | "replaced"
  | "ended_by_member"
  | "password_changed"
  | "refresh_replay"
  | "upstream_refused";

/**
 * Statements for a batch, whose second gives the row. They also end the session that the same
 * browser held before, which the first gives, and a browser that had a cookie of its own goes on
 * under its new one, for all its members. Where `when` does not hold they do nothing.
 */
export function insertSession(
  db: Database,
  row: NewSession,
  refreshHash: string,
  replacedRefreshHash: string | null,
  oldBrowserHash: string | null = null,
  when: SQL = sql`true`,
) {
  const token = { hash: refreshHash, sessionId: row.id, generation: 0, createdAt: row.createdAt };
  return [
    db
      .update(sessions)
      .set({ endedAt: row.createdAt, endReason: "replaced" satisfies EndReason })
      .where(
        and(
          when,
          isNull(sessions.endedAt),
          sql`${sessions.id} = (select ${refreshTokens.sessionId} from ${refreshTokens}
            where ${refreshTokens.hash} = ${replacedRefreshHash})`,
        ),
      )
      .returning(),
    insertWhere(db, sessions, { ...row, ...fresh }, when).returning(),
    insertWhere(db, refreshTokens, { ...token, usedAt: null }, when),
    renameBrowser(db, oldBrowserHash, row.browserHash, when),
  ] as const;
}

/** A statement, so that one batch can also read what its member asks for. */
export function selectLiveSession(db: Database, id: string, now: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), isAlive(now)));
}

export async function findLiveSession(
  db: Database,
  id: string,
  now: number,
): Promise<SessionRow | null> {
  return (await selectLiveSession(db, id, now).get()) ?? null;
}

export function selectLiveSessions(db: Database, memberId: string, now: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isAlive(now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
}

/** Returns the row only if this call ended it. */
export async function endSession(
  db: Database,
  id: string,
  reason: EndReason,
  now: number,
): Promise<SessionRow | null> {
  const [ended] = await db
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning();
  return ended ?? null;
}

export async function endSessionOfMember(
  db: Database,
  memberId: string,
  id: string,
  now: number,
): Promise<SessionRow | null> {
  const [ended] = await db
    .update(sessions)
    .set({ endedAt: now, endReason: "ended_by_member" satisfies EndReason })
    .where(and(eq(sessions.id, id), eq(sessions.memberId, memberId), isAlive(now)))
    .returning();
  return ended ?? null;
}

export async function endOtherSessions(
  db: Database,
  memberId: string,
  keptId: string,
  now: number,
): Promise<SessionRow[]> {
  const [ended] = await db.batch([
    endOthers(db, memberId, keptId, "ended_by_member", now).returning(),
    forgetOtherBrowsers(db, memberId, keptId),
  ]);
  return ended;
}

/** Ends the other sessions and lifts the obligation from this one. @returns what it ended. */
export async function settlePasswordChange(
  db: Database,
  memberId: string,
  keptId: string,
  now: number,
): Promise<SessionRow[]> {
  const [ended] = await db.batch([
    endOthers(db, memberId, keptId, "password_changed", now).returning(),
    db.update(sessions).set({ mustChangePassword: false }).where(eq(sessions.id, keptId)),
    forgetOtherBrowsers(db, memberId, keptId),
  ]);
  return ended;
}

function endOthers(db: Database, memberId: string, keptId: string, reason: EndReason, now: number) {
  return db
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(sessions.memberId, memberId), ne(sessions.id, keptId), isNull(sessions.endedAt)));
}
