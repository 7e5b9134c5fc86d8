/**
 * POST DoAction: closes, gives back or gives up a payment, as ECPay's table of states allows. What
 * is authorised is closed by the evening's batch and given back in parts, or given up.
 */
import type { Context } from "hono";
import { and, eq, gte, isNotNull, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { verifyCheckMacValue } from "../../payments/ecpay/check-mac-value.ts";
import { parseForm } from "../../payments/ecpay/notification.ts";
import { codes } from "../../payments/ecpay/vocabulary.ts";
import { databaseOf, keysOf, signedLine, type App, type Database, type Trade } from "./app.ts";
import { codeOf, findTrade, recordAction } from "./trades.ts";
import { trades } from "./schema.ts";

/** Page 2885. */
const cardActions = { close: "C", refund: "R", cancelClose: "E", abandon: "N" } as const;
/** ECPay's list of codes has none for refused actions. */
const refused = "0";
const actionNames = Object.fromEntries(
  (Object.keys(cardActions) as CardAction[]).map((name) => [cardActions[name], name]),
);

export async function answerAction(c: Context<App>): Promise<Response> {
  const form = parseForm(await c.req.text());
  const fields = typeof form === "string" ? {} : form;
  if (
    fields["MerchantID"] !== c.env.ECPAY_MERCHANT_ID ||
    !(await verifyCheckMacValue(fields, keysOf(c.env)))
  )
    return c.text(`RtnCode=${codeOf("wrongMac")}&RtnMsg=CheckMacValue Error`);
  const db = databaseOf(c.env);
  const trade = await findTrade(db, fields["MerchantTradeNo"] ?? "");
  // ECPay does not sign this answer.
  if (trade === null || trade.tradeNo !== fields["TradeNo"])
    return c.text(`RtnCode=${refused}&RtnMsg=訂單不存在`);
  const now = Date.now();
  const action = actionNames[fields["Action"] ?? ""];
  const sum = fields["TotalAmount"] ?? "";
  const amountTwd = /^[1-9]\d{0,8}$/.test(sum) ? Number(sum) : 0;
  const isDone =
    action !== undefined &&
    amountTwd > 0 &&
    (await carryOut(db, trade, { action, amountTwd, now }));
  const code = isDone ? codes.paid : refused;
  const { merchantTradeNo, tradeNo } = trade;
  await recordAction(db, {
    merchantTradeNo,
    action: fields["Action"] ?? "",
    amountTwd,
    code,
    at: now,
  });
  return c.text(
    await signedLine(c.env, {
      MerchantID: c.env.ECPAY_MERCHANT_ID,
      MerchantTradeNo: merchantTradeNo,
      TradeNo: tradeNo,
      RtnCode: code,
      RtnMsg: isDone ? "成功" : "此交易目前的狀態不可執行",
    }),
  );
}

type CardAction = keyof typeof cardActions;
type Capture = "authorised" | "to_close" | "closed" | "abandoned";

const dayMs = 24 * 3600_000;
/** A quarter past eight in Taipei, from midnight UTC. */
const batchStartsMs = (12 * 60 + 15) * 60_000;

/** When the batch ran last. */
function lastBatch(now: number): number {
  const today = now - (now % dayMs) + batchStartsMs;
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
async function carryOut(db: Database, trade: Trade, asked: Asked): Promise<boolean> {
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
