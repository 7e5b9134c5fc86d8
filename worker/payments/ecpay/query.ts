/** QueryTradeInfo/V5 (page 2890): request and answer. */
import type { Payment } from "../method.ts";
import { signed, verifyCheckMacValue, type Fields } from "./check-mac-value.ts";
import { epochOfTaipei, codes, queryAnswerFields, tradeStatuses, type Keys } from "./vocabulary.ts";

/** `nowMs` is epoch milliseconds; ECPay accepts the request for three minutes. */
export function queryForm(
  merchantId: string,
  merchantTradeNo: string,
  nowMs: number,
  keys: Keys,
): Promise<Fields> {
  const TimeStamp = String(Math.floor(nowMs / 1000));
  return signed({ MerchantID: merchantId, MerchantTradeNo: merchantTradeNo, TimeStamp }, keys);
}

export type QueryProblem = "malformed" | "bad_mac" | "odd_value" | "unknown_status";

/** With the result code of the corresponding notice. */
const statuses: ReadonlyMap<string, Pick<Payment, "status" | "code">> = new Map([
  [tradeStatuses.unpaid, { status: "unpaid", code: tradeStatuses.unpaid }],
  [tradeStatuses.paid, { status: "paid", code: codes.paid }],
  [tradeStatuses.failed, { status: "failed", code: codes.declined }],
  [tradeStatuses.unknownTrade, { status: "unknown", code: tradeStatuses.unknownTrade }],
]);

/** The caller compares trade number and amount. */
export async function readQueryAnswer(text: string, keys: Keys): Promise<Payment | QueryProblem> {
  const fields = splitAnswer(text);
  if (fields === null) return "malformed";
  if (!(await verifyCheckMacValue(fields, keys))) return "bad_mac";
  if (
    Object.entries(queryAnswerFields).some(([name, pattern]) => !pattern.test(fields[name] ?? ""))
  )
    return "odd_value";
  const status = statuses.get(fields["TradeStatus"] ?? "");
  if (status === undefined) return "unknown_status";
  const answer = {
    merchantTradeNo: fields["MerchantTradeNo"] ?? "",
    tradeNo: fields["TradeNo"] ?? "",
    amountTwd: Number(fields["TradeAmt"] ?? ""),
    ...status,
    paymentType: fields["PaymentType"] ?? "",
    paidAt: epochOfTaipei(fields["PaymentDate"] ?? ""),
  };
  return answer.status === "paid" && (answer.tradeNo === "" || answer.amountTwd === 0)
    ? "odd_value"
    : answer;
}

/** An answer is not URL-encoded: `+` and `%` are literal, so a form parser would corrupt it. */
export function splitAnswer(text: string): Fields | null {
  const fields: Fields = Object.create(null);
  for (const pair of text.replace(/[\r\n]+$/, "").split("&")) {
    const at = pair.indexOf("=");
    if (at <= 0) return null;
    const name = pair.slice(0, at);
    if (name in fields) return null;
    fields[name] = pair.slice(at + 1);
  }
  return fields;
}
