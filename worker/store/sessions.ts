/** A browser is known by a cookie of its own, whose hash stands in the sessions that it held. */
import { and, desc, eq, gt, gte, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { sessions, settings, refreshTokens } from "./schema.ts";
import type { Database } from "../deps.ts";
import { isIn, insertWhere, jsonList } from "./statements.ts";

/** Raising this number in `settings` ends every session. */
const sessionEpochName = "session_epoch";

const currentEpoch = sql<number>`coalesce((select ${settings.value} from ${settings}
  where ${settings.name} = ${sessionEpochName}), 0)`;

export function isAlive(now: number) {
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
