/** POST QueryTradeInfo/V5: the un-encoded, signed line that ECPay answers with. */
import { checkMacValue, verifyCheckMacValue } from "../payments/ecpay/check-mac-value.ts";
import { taipeiTime } from "../payments/ecpay/taipei-time.ts";
import { tradeStatuses, type Keys } from "../payments/ecpay/vocabulary.ts";
import type { Trade } from "./app.ts";

const questionLivesMs = 180_000;

export async function isGenuineQuery(fields: Record<string, string>, merchantId: string, keys: Keys, now: number): Promise<boolean> {
  const asked = Number(fields["TimeStamp"]) * 1000;
  const isFresh = Number.isFinite(asked) && Math.abs(now - asked) <= questionLivesMs;
  return isFresh && fields["MerchantID"] === merchantId && (await verifyCheckMacValue(fields, keys));
}

export async function queryAnswer(trade: Trade | null, merchantTradeNo: string, merchantId: string, keys: Keys): Promise<string> {
  const fields: Record<string, string> = trade ? fieldsOf(trade, merchantId) : unknownTrade(merchantTradeNo, merchantId);
  const signed = { ...fields, CheckMacValue: await checkMacValue(fields, keys) };
  return Object.entries(signed)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function fieldsOf(trade: Trade, merchantId: string): Record<string, string> {
  const isPaid = trade.outcome === "paid";
  return {
    CustomField1: "",
    CustomField2: "",
    CustomField3: "",
    CustomField4: "",
    HandlingCharge: isPaid ? "5" : "0",
    ItemName: trade.itemName,
    MerchantID: merchantId,
    MerchantTradeNo: trade.merchantTradeNo,
    PaymentDate: isPaid ? taipeiTime(trade.decidedAt ?? trade.createdAt) : "",
    PaymentType: "Credit_CreditCard",
    PaymentTypeChargeFee: isPaid ? "5" : "0",
    StoreID: "",
    TradeAmt: String(trade.amountTwd),
    TradeDate: taipeiTime(trade.createdAt),
    TradeNo: trade.tradeNo,
    TradeStatus: isPaid ? tradeStatuses.paid : trade.outcome === "declined" ? tradeStatuses.failed : tradeStatuses.unpaid,
  };
}

/** ECPay leaves StoreID and the custom fields out of this one, and signs it all the same. */
function unknownTrade(merchantTradeNo: string, merchantId: string): Record<string, string> {
  return {
    HandlingCharge: "0",
    ItemName: "",
    MerchantID: merchantId,
    MerchantTradeNo: merchantTradeNo,
    PaymentDate: "",
    PaymentType: "",
    PaymentTypeChargeFee: "0",
    TradeAmt: "0",
    TradeDate: "",
    TradeNo: "",
    TradeStatus: tradeStatuses.unknownTrade,
  };
}
