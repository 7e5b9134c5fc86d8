import type { Deps } from "../../deps.ts";
import { countAgainst } from "../../store/limits.ts";
import { waitingMessages } from "../../store/payments.ts";

const hourly = { key: "waiting-messages", max: 1, windowMs: 3600_000 };
const waitsTooLongMs = 15 * 60_000;

/** Counts each minute the messages about money that wait for people, and says so once an hour. */
export async function warnOfWaitingMessages(deps: Deps): Promise<void> {
  const now = deps.now();
  const { count, oldestAt } = await waitingMessages(deps.db, now - waitsTooLongMs);
  if (count === 0) return;
  const since = new Date(oldestAt).toISOString();
  deps.counters.count("messages.waiting", "", count, `${count}, the oldest since ${since}`);
  if ((await countAgainst(deps.db, hourly, now)) === null)
    deps.log.error("payment messages wait for people", {
      count,
      ageSeconds: Math.floor((now - oldestAt) / 1000),
    });
}
