/** Once an hour: whether the books are in order, and whether a message about money waits for people. It only logs. */
import { sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { invariantsAt } from "../../store/invariants.ts";
import { countAgainst } from "../../store/limits.ts";
import { waitingMessages } from "../../store/payments.ts";

const turn = { key: "invariant-check", max: 1, windowMs: 3600_000 };
const waitsTooLongMs = 15 * 60_000;

export async function checkInvariants(deps: Deps): Promise<void> {
  const now = deps.now();
  if ((await countAgainst(deps.db, turn, now)) !== null) return;
  const { count, oldestAt } = await waitingMessages(deps.db, now - waitsTooLongMs);
  if (count > 0)
    deps.log.error("payment messages wait for people", {
      count,
      ageSeconds: Math.floor((now - oldestAt) / 1000),
    });
  for (const { rule, sql: query } of invariantsAt(now)) {
    const [found] = await deps.db.all<{ broken: number }>(
      sql.raw(`SELECT count(*) AS broken FROM (${query})`),
    );
    // Which rows they are is for the command line to show: ids of members stay out of the log.
    if (found !== undefined && found.broken > 0)
      deps.log.error("an invariant is broken", { reason: rule, count: found.broken });
  }
}
