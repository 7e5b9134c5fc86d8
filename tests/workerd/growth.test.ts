/** Long queues and large tables make no single statement dearer. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { leaseRows, lateRows, markKnown, markSent, putOff } from "../../worker/store/outbox.ts";
import { claimDueQueries, countDueQueries } from "../../worker/store/due-queries.ts";
import {
  selectUnpaidOrdersOfLines,
  settleAttempt,
  waitingMessages,
} from "../../worker/store/payments.ts";
import { grownTables } from "./grown-tables.ts";
import { db, minuteMs, noon, outboxRows, paymentOf } from "./database.ts";
import { statementsOf } from "./statements.ts";

const count = 1_200;
const run = (sql: string) => env.DB.prepare(sql).run();
const grow = async (...more: string[]) => {
  for (const sql of [...grownTables(count, noon), ...more]) await run(sql);
};
const rowsReadBy = async (act: () => Promise<unknown>) =>
  (await statementsOf(act)).reduce((sum, { rowsRead }) => sum + rowsRead, 0);
const lease = (now: number, orderId?: string) =>
  leaseRows(db, {
    kinds: ["order.paid", "order.needs_refund", "order.cancelled"],
    now,
    leaseMs: minuteMs,
    most: 5,
    ...(orderId !== undefined && { orderId }),
  });
const nobodyHeard = "UPDATE outbox SET sent_at = NULL, attempts = id % 3, next_at = created_at";
const nobodyLooked = "UPDATE payment_inbox SET resolved_at = NULL";

test("each delivery out of a long queue reads as little as the first", async () => {
  await grow(nobodyHeard);
  const read: number[] = [];
  for (let turn = 0; turn < 100; turn += 1)
    read.push(
      await rowsReadBy(async () => {
        const rows = await lease(noon);
        expect(rows).toHaveLength(5);
        await markSent(db, rows.slice(1), [], noon);
        await putOff(db, [{ row: rows[0] ?? expect.unreachable(), nextAt: noon + minuteMs }]);
      }),
    );
  expect(Math.max(...read)).toBeLessThan(150);
  expect((await outboxRows()).filter(({ sentAt }) => sentAt !== null)).toHaveLength(400);
});

test("rows that were put off are not read before they are due, and one order's without the others", async () => {
  await grow(nobodyHeard);
  expect(await rowsReadBy(() => lease(noon, "order-7"))).toBeLessThan(20);
  expect(await rowsReadBy(() => markKnown(db, ["order-8", "order-9"], noon))).toBeLessThan(30);
  expect((await outboxRows()).filter(({ sentAt }) => sentAt !== null)).toHaveLength(2);
  await run(`UPDATE outbox SET next_at = ${noon + 1}`);
  expect(await rowsReadBy(() => lease(noon))).toBeLessThan(20);
});

test("warnings about long queues count no further than a thousand, and name the oldest", async () => {
  await grow(nobodyHeard, nobodyLooked);
  const [{ oldest: event } = { oldest: 0 }] = (
    await env.DB.prepare("SELECT min(created_at) AS oldest FROM outbox").all<{ oldest: number }>()
  ).results;
  const late = () => lateRows(db, ["order.paid", "order.needs_refund"], noon);
  expect(await late()).toEqual({ count: 1_000, oldestAt: event });
  expect(await waitingMessages(db, noon)).toMatchObject({ count: 1_000 });
  expect(await rowsReadBy(late)).toBeLessThan(5_000);
  expect(await rowsReadBy(() => waitingMessages(db, noon))).toBeLessThan(5_000);
});

test("of many open payments those that are due are claimed, the longest due first, and no other is read", async () => {
  await grow();
  await run(
    `UPDATE payment_attempts SET state = CASE n % 2 WHEN 0 THEN 'open' ELSE 'failed' END, next_query_at = ${noon} - 4000 + n
     FROM (SELECT rowid AS number, rowid AS n FROM payment_attempts) WHERE number = payment_attempts.rowid`,
  );
  const due = { now: noon, inTimeMs: minuteMs, most: 20 };
  const claim = () => claimDueQueries(db, "ecpay", { ...due, leaseMs: minuteMs });
  expect((await claim()).map(({ id }) => id).sort()).toEqual(
    Array.from({ length: 20 }, (_, index) => `attempt-${index + 1}`).sort(),
  );
  expect(await rowsReadBy(claim)).toBeLessThan(250);
  expect(await rowsReadBy(() => countDueQueries(db, "ecpay", due))).toBeLessThan(250);
});

test("a callback closes its own messages, and a cancellation finds its own order, without the others", async () => {
  await grow(nobodyLooked);
  const payment = paymentOf({ merchantTradeNo: "TRADE11", amountTwd: 100 });
  const settling = { provider: "ecpay", payment, nonce: "nonce", now: noon } as const;
  expect(await rowsReadBy(() => settleAttempt(db, settling))).toBeLessThan(60);
  const order = { orderId: "order-21", orderNumber: "SL21", memberId: "member-21" };
  const cancel = () => cancelOrder(db, { ...order, now: noon, isReported: true });
  expect(await rowsReadBy(cancel)).toBeLessThan(40);
  const lines = () => selectUnpaidOrdersOfLines(db, "member-31", ["line-31"], 0);
  expect(await rowsReadBy(async () => lines())).toBeLessThan(10);
});
