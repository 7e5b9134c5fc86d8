/** Notices to ReturnURL and OrderResultURL (page 2878). The amount is compared in SQL. */
import type { MessageRecord, Payment } from "../method.ts";
import { fieldsIn, verifyCheckMacValue, type Fields } from "./check-mac-value.ts";
import { cardFields, codes, documentedNoticeFields, epochOfTaipei } from "./vocabulary.ts";
import { merchantTradeNoPattern, requiredNoticeFields, type Keys } from "./vocabulary.ts";

const maxFields = 80;

export function parseForm(body: string) {
  const isLong = body.split("&", maxFields + 1).length > maxFields;
  return isLong ? "too_many_fields" : fieldsIn(body, decode);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** @returns what is wrong with it: all but `bad_mac` is about a message that ECPay signed. */
export async function readNotice(fields: Fields, keys: Keys, merchantId: string) {
  if (!(await verifyCheckMacValue(fields, keys))) return "bad_mac";
  const names = Object.keys(fields);
  if (names.some((name) => !documentedNoticeFields.has(name))) return "unknown_field";
  const isOdd = names.some((name) => !documentedNoticeFields.get(name)?.test(fields[name] ?? ""));
  if (isOdd || requiredNoticeFields.some((name) => fields[name] === undefined)) return "odd_value";
  if (fields["MerchantID"] !== merchantId) return "other_merchant";
  if (fields["SimulatePaid"] === "1") return "simulated";
  return {
    merchantTradeNo: fields["MerchantTradeNo"] ?? "",
    tradeNo: fields["TradeNo"] ?? "",
    amountTwd: Number(fields["TradeAmt"]),
    status: statusOf(fields["RtnCode"] ?? ""),
    code: fields["RtnCode"] ?? "",
    paymentType: fields["PaymentType"] ?? "",
    paidAt: epochOfTaipei(fields["PaymentDate"] ?? ""),
  };
}

const numberIssued: readonly string[] = [codes.atmNumberIssued, codes.storeNumberIssued];

function statusOf(code: string): Payment["status"] {
  if (code === codes.paid) return "paid";
  if (numberIssued.includes(code)) return "unpaid";
  // ECPay's codes have no leading zero.
  return /^0\d/.test(code) ? "unknown" : "failed";
}

export function recordOf(fields: Fields): MessageRecord {
  const named = fields["MerchantTradeNo"] ?? "";
  const stored = Object.entries(fields).filter(
    ([name]) => name !== "CheckMacValue" && !cardFields.has(name),
  );
  return {
    merchantTradeNo: merchantTradeNoPattern.test(named) ? named : null,
    fields: Object.fromEntries(stored),
  };
}
