/** DoAction (page 2885): only `R`, which takes a payment after the batch that closes it. */
import { environments } from "#contract/payment";
import type { PaidTrade, RefundAnswer, Surroundings } from "../method.ts";
import { signed, verifyCheckMacValue } from "./check-mac-value.ts";
import { postToEcpay } from "./ask.ts";
import { splitAnswer } from "./query.ts";
import { actionPath, codes, instalmentType, quiet } from "./vocabulary.ts";
import type { Account } from "./vocabulary.ts";

/** Longer than for a question: an answer that is lost costs a person's time. */
const timeoutMs = 30_000;
const dayMs = 24 * 3600_000;

/** Payments from before this instant are closed; null while the batch may be at work. */
export function closedBefore(now: number): number | null {
  const { fromMs, untilMs } = quiet;
  const sinceMidnight = now % dayMs;
  if (sinceMidnight >= fromMs && sinceMidnight < untilMs) return null;
  const today = now - sinceMidnight + fromMs;
  return sinceMidnight < fromMs ? today - dayMs : today;
}

export async function refundAtEcpay(
  surroundings: Surroundings,
  account: Account,
  trade: PaidTrade,
  amountTwd: number,
): Promise<RefundAnswer> {
  if (environments[surroundings.config.ECPAY_ENVIRONMENT].isPublished)
    return { kind: "refused", code: "not_in_stage", message: "" };
  if (trade.paymentType === instalmentType && amountTwd !== trade.amountTwd)
    return { kind: "refused", code: "full_only", message: "" };
  const { merchantTradeNo } = trade;
  try {
    const fields = {
      MerchantID: account.merchantId,
      MerchantTradeNo: merchantTradeNo,
      TradeNo: trade.tradeNo,
      Action: "R",
      TotalAmount: String(amountTwd),
    };
    const form = await signed(fields, account.keys);
    const { status, text } = await postToEcpay(surroundings, actionPath, form, timeoutMs);
    return text === null
      ? { kind: "unclear", reason: `status ${status}` }
      : await readRefundAnswer(text, trade, account);
  } catch (error) {
    surroundings.log.warn("ECPay was not reached", { merchantTradeNo, error });
    return { kind: "unclear", reason: "no_answer" };
  }
}

/** ECPay does not sign every answer; one that is signed has to be signed rightly. */
async function readRefundAnswer(
  text: string,
  trade: PaidTrade,
  { keys, previousKeys }: Account,
): Promise<RefundAnswer> {
  const fields = splitAnswer(text);
  const code = fields?.["RtnCode"] ?? "";
  if (fields === null || !/^\d{1,10}$/.test(code)) return { kind: "unclear", reason: "malformed" };
  if (fields["CheckMacValue"] !== undefined) {
    const verified = await Promise.all(
      [keys, previousKeys].map((pair) => pair !== null && verifyCheckMacValue(fields, pair)),
    );
    if (!verified.includes(true)) return { kind: "unclear", reason: "bad_mac" };
  }
  const message = (fields["RtnMsg"] ?? "").slice(0, 200);
  if (code !== codes.paid) return { kind: "refused", code, message };
  const isThisTrade =
    fields["MerchantTradeNo"] === trade.merchantTradeNo && fields["TradeNo"] === trade.tradeNo;
  return isThisTrade ? { kind: "made", code, message } : { kind: "unclear", reason: "other_trade" };
}
