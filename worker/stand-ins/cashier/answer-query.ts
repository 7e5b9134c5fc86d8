/** POST QueryTradeInfo/V5: answers with a signed line. */
import type { Context } from "hono";
import { verifyCheckMacValue, type Fields } from "../../payments/ecpay/check-mac-value.ts";
import { parseForm } from "../../payments/ecpay/notification.ts";
import {
  taipeiTime,
  merchantTradeNoPattern,
  tradeStatuses,
} from "../../payments/ecpay/vocabulary.ts";
import { databaseOf, keysOf, signedLine, type App, type Database, type Trade } from "./app.ts";
import { codeOf, countQuery, findTrade } from "./trades.ts";

const queriesPerMinute = 60;
/** Page 2890: accepted within three minutes of its TimeStamp. */
const queryLivesMs = 180_000;

export async function answerQuery(c: Context<App>): Promise<Response> {
  const db = databaseOf(c.env);
  if ((await countQuery(db, Date.now())) > queriesPerMinute) return c.text("Forbidden", 403);
  const form = parseForm(await c.req.text());
  if (typeof form === "string" || !(await isGenuine(form, c.env, Date.now())))
    return c.text(`TradeStatus=${codeOf("wrongMac")}`);
  const fields = await fieldsAbout(db, form["MerchantTradeNo"] ?? "", c.env.ECPAY_MERCHANT_ID);
  return c.text(await signedLine(c.env, fields));
}

async function fieldsAbout(
  db: Database,
  merchantTradeNo: string,
  merchantId: string,
): Promise<Fields> {
  if (!merchantTradeNoPattern.test(merchantTradeNo))
    return unknownTrade("", merchantId, "10200052");
  const trade = await findTrade(db, merchantTradeNo);
  return trade === null
    ? unknownTrade(merchantTradeNo, merchantId, tradeStatuses.unknownTrade)
    : fieldsOf(trade, merchantId);
}

async function isGenuine(fields: Fields, env: App["Bindings"], now: number): Promise<boolean> {
  const asked = /^\d{1,12}$/.test(fields["TimeStamp"] ?? "")
    ? Number(fields["TimeStamp"]) * 1000
    : Number.NaN;
  const isFresh = Math.abs(now - asked) <= queryLivesMs;
  return (
    isFresh &&
    fields["MerchantID"] === env.ECPAY_MERCHANT_ID &&
    (await verifyCheckMacValue(fields, keysOf(env)))
  );
}

function fieldsOf(trade: Trade, merchantId: string): Fields {
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
    TradeStatus: isPaid
      ? tradeStatuses.paid
      : trade.outcome === "declined"
        ? tradeStatuses.failed
        : tradeStatuses.unpaid,
  };
}

/** ECPay leaves out StoreID and the custom fields here and still signs the answer. */
function unknownTrade(merchantTradeNo: string, merchantId: string, status: string): Fields {
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
    TradeStatus: status,
  };
}
