import {
  allKnownAtEcpay,
  genuineNotice,
  newPayableOrders,
  notify,
  rows,
  type At,
  type PayableOrder,
} from "./payments.ts";
import type { Shop } from "./shop.ts";

const dayMs = 86_400_000;

type PaidOrder = PayableOrder & { paidAt: number };

/** Paid in both books, by default so long ago that ECPay has closed the payments. */
export async function newPaidOrders(
  shop: At,
  count: number,
  { amountTwd = 1_000, ageMs = 2 * dayMs, needsRefund = 0, memberId = "nobody" } = {},
): Promise<PaidOrder[]> {
  const paidAt = Date.now() - ageMs;
  const orders = await newPayableOrders(shop, count, { amountTwd, memberId });
  await allKnownAtEcpay(shop, orders, "paid");
  const these = "merchant_trade_no IN (SELECT value ->> 'merchantTradeNo' FROM json_each(?1))";
  const list = JSON.stringify(orders);
  await rows(shop.cashierDb, `UPDATE trades SET decided_at = ?2 WHERE ${these}`, list, paidAt);
  for (const order of orders) await notify(shop, await genuineNotice(order));
  const owed = `UPDATE payment_attempts SET paid_at = ?2, needs_refund = ?3 WHERE ${these}`;
  await rows(shop.db, owed, list, paidAt, needsRefund);
  return orders.map((order) => ({ ...order, paidAt }));
}

interface TradeAtEcpay {
  merchantTradeNo: string;
  capture: "authorised" | "to_close" | "closed" | "abandoned" | null;
  refundedTwd: number;
  actions: { action: string; amountTwd: number; code: string }[];
}

export async function atEcpay(
  shop: Pick<Shop, "fetch">,
  merchantTradeNo: string,
): Promise<TradeAtEcpay> {
  const { data } = (await (await shop.fetch("/local/ecpay/trades.json")).json()) as {
    data: TradeAtEcpay[];
  };
  const trade = data.find((entry) => entry.merchantTradeNo === merchantTradeNo);
  if (trade === undefined) throw new Error(`the cashier does not list ${merchantTradeNo}`);
  return trade;
}
