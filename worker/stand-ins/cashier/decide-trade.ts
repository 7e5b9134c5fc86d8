/**
 * Carries out the choice made at the cashier: updates the trade, sends the chosen notices, and only then lets the browser go
 * back.
 */
import type { Context } from "hono";
import { databaseOf, keysOf, type App, type Trade } from "./app.ts";
import { noticeOf, sendNotice } from "./notices.ts";
import type { Outcome } from "./texts.ts";
import { decide } from "./trades.ts";

export type Decision = Exclude<Outcome, "leave">;
const lateNoticeMs = 15_000;

/** @returns the trade as it is now. One that was paid before stays paid, and no notice is sent. */
export async function decideTrade(
  c: Context<App>,
  trade: Trade,
  decision: Decision,
): Promise<Trade> {
  const db = databaseOf(c.env);
  const decided = await decide(
    db,
    trade.key,
    decision === "decline" ? "declined" : "paid",
    Date.now(),
  );
  if (decided === null)
    return { ...trade, outcome: "paid", decidedAt: trade.decidedAt ?? Date.now() };
  await tellShop(c, decided, decision);
  return decided;
}

async function tellShop(c: Context<App>, trade: Trade, decision: Decision): Promise<void> {
  const send = async (channel: Parameters<typeof noticeOf>[1]) =>
    sendNotice(
      databaseOf(c.env),
      trade,
      await noticeOf(trade, channel, c.env.ECPAY_MERCHANT_ID, keysOf(c.env)),
      Date.now(),
    );
  switch (decision) {
    case "pay_lost":
      return;
    case "pay_twice":
      await Promise.all([send("server"), send("resend")]);
      return;
    case "pay_late":
      c.executionCtx.waitUntil(scheduler.wait(lateNoticeMs).then(() => send("server")));
      return;
    case "pay_new_field":
      await send("with a new field");
      return;
    case "pay":
    case "decline":
      await send("server");
  }
}
