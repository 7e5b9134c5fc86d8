/** ECPay's notices about a decided trade: the same fields go to ReturnURL and, through the browser, to OrderResultURL. */
import { signNotice } from "../../payments/ecpay/notification.ts";
import { taipeiTime, acknowledgement, codes, type Keys } from "../../payments/ecpay/vocabulary.ts";
import type { Database, Trade } from "./app.ts";
import type { Outcome } from "./texts.ts";
import { recordDelivery } from "./trades.ts";

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
  trade: Trade,
  channel: Channel,
  merchantId: string,
  keys: Keys,
): Promise<Record<string, string>> {
  const isPaid = trade.outcome === "paid";
  return signNotice(
    {
      MerchantID: merchantId,
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
    keys,
  );
}

/** How long ECPay waits for `1|OK`. */
const answerBudgetMs = 10_000;

/** Posts one notice to ReturnURL and records the answer. A redirect counts as a failure, as at ECPay. */
export async function sendNotice(
  db: Database,
  trade: Trade,
  notice: Record<string, string>,
  now: number,
): Promise<void> {
  const { status, answer } = await deliver(trade.returnUrl, notice);
  await recordDelivery(db, {
    merchantTradeNo: trade.merchantTradeNo,
    sentAt: now,
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
