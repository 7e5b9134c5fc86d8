/** When a session is alive: not ended, not idle too long, not past its absolute end, and not older than the epoch. */
import { and, gt, gte, isNull, sql } from "drizzle-orm";
import { sessions, settings } from "./schema.ts";

/** Operators end every session at once by raising this number in `settings`. */
export const sessionEpochName = "session_epoch";

export const currentEpoch = sql<number>`coalesce((select ${settings.value} from ${settings} where ${settings.name} = ${sessionEpochName}), 0)`;

export function isAlive(now: number) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.idleEndsAt, now),
    gt(sessions.absoluteEndsAt, now),
    gte(sessions.epoch, currentEpoch),
  );
}
