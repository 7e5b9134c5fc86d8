/** POST AioCheckOut/V5: checks the form as ECPay does, then shows what is to be paid. */
import { verifyCheckMacValue } from "../payments/ecpay/check-mac-value.ts";
import { merchantTradeNoPattern } from "../payments/ecpay/vocabulary.ts";
import type { Trade } from "./app.ts";

const required = ["MerchantTradeDate", "PaymentType", "TradeDesc", "ItemName", "ReturnURL", "OrderResultURL", "ChoosePayment", "EncryptType"];

export async function readOrder(
  fields: Record<string, string>,
  expected: { merchantId: string; keys: { hashKey: string; hashIv: string }; now: number },
): Promise<Omit<Trade, "outcome" | "decidedAt"> | "wrongMac" | "malformed"> {
  if (fields["MerchantID"] !== expected.merchantId || !(await verifyCheckMacValue(fields, expected.keys))) return "wrongMac";
  const merchantTradeNo = fields["MerchantTradeNo"] ?? "";
  const amount = fields["TotalAmount"] ?? "";
  const isComplete = required.every((name) => (fields[name] ?? "") !== "");
  const isWhole = merchantTradeNoPattern.test(merchantTradeNo) && /^[1-9]\d{0,8}$/.test(amount) && /^\d{4}(\/\d{2}){2} \d{2}(:\d{2}){2}$/.test(fields["MerchantTradeDate"] ?? "");
  if (!isComplete || !isWhole || fields["EncryptType"] !== "1" || fields["PaymentType"] !== "aio") return "malformed";
  return {
    merchantTradeNo,
    key: crypto.randomUUID(),
    tradeNo: newTradeNo(expected.now),
    amountTwd: Number(amount),
    itemName: (fields["ItemName"] ?? "").slice(0, 400),
    language: fields["Language"] ?? "",
    returnUrl: fields["ReturnURL"] ?? "",
    orderResultUrl: fields["OrderResultURL"] ?? "",
    clientBackUrl: fields["ClientBackURL"] ?? "",
    createdAt: expected.now,
  };
}

/** Twenty digits at most, as ECPay's own: the moment and some chance. */
function newTradeNo(now: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${new Date(now).toISOString().replaceAll(/\D/g, "").slice(2, 14)}${String(random % 1e8).padStart(8, "0")}`;
}
