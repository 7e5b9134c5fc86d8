/** The rules that operators run too, and what only tests can compare: the books of the other side. Run after every test about money. */
import { invariantsAt } from "../../worker/store/invariants.ts";
import { rows } from "./payments.ts";
import type { D1Like, Shop } from "./shop.ts";

export async function brokenRules(db: D1Like): Promise<string[]> {
  const broken = [];
  for (const { rule, table, broken: what, where } of invariantsAt(Date.now())) {
    const query = `SELECT ${what} AS broken FROM ${table} WHERE ${where} LIMIT 3`;
    const found = await rows<{ broken: string }>(db, query);
    if (found.length > 0) broken.push(`${rule}: ${found.map((row) => row.broken).join(", ")}`);
  }
  return broken;
}

export async function expectInvariants(db: D1Like): Promise<void> {
  expect(await brokenRules(db)).toEqual([]);
}

/** The attempt's amount, the order's total and the sum of its lines are one number. */
export async function expectLedgersAgree(db: D1Like, upstreamDb: D1Like): Promise<void> {
  const attempts =
    "SELECT order_id AS id, amount_twd AS total, amount_twd AS lines FROM payment_attempts";
  const orders =
    "SELECT id, total_price AS total, (SELECT sum(price) FROM order_items WHERE order_id = orders.id) AS lines FROM orders";
  expect(await rows(upstreamDb, orders)).toEqual(expect.arrayContaining(await rows(db, attempts)));
}

/** What the upstream heard of payments is what we marked as sent, event by event. With nothing left to send, it is everything. */
export async function expectUpstreamHeard({ db, upstreamDb }: Shop): Promise<void> {
  const sent = `SELECT idempotency_key AS key, order_id, kind, CAST(payload ->> 'amount' AS INTEGER) AS amount FROM outbox
    WHERE sent_at IS NOT NULL AND kind <> 'order.cancelled' ORDER BY idempotency_key`;
  const heard = "SELECT key, order_id, kind, amount FROM payment_events ORDER BY key";
  expect(await rows(upstreamDb, heard)).toEqual(await rows(db, sent));
}
