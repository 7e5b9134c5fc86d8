/**
 * What must hold over the shop's database at any moment, whatever happened before: run at the end of every test about
 * money. Each rule is a query for rows that break it.
 */
import { expect } from "vitest";
import type { D1Like } from "./shop.ts";

const rules: Record<string, string> = {
  "a paid attempt has one settling, one trade and one outbox row of its amount": `
    SELECT merchant_trade_no FROM payment_attempts WHERE state = 'paid' AND (settle_nonce IS NULL OR trade_no IS NULL OR paid_at IS NULL OR 1 <> (
      SELECT count(*) FROM outbox WHERE idempotency_key = 'payment-' || merchant_trade_no AND order_id = payment_attempts.order_id
        AND payload ->> 'amount' = amount_twd AND payload ->> 'trade_no' = trade_no))`,
  "an outbox row tells of a paid attempt": `
    SELECT idempotency_key FROM outbox WHERE NOT EXISTS (
      SELECT 1 FROM payment_attempts WHERE state = 'paid' AND 'payment-' || merchant_trade_no = outbox.idempotency_key)`,
  "an attempt that is not paid was never settled": `SELECT merchant_trade_no FROM payment_attempts WHERE state <> 'paid' AND settle_nonce IS NOT NULL`,
  "an order is paid by at most one attempt that keeps its money": `
    SELECT order_id FROM payment_attempts WHERE state = 'paid' AND needs_refund = 0 GROUP BY order_id HAVING count(*) > 1`,
  "the upstream hears of one payment of an order only": `
    SELECT order_id FROM outbox WHERE kind = 'order.paid' GROUP BY order_id HAVING count(*) > 1`,
  "money is whole and positive": `
    SELECT merchant_trade_no FROM payment_attempts WHERE typeof(amount_twd) <> 'integer' OR amount_twd < 1
    UNION ALL SELECT id FROM cart_items WHERE typeof(unit_price) <> 'integer' OR unit_price < 1 OR typeof(amount) <> 'integer' OR amount < 1`,
  "a merged guest cart has one target and no line left": `
    SELECT id FROM carts WHERE merged_into IS NOT NULL AND (member_id IS NOT NULL
      OR EXISTS (SELECT 1 FROM cart_items WHERE cart_id = carts.id)
      OR NOT EXISTS (SELECT 1 FROM carts AS target WHERE target.id = carts.merged_into AND target.member_id IS NOT NULL))`,
  "a line lies in a cart": `SELECT id FROM cart_items WHERE cart_id NOT IN (SELECT id FROM carts)`,
  "a cart holds no more than it may": `SELECT cart_id FROM cart_items GROUP BY cart_id HAVING count(*) > 50`,
};

export async function brokenRules(db: D1Like): Promise<string[]> {
  const broken = [];
  for (const [rule, sql] of Object.entries(rules)) {
    const { results } = await db.prepare(sql).all();
    if (results.length > 0) broken.push(`${rule}: ${JSON.stringify(results.slice(0, 3))}`);
  }
  return broken;
}

/** The attempt's amount, the order's total and the sum of its lines are one number. */
export async function expectLedgersAgree(db: D1Like, upstreamDb: D1Like): Promise<void> {
  const { results: attempts } = await db
    .prepare("SELECT order_id, amount_twd FROM payment_attempts")
    .all<{ order_id: string; amount_twd: number }>();
  const sql = "SELECT id, total_price, (SELECT sum(price) FROM order_items WHERE order_id = orders.id) AS lines FROM orders";
  const { results } = await upstreamDb.prepare(sql).all<{ id: string; total_price: number; lines: number }>();
  const orders = new Map(results.map((order) => [order.id, order]));
  for (const { order_id, amount_twd } of attempts) {
    expect(orders.get(order_id)).toMatchObject({ total_price: amount_twd, lines: amount_twd });
  }
}

export async function expectInvariants(db: D1Like): Promise<void> {
  expect(await brokenRules(db)).toEqual([]);
}
