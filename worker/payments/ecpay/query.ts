/** QueryTradeInfo/V5 (page 2890): request and answer. */
import type { Payment } from "../method.ts";
import { fieldsIn, signed, verifyCheckMacValue, type Fields } from "./check-mac-value.ts";
import { epochOfTaipei, codes, queryAnswerFields, tradeStatuses, type Keys } from "./vocabulary.ts";

export function queryForm(merchantId: string, merchantTradeNo: string, nowMs: number, keys: Keys) {
  const TimeStamp = String(Math.floor(nowMs / 1000));
  return signed({ MerchantID: merchantId, MerchantTradeNo: merchantTradeNo, TimeStamp }, keys);
}

/** With the result code of the corresponding notice. */
const statuses: ReadonlyMap<string, Pick<Payment, "status" | "code">> = new Map([
  [tradeStatuses.unpaid, { status: "unpaid", code: tradeStatuses.unpaid }],
  [tradeStatuses.paid, { status: "paid", code: codes.paid }],
  [tradeStatuses.failed, { status: "failed", code: codes.declined }],
  [tradeStatuses.unknownTrade, { status: "unknown", code: tradeStatuses.unknownTrade }],
]);

export async function readQueryAnswer(text: string, keys: Keys) {
  const fields = splitAnswer(text);
  if (fields === null) return "malformed";
  if (!(await verifyCheckMacValue(fields, keys))) return "bad_mac";
  const patterns = Object.entries(queryAnswerFields);
  if (patterns.some(([name, pattern]) => !pattern.test(fields[name] ?? ""))) return "odd_value";
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
  const isOdd = answer.status === "paid" && (answer.tradeNo === "" || answer.amountTwd === 0);
  return isOdd ? "odd_value" : answer;
}

/** An answer is not URL-encoded: `+` and `%` are literal, so a form parser would corrupt it. */
export function splitAnswer(text: string): Fields | null {
  const fields = fieldsIn(text.replace(/[\r\n]+$/, ""), (part) => part);
  return typeof fields === "string" ? null : fields;
}
