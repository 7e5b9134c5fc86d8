/** POST DoAction: closes, gives back or gives up a payment, as ECPay's table of states allows. */
import type { Context } from "hono";
import { verifyCheckMacValue } from "../../payments/ecpay/check-mac-value.ts";
import { parseForm } from "../../payments/ecpay/notification.ts";
import { cardActions, codes } from "../../payments/ecpay/vocabulary.ts";
import { databaseOf, keysOf, signedLine, type App } from "./app.ts";
import { carryOut, type CardAction } from "./card-actions.ts";
import { findTrade, recordAction } from "./trades.ts";

/** ECPay's list of codes has none for refused actions. */
const refused = "0";
const actionNames = Object.fromEntries(
  (Object.keys(cardActions) as CardAction[]).map((name) => [cardActions[name], name]),
);

export async function answerAction(c: Context<App>): Promise<Response> {
  const form = parseForm(await c.req.text());
  const fields = form.ok ? form.value : {};
  if (
    fields["MerchantID"] !== c.env.ECPAY_MERCHANT_ID ||
    !(await verifyCheckMacValue(fields, keysOf(c.env)))
  )
    return c.text(`RtnCode=${codes.wrongMac}&RtnMsg=CheckMacValue Error`);
  const db = databaseOf(c.env);
  const trade = await findTrade(db, fields["MerchantTradeNo"] ?? "");
  // ECPay does not sign this answer.
  if (trade === null || trade.tradeNo !== fields["TradeNo"])
    return c.text(`RtnCode=${refused}&RtnMsg=訂單不存在`);
  const now = Date.now();
  const action = actionNames[fields["Action"] ?? ""];
  const sum = fields["TotalAmount"] ?? "";
  const amountTwd = /^[1-9]\d{0,8}$/.test(sum) ? Number(sum) : 0;
  const isDone =
    action !== undefined &&
    amountTwd > 0 &&
    (await carryOut(db, trade, { action, amountTwd, now }));
  const code = isDone ? codes.paid : refused;
  const { merchantTradeNo, tradeNo } = trade;
  await recordAction(db, {
    merchantTradeNo,
    action: fields["Action"] ?? "",
    amountTwd,
    code,
    at: now,
  });
  return c.text(
    await signedLine(c.env, {
      MerchantID: c.env.ECPAY_MERCHANT_ID,
      MerchantTradeNo: merchantTradeNo,
      TradeNo: tradeNo,
      RtnCode: code,
      RtnMsg: isDone ? "成功" : "此交易目前的狀態不可執行",
    }),
  );
}
