// Staging: whether ECPay's callbacks reach the database. A test order is put there and taken away again.
import { randomBytes, randomUUID } from "node:crypto";
import { signNotice } from "../../worker/payments/ecpay/notification.ts";
import { newMerchantTradeNo } from "../../worker/payments/ecpay/order-form.ts";
import { shardOf } from "../../worker/platform/shard.ts";
import { apiArguments, type Plan, type Wrangler } from "./plan.ts";

const amountTwd = 100;
const nobody = "deployment-test";

export async function callbackFaults(
  wrangler: Wrangler,
  { api, target }: Plan,
  address: string,
): Promise<string[]> {
  const tradeNo = newMerchantTradeNo(await shardOf(nobody), randomBytes(17));
  const ask = (sql: string) =>
    wrangler(
      "d1",
      "execute",
      "DB",
      "--remote",
      "--json",
      "--yes",
      ...apiArguments(target),
      "--command",
      sql,
    );
  /** Each call of wrangler takes seconds. */
  const ended = [
    `SELECT count(*) AS kept FROM payment_inbox WHERE merchant_trade_no = '${tradeNo}'`,
    ...["payment_attempts", "payment_inbox"].map(
      (table) => `DELETE FROM ${table} WHERE merchant_trade_no = '${tradeNo}'`,
    ),
  ];
  await ask(testOrder(tradeNo, Date.now()));
  const faults: string[] = [];
  try {
    const { vars } = api;
    const signed = await signNotice(fieldsOf(tradeNo, String(vars.ECPAY_MERCHANT_ID)), {
      hashKey: String(vars.ECPAY_HASH_KEY),
      hashIv: String(vars.ECPAY_HASH_IV),
    });
    const forged = { ...signed, TradeAmt: "1" };
    faults.push(
      ...(await answerFault(address, forged, "a forged callback", /^0\|/)),
      ...(await answerFault(address, signed, "a signed callback", /^1\|OK$/)),
    );
  } finally {
    const kept = await ask(ended.join("; "));
    if (!/"kept":\s*1\b/.test(kept)) faults.push("a signed callback is not in the database");
  }
  return faults;
}

async function answerFault(
  address: string,
  fields: Record<string, string>,
  what: string,
  expected: RegExp,
): Promise<string[]> {
  const answer = await fetch(new URL("/api/v1/payments/ecpay/notify", address), {
    method: "POST",
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  return expected.test(text) ? [] : [`${what} is answered with ${answer.status} ${text}`];
}

/** Nobody's. At the callback the shop asks ECPay, which knows no such trade, so that nothing is settled. */
function testOrder(tradeNo: string, now: number): string {
  const values = {
    id: randomUUID(),
    merchant_trade_no: tradeNo,
    order_id: randomUUID(),
    order_number: "deployment-test",
    member_id: nobody,
    locale: "en",
    amount_twd: amountTwd,
    cart_item_ids: "[]",
    created_at: now,
    expires_at: now + 3_600_000,
    next_query_at: now + 3_600_000,
  };
  const written = Object.values(values).map((value) =>
    typeof value === "number" ? String(value) : `'${value}'`,
  );
  return `INSERT INTO payment_attempts (${Object.keys(values).join(", ")}) VALUES (${written.join(", ")})`;
}

function fieldsOf(tradeNo: string, merchantId: string): Record<string, string> {
  return {
    MerchantID: merchantId,
    MerchantTradeNo: tradeNo,
    StoreID: "",
    RtnCode: "1",
    RtnMsg: "paid",
    TradeNo: tradeNo.replaceAll(/\D/g, "").padEnd(16, "0").slice(0, 16),
    TradeAmt: String(amountTwd),
    PaymentDate: "2026/11/21 13:00:00",
    PaymentType: "Credit_CreditCard",
    PaymentTypeChargeFee: "5",
    TradeDate: "2026/11/21 12:59:00",
    SimulatePaid: "0",
    CustomField1: "",
    CustomField2: "",
    CustomField3: "",
    CustomField4: "",
  };
}
