/** A session is alive unless it ended, ran out of idle or absolute time, or is of an old epoch. */
import { and, eq, gt, gte, isNull, sql, type SQL } from "drizzle-orm";
import { sessions, settings } from "./schema.ts";

/** Raising this number in `settings` ends every session. */
const sessionEpochName = "session_epoch";

export const currentEpoch = sql<number>`coalesce((select ${settings.value} from ${settings}
  where ${settings.name} = ${sessionEpochName}), 0)`;

export function isAlive(now: number) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.idleEndsAt, now),
    gt(sessions.absoluteEndsAt, now),
    gte(sessions.epoch, currentEpoch),
  );
}

/** A condition of the batch that reads the session: whether its member may act. */
export function mayAct(actor: { sessionId: string; memberId: string }, now: number): SQL {
  return sql`exists (select 1 from ${sessions} where ${and(
    eq(sessions.id, actor.sessionId),
    eq(sessions.memberId, actor.memberId),
    eq(sessions.mustChangePassword, false),
    isAlive(now),
  )})`;
}
