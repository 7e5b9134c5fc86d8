/** Payments that are old enough to be given back, and what operators and ECPay do with them. */
import { randomBytes } from "node:crypto";
import { requestRefund } from "../../worker/store/operators.ts";
import {
  allKnownAtEcpay,
  genuineNotice,
  newPayableOrders,
  notify,
  rows,
  type At,
  type Payable,
  type PayableOrder,
} from "./payments.ts";
import type { Shop } from "./shop.ts";

const dayMs = 86_400_000;

/** An operator has asked for a refund of all, or of `amount`, as the command does. @returns whether it was taken. */
export async function requestRefunds(
  ask: <Row>(sql: string) => Promise<Row[]>,
  orders: readonly Payable[],
  { amount, knownRefunds = 0 }: { amount?: number; knownRefunds?: number } = {},
): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (const { merchantTradeNo, amountTwd } of orders) {
    const refund = {
      id: `RF${randomBytes(8).toString("hex").toUpperCase()}`,
      trade: merchantTradeNo,
      amount: amount ?? amountTwd,
      knownRefunds,
    };
    const id = randomBytes(16).toString("hex");
    const operation = { id, operator: "Lin", reason: "a test", now: Date.now() };
    let told: unknown[] = [];
    for (const statement of requestRefund(refund, operation)) told = await ask(statement);
    taken.push(told.length === 1);
  }
  return taken;
}

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

/** What ECPay did with a payment after it was made. */
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
