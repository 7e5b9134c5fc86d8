/** From authorised to closed by the evening's batch and given back in parts; or given up. */
import { and, eq, gte, isNotNull, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { closing, type cardActions } from "../../payments/ecpay/vocabulary.ts";
import type { Database, Trade } from "./app.ts";
import { trades } from "./schema.ts";

export type CardAction = keyof typeof cardActions;
type Capture = "authorised" | "to_close" | "closed" | "abandoned";

const dayMs = 24 * 3600_000;

/** When the batch ran last. */
function lastBatch(now: number): number {
  const today = now - (now % dayMs) + closing.startsMs;
  return today <= now ? today : today - dayMs;
}

/** Null for what is not paid. */
export function captureOf(
  trade: Pick<Trade, "outcome" | "decidedAt" | "abandonedAt" | "closeRequestedAt">,
  now: number,
): Capture | null {
  if (trade.outcome !== "paid" || trade.decidedAt === null) return null;
  if (trade.abandonedAt !== null) return "abandoned";
  if (trade.decidedAt < lastBatch(now)) return "closed";
  return trade.closeRequestedAt === null ? "authorised" : "to_close";
}

interface Asked {
  action: CardAction;
  amountTwd: number;
  now: number;
}

/** One conditional statement, so that parallel calls never give back more than was paid. */
export async function carryOut(db: Database, trade: Trade, asked: Asked): Promise<boolean> {
  const { set, when } = change(trade, asked);
  const changed = await db
    .update(trades)
    .set(set)
    .where(
      and(
        eq(trades.merchantTradeNo, trade.merchantTradeNo),
        eq(trades.outcome, "paid"),
        isNull(trades.abandonedAt),
        when,
      ),
    )
    .returning({ number: trades.merchantTradeNo });
  return changed.length === 1;
}

function change(
  { amountTwd: total }: Trade,
  { action, amountTwd, now }: Asked,
): { set: object; when: SQL | undefined } {
  const isClosed = lt(trades.decidedAt, lastBatch(now));
  const isAuthorised = and(gte(trades.decidedAt, lastBatch(now)), isNull(trades.closeRequestedAt));
  const isToClose = and(gte(trades.decidedAt, lastBatch(now)), isNotNull(trades.closeRequestedAt));
  const isWhole = sql`${amountTwd} = ${total}`;
  switch (action) {
    case "close":
      return { set: { closeRequestedAt: now }, when: and(isAuthorised, isWhole) };
    case "cancelClose":
      return { set: { closeRequestedAt: null }, when: and(isToClose, eq(trades.refundedTwd, 0)) };
    case "abandon":
      return { set: { abandonedAt: now }, when: and(isAuthorised, isWhole) };
    case "refund":
      return {
        set: { refundedTwd: sql`${trades.refundedTwd} + ${amountTwd}` },
        when: and(
          sql`${trades.refundedTwd} + ${amountTwd} <= ${trades.amountTwd}`,
          or(isClosed, and(isToClose, ne(trades.amountTwd, amountTwd))),
        ),
      };
  }
}
