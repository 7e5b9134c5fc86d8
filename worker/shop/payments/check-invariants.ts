/**
 * Whether the books are in order, a piece of them each minute, and whether a message about money waits for people.
 * It only counts and logs.
 */
import { sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { invariantsAt, within, type GrowsBy, type Invariant } from "../../store/invariants.ts";
import { countAgainst } from "../../store/limits.ts";
import { waitingMessages } from "../../store/payments.ts";
import { walkThroughAll, walkThroughNew } from "../../store/rule-walks.ts";
import { nextPiece, nextPieceAround, pass, takeTurn, type Walk } from "../../store/walks.ts";

const hourly = { key: "waiting-messages", max: 1, windowMs: 3600_000 };
const waitsTooLongMs = 15 * 60_000;

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

/** The next rule about money, asked of payments that came since it was asked last. */
export async function checkNewRows(deps: Deps): Promise<void> {
  const now = deps.now();
  const found = await nextRule(deps, "new", ({ newBy }) => newBy !== undefined);
  if (found?.newBy === undefined) return;
  const walk = walkThroughNew(found, found.newBy, now);
  await checkPiece(deps, found, walk, found.newBy, nextPiece);
}

/** The next rule, asked of the next part of its table, new or old. */
export async function checkAllRows(deps: Deps): Promise<void> {
  const found = await nextRule(deps, "all", () => true);
  if (found !== undefined)
    await checkPiece(deps, found, walkThroughAll(found), "rowid", nextPieceAround);
}

/** The turn passes on before the rule is asked, so that one which cannot be asked holds up no other. */
async function nextRule(
  { db, now }: Deps,
  lane: string,
  isInLane: (rule: Invariant) => boolean,
): Promise<Invariant | undefined> {
  const rules = invariantsAt(now()).filter(isInLane);
  return rules[await takeTurn(db, `turn: ${lane}`, rules.length)];
}

async function checkPiece(
  deps: Deps,
  invariant: Invariant,
  walk: Walk,
  by: GrowsBy,
  next: typeof nextPiece,
): Promise<void> {
  const piece = await next(deps.db, walk);
  if (piece === null) return;
  const query = within(invariant, piece, by);
  const [found] = await deps.db.all<{ broken: number }>(
    sql.raw(`SELECT count(*) AS broken FROM (${query})`),
  );
  // Which rows they are is for the command line to show: ids of members stay out of the log.
  if (found !== undefined && found.broken > 0)
    deps.log.error("an invariant is broken", { reason: invariant.rule, count: found.broken });
  await pass(deps.db, walk, piece.upTo);
}
