/** POST AioCheckOut/V5: checks merchant, signature, fields and refused words, in ECPay's order. */
import { verifyCheckMacValue, type Fields } from "../../payments/ecpay/check-mac-value.ts";
import { bad, good, type Result } from "../../payments/ecpay/query.ts";
import { codes, merchantTradeNoPattern, type Keys } from "../../payments/ecpay/vocabulary.ts";
import type { Trade } from "./app.ts";

type Payable = { readonly min: number; readonly max: number };
type Fate = "outcome" | "decidedAt" | "closeRequestedAt" | "abandonedAt" | "refundedTwd";
export type NewTrade = Omit<Trade, Fate>;
export type OrderProblem =
  | "otherMerchant"
  | "wrongMac"
  | "wrongAmount"
  | "malformedOrder"
  | "refusedWord"
  | "tradeNumberUsed";

export const codeOf = (problem: OrderProblem): string => codes[problem];

// OrderResultURL is optional at ECPay; here the browser's return is part of what is tested.
const patterns: Record<string, RegExp> = {
  MerchantTradeNo: merchantTradeNoPattern,
  MerchantTradeDate: /^\d{4}(\/\d{2}){2} \d{2}(:\d{2}){2}$/,
  PaymentType: /^aio$/,
  TotalAmount: /^[1-9]\d{0,8}$/,
  TradeDesc: /^[^<>\p{Cc}]{1,200}$/u,
  ItemName: /^[^<>\p{Cc}]{1,400}$/u,
  ReturnURL: /^https?:\/\/.{1,190}$/,
  OrderResultURL: /^https?:\/\/.{1,190}$/,
  ClientBackURL: /^(https?:\/\/.{1,190})?$/,
  UnionPay: /^[012]?$/,
  ChoosePayment: /^(ALL|Credit)$/,
  EncryptType: /^1$/,
  Language: /^(ENG|KOR|JPN|CHI)?$/,
};
const refusedWord = /\b(echo|python|cmd|wget|curl|bash)\b/i;

export async function readOrder(
  fields: Fields,
  expected: { merchantId: string; keys: Keys; now: number; payable: Payable },
): Promise<Result<NewTrade, OrderProblem>> {
  if (fields["MerchantID"] !== expected.merchantId) return bad("otherMerchant");
  if (!(await verifyCheckMacValue(fields, expected.keys))) return bad("wrongMac");
  const value = (name: string) => fields[name] ?? "";
  const addresses = ["ReturnURL", "OrderResultURL", "ClientBackURL"].map(value);
  const isWhole = Object.entries(patterns).every(([name, pattern]) => pattern.test(value(name)));
  const isReachable = addresses.every((address) => address === "" || URL.canParse(address));
  if (!isWhole || !isReachable || value("ReturnURL") === value("OrderResultURL"))
    return bad("malformedOrder");
  const amountTwd = Number(value("TotalAmount"));
  const { min, max } = expected.payable;
  if (amountTwd < min || amountTwd > max) return bad("wrongAmount");
  if (refusedWord.test(`${value("ItemName")} ${value("TradeDesc")}`)) return bad("refusedWord");
  return good({
    merchantTradeNo: value("MerchantTradeNo"),
    key: crypto.randomUUID(),
    tradeNo: newTradeNo(expected.now),
    amountTwd,
    itemName: value("ItemName"),
    language: value("Language"),
    returnUrl: value("ReturnURL"),
    orderResultUrl: value("OrderResultURL"),
    clientBackUrl: value("ClientBackURL"),
    createdAt: expected.now,
  });
}

/** At most twenty digits, as ECPay's numbers: the time and a random part. */
function newTradeNo(now: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const time = new Date(now).toISOString().replaceAll(/\D/g, "").slice(2, 14);
  return time + String(random % 1e8).padStart(8, "0");
}
