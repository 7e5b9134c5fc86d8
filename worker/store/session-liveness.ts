/** A session is alive if it has not ended, is within its idle and absolute limits, and is not older than the epoch. */
import { and, gt, gte, isNull, sql } from "drizzle-orm";
import { sessions, settings } from "./schema.ts";

/** Raising this number in `settings` ends every session. */
const sessionEpochName = "session_epoch";

export const currentEpoch = sql<number>`coalesce((select ${settings.value} from ${settings} where ${settings.name} = ${sessionEpochName}), 0)`;

export function isAlive(now: number) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.idleEndsAt, now),
    gt(sessions.absoluteEndsAt, now),
    gte(sessions.epoch, currentEpoch),
  );
}
