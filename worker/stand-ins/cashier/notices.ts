/**
 * ECPay's notices about a decided trade: the same fields go to ReturnURL and, through the browser,
 * to OrderResultURL.
 */
import { signed as signNotice } from "../../payments/ecpay/check-mac-value.ts";
import { taipeiTime, acknowledgement, codes } from "../../payments/ecpay/vocabulary.ts";
import type { Context } from "hono";
import { databaseOf, keysOf, type App, type Bindings, type Trade } from "./app.ts";
import type { Outcome } from "./pages.ts";
import { decide, recordDelivery } from "./trades.ts";

/** ECPay's wording depends on the channel, so two notices of one payment have different MACs. */
type Channel = "server" | "resend" | "browser" | "with a new field";
const messages: Record<Channel, string> = {
  server: "交易成功",
  resend: "paid",
  browser: "Succeeded",
  "with a new field": "Succeeded",
};

export const channelOf = (outcome: Outcome): Channel =>
  outcome === "pay_new_field" ? "with a new field" : "browser";

export function noticeOf(
  env: Bindings,
  trade: Trade,
  channel: Channel,
): Promise<Record<string, string>> {
  const isPaid = trade.outcome === "paid";
  return signNotice(
    {
      MerchantID: env.ECPAY_MERCHANT_ID,
      MerchantTradeNo: trade.merchantTradeNo,
      StoreID: "",
      RtnCode: isPaid ? codes.paid : codes.declined,
      RtnMsg: isPaid ? messages[channel] : "付款失敗",
      TradeNo: trade.tradeNo,
      TradeAmt: String(trade.amountTwd),
      PaymentDate: isPaid ? taipeiTime(trade.decidedAt ?? trade.createdAt) : "",
      PaymentType: "Credit_CreditCard",
      PaymentTypeChargeFee: isPaid ? "5" : "0",
      TradeDate: taipeiTime(trade.createdAt),
      SimulatePaid: "0",
      CustomField1: "",
      CustomField2: "",
      CustomField3: "",
      CustomField4: "",
      // ECPay may add one at any time; it is signed like the others.
      ...(channel === "with a new field" && { NewField: "new" }),
    },
    keysOf(env),
  );
}

/** How long ECPay waits for `1|OK`. */
const answerBudgetMs = 10_000;

/** To ReturnURL, and the answer is recorded. A redirect counts as a failure, as at ECPay. */
export async function sendNotice(env: Bindings, trade: Trade, channel: Channel): Promise<void> {
  const notice = await noticeOf(env, trade, channel);
  const sentAt = Date.now();
  const { status, answer } = await deliver(trade.returnUrl, notice);
  const { merchantTradeNo } = trade;
  await recordDelivery(databaseOf(env), {
    merchantTradeNo,
    sentAt,
    status,
    answer: answer.slice(0, 200),
  });
}

async function deliver(
  url: string,
  notice: Record<string, string>,
): Promise<{ status: number | null; answer: string }> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(notice).toString(),
      redirect: "manual",
      signal: AbortSignal.timeout(answerBudgetMs),
    });
    return { status: response.status, answer: await response.text() };
  } catch (error) {
    return {
      status: null,
      answer: error instanceof Error ? `${error.name}: ${error.message}` : "no answer",
    };
  }
}

export function isAcknowledged(delivery: { status: number | null; answer: string }): boolean {
  return delivery.status === 200 && delivery.answer === acknowledgement;
}

type Decision = Exclude<Outcome, "leave">;
const lateNoticeMs = 15_000;

/**
 * Carries out the choice, sends its notices, and only then lets the browser go back. A trade that
 * was paid before stays paid, and no notice is sent. @returns the trade as it is now.
 */
export async function decideTrade(
  c: Context<App>,
  trade: Trade,
  decision: Decision,
): Promise<Trade> {
  const now = Date.now();
  const outcome = decision === "decline" ? "declined" : "paid";
  const decided = await decide(databaseOf(c.env), trade.key, outcome, now);
  if (decided === null) return { ...trade, outcome: "paid", decidedAt: trade.decidedAt ?? now };
  const send = (channel: Channel) => sendNotice(c.env, decided, channel);
  switch (decision) {
    case "pay_lost":
      break;
    case "pay_twice":
      await Promise.all([send("server"), send("resend")]);
      break;
    case "pay_late":
      c.executionCtx.waitUntil(scheduler.wait(lateNoticeMs).then(() => send("server")));
      break;
    case "pay_new_field":
      await send("with a new field");
      break;
    case "pay":
    case "decline":
      await send("server");
  }
  return decided;
}
