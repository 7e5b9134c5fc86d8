/**
 * Browsers that held a session of a member recently. A browser is known by a cookie of its own,
 * whose hash stands in the sessions that it held: no table remembers it longer than those.
 */
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { sessions } from "./schema.ts";
import { jsonList } from "./insert-select.ts";
import { currentEpoch } from "./session-liveness.ts";

/** The member's last sign-ins that are looked at. */
const mostSignIns = 20;
const longestMs = 90 * 24 * 3600_000;
/**
 * Somebody else may hold a browser whose session was ended from elsewhere or by a replayed token.
 */
const isHarmless = inArray(sessions.endReason, ["logout", "replaced", "upstream_refused"]);

/** Whether this browser's last session of the member was not ended for somebody else's sake. */
export async function isKnownBrowser(
  db: Database,
  memberKey: string,
  browserHash: string,
  now: number,
): Promise<boolean> {
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
    .where(and(eq(sessions.browserHash, browserHash), sql`${sessions.id} in ${recent}`))
    .orderBy(desc(sessions.createdAt))
    .limit(1);
  return last?.counts === 1;
}

/** Whether a session of the member, by any of these keys, is remembered. */
export async function hasSignedIn(db: Database, memberKeys: readonly string[]): Promise<boolean> {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(sql`${sessions.memberKey} in ${jsonList(memberKeys)}`)
    .limit(1);
  return found !== undefined;
}

/** For a batch. */
export function renameBrowser(db: Database, from: string | null, to: string | null, when: SQL) {
  return db
    .update(sessions)
    .set({ browserHash: to })
    .where(and(when, sql`${sessions.browserHash} = ${from}`));
}

/** For a batch: of all the member's browsers only that of this session stays known. */
export function forgetOtherBrowsers(db: Database, memberId: string, keptId: string) {
  const kept = sql`(select s.browser_hash from ${sessions} s where s.id = ${keptId})`;
  return db
    .update(sessions)
    .set({ browserHash: null })
    .where(
      and(
        eq(sessions.memberId, memberId),
        ne(sessions.id, keptId),
        isNotNull(sessions.browserHash),
        sql`${sessions.browserHash} is not ${kept}`,
      ),
    );
}
