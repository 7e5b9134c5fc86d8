/**
 * A browser is known by a cookie of its own, whose hash stands in the sessions that it held. Each
 * generation of a refresh token is used once and has at most one successor.
 */
import { and, desc, eq, exists, gt, gte, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sessions, settings, refreshTokens } from "./schema.ts";
import type { Database } from "../deps.ts";
import { isIn, insertWhere, jsonList, hasWritten } from "./statements.ts";

/** Raising this number in `settings` ends every session. */
const sessionEpochName = "session_epoch";

const currentEpoch = sql<number>`coalesce((select ${settings.value} from ${settings}
  where ${settings.name} = ${sessionEpochName}), 0)`;

function isAlive(now: number) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.idleEndsAt, now),
    gt(sessions.absoluteEndsAt, now),
    gte(sessions.epoch, currentEpoch),
  );
}

export function mayAct(actor: { sessionId: string; memberId: string }, now: number): SQL {
  return sql`exists (select 1 from ${sessions} where ${and(
    eq(sessions.id, actor.sessionId),
    eq(sessions.memberId, actor.memberId),
    eq(sessions.mustChangePassword, false),
    isAlive(now),
  )})`;
}

export type SessionRow = typeof sessions.$inferSelect;
export type NewSession = Omit<typeof sessions.$inferInsert, "epoch"> &
  Pick<SessionRow, "memberKey" | "browserHash">;
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
  const { id: sessionId, createdAt } = row;
  const token = { hash: refreshHash, sessionId, generation: 0, createdAt };
  return [
    db
      .update(sessions)
      .set({ endedAt: createdAt, endReason: "replaced" satisfies EndReason })
      .where(
        and(
          when,
          isNull(sessions.endedAt),
          sql`${sessions.id} = (select ${refreshTokens.sessionId} from ${refreshTokens}
            where ${refreshTokens.hash} = ${replacedRefreshHash})`,
        ),
      )
      .returning(),
    insertWhere(db, sessions, { ...row, epoch: currentEpoch }, when).returning(),
    insertWhere(db, refreshTokens, token, when),
    db
      .update(sessions)
      .set({ browserHash: row.browserHash })
      .where(and(when, sql`${sessions.browserHash} = ${oldBrowserHash}`)),
  ] as const;
}

export function selectLiveSession(db: Database, id: string, now: number) {
  const isLive = and(eq(sessions.id, id), isAlive(now));
  return db.select().from(sessions).where(isLive);
}

export function selectLiveSessions(db: Database, memberId: string, now: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isAlive(now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
}

/** @returns the row only if this call ended it. */
export async function endSession(
  db: Database,
  id: string,
  endReason: EndReason,
  endedAt: number,
  which: SQL | undefined = isNull(sessions.endedAt),
) {
  const isWanted = and(eq(sessions.id, id), which);
  const [ended] = await db.update(sessions).set({ endedAt, endReason }).where(isWanted).returning();
  return ended ?? null;
}

export function endSessionOfMember(db: Database, memberId: string, id: string, now: number) {
  const isTheirs = and(eq(sessions.memberId, memberId), isAlive(now));
  return endSession(db, id, "ended_by_member", now, isTheirs);
}

/** After a change of the password it also lifts the obligation from this one. @returns what it ended. */
export async function endOtherSessions(
  db: Database,
  memberId: string,
  keptId: string,
  now: number,
  endReason: "ended_by_member" | "password_changed" = "ended_by_member",
) {
  const isOther = and(eq(sessions.memberId, memberId), ne(sessions.id, keptId));
  const lift = db
    .update(sessions)
    .set({ mustChangePassword: false })
    .where(eq(sessions.id, keptId));
  const kept = sql`(select s.browser_hash from ${sessions} s where s.id = ${keptId})`;
  const isOtherBrowser = sql`${isOther} and ${sessions.browserHash} is not null
    and ${sessions.browserHash} is not ${kept}`;
  const [ended] = await db.batch([
    db
      .update(sessions)
      .set({ endedAt: now, endReason })
      .where(and(isOther, isNull(sessions.endedAt)))
      .returning(),
    // Of all the member's browsers only that of this session stays known.
    db.update(sessions).set({ browserHash: null }).where(isOtherBrowser),
    ...(endReason === "password_changed" ? [lift] : []),
  ]);
  return ended;
}

const mostSignIns = 20;
const longestMs = 90 * 24 * 3600_000;
/** Others may hold a browser whose session was ended from elsewhere or by a replayed token. */
const isHarmless = inArray(sessions.endReason, ["logout", "replaced", "upstream_refused"]);

/** Whether this browser's last session of the member was not ended for somebody else's sake. */
export async function isKnownBrowser(db: Database, memberKey: string, hash: string, now: number) {
  const recent = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.memberKey, memberKey))
    .orderBy(desc(sessions.createdAt))
    .limit(mostSignIns);
  const [last] = await db
    .select({
      counts: sql<number>`${and(
        or(isNull(sessions.endedAt), isHarmless),
        eq(sessions.epoch, currentEpoch),
        gt(sessions.createdAt, now - longestMs),
      )}`,
    })
    .from(sessions)
    .where(and(eq(sessions.browserHash, hash), sql`${sessions.id} in ${recent}`))
    .orderBy(desc(sessions.createdAt))
    .limit(1);
  return last?.counts === 1;
}

export async function hasSignedIn(db: Database, memberKeys: readonly string[]): Promise<boolean> {
  const isTheirs = isIn(sessions.memberKey, jsonList(memberKeys));
  return (await db.select({ id: sessions.id }).from(sessions).where(isTheirs).limit(1)).length > 0;
}

type TokenRow = typeof refreshTokens.$inferSelect;
export interface Rotation extends Pick<TokenRow, "sessionId" | "hash" | "generation"> {
  /** The first is inserted; one of the others may have been, under the secret before. */
  successorHashes: readonly string[];
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
