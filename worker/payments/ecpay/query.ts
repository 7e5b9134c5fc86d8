/** Asking ECPay what became of a trade (QueryTradeInfo/V5, page 2890): the question, and its answer read by hand. */
import { checkMacValue, verifyCheckMacValue, type Fields } from "./check-mac-value.ts";
import { bad, good, type Result } from "./result.ts";
import { tradeStatuses, type Keys } from "./vocabulary.ts";

/** `nowMs` is epoch milliseconds; ECPay accepts the question for three minutes. */
export async function queryForm(merchantId: string, merchantTradeNo: string, nowMs: number, keys: Keys): Promise<Fields> {
  const fields = { MerchantID: merchantId, MerchantTradeNo: merchantTradeNo, TimeStamp: String(Math.floor(nowMs / 1000)) };
  return { ...fields, CheckMacValue: await checkMacValue(fields, keys) };
}

export interface TradeAnswer {
  merchantTradeNo: string;
  tradeNo: string;
  amountTwd: number;
  status: "paid" | "unpaid" | "failed" | "unknown_trade";
  paymentType: string;
  paymentDate: string;
}

export type QueryProblem = "malformed" | "bad_mac" | "unknown_status";

const statuses: Record<string, TradeAnswer["status"]> = {
  [tradeStatuses.unpaid]: "unpaid",
  [tradeStatuses.paid]: "paid",
  [tradeStatuses.failed]: "failed",
  [tradeStatuses.unknownTrade]: "unknown_trade",
};

export async function readQueryAnswer(text: string, keys: Keys): Promise<Result<TradeAnswer, QueryProblem>> {
  const fields = splitAnswer(text);
  if (fields === null) return bad("malformed");
  if (!(await verifyCheckMacValue(fields, keys))) return bad("bad_mac");
  const status = statuses[fields["TradeStatus"] ?? ""];
  if (status === undefined) return bad("unknown_status");
  const amount = fields["TradeAmt"] ?? "";
  if (!/^\d{0,10}$/.test(amount)) return bad("malformed");
  return good({
    merchantTradeNo: fields["MerchantTradeNo"] ?? "",
    tradeNo: fields["TradeNo"] ?? "",
    amountTwd: Number(amount),
    status,
    paymentType: fields["PaymentType"] ?? "",
    paymentDate: fields["PaymentDate"] ?? "",
  });
}

/** The answer is not URL-encoded: a `+` or `%` in it means itself, so no form parser may touch it. */
function splitAnswer(text: string): Fields | null {
  const fields: Fields = Object.create(null);
  for (const pair of text.trim().split("&")) {
    const at = pair.indexOf("=");
    if (at <= 0) return null;
    const name = pair.slice(0, at);
    if (name in fields) return null;
    fields[name] = pair.slice(at + 1);
  }
  return fields;
}
