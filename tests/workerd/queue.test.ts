/** `worker/queue.ts`: what becomes of a message, and what a long backlog costs. */
import { env } from "cloudflare:workers";
import { isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { takeBatch } from "../../worker/queue.ts";
import { deliverOrder, deliverOutbox } from "../../worker/shop/outbox/deliver.ts";
import { outbox } from "../../worker/store/schema.ts";
import { longTest, report, sized } from "../support/experiment.ts";
import { db, minuteMs, noon, secondMs } from "./database.ts";
import { portsWith } from "./ports.ts";
import { statementsOf } from "./statements.ts";

interface Heard {
  orders: string[];
  errors: unknown[][];
  deps: Deps;
}

/** A shop whose upstream takes every event, or none. */
function shopWith({ takes = true, now = noon } = {}): Heard {
  const orders: string[] = [];
  const errors: unknown[][] = [];
  const { deps } = portsWith({ now: () => now });
  const call = (_endpoint: unknown, { body }: { body: { order_id: string } }) => {
    if (!takes) return Promise.reject(new Error("the upstream is down"));
    orders.push(body.order_id);
    return Promise.resolve({ body: { needsRefund: false }, status: 200, cookies: {} });
  };
  const own: Deps = Object.create(deps, {
    config: { value: { ...deps.config, UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events" } },
    upstream: { value: { call } },
    log: { value: { ...deps.log, error: (...line: unknown[]) => errors.push(line) } },
  });
  return { orders, errors, deps: own };
}

const payload = (orderId: string) =>
  JSON.stringify({
    kind: "order.paid",
    order_id: orderId,
    merchant_trade_no: `T${orderId}`,
    trade_no: "1",
    amount: 100,
    payment_type: "Credit",
    paid_at: "",
  });
const paid = (orderId: string, changes: Partial<typeof outbox.$inferInsert> = {}) =>
  db.insert(outbox).values({
    orderId,
    kind: "order.paid",
    idempotencyKey: `payment-${orderId}`,
    payload: payload(orderId),
    createdAt: noon,
    nextAt: noon,
    ...changes,
  });

async function take(shop: Heard, body: unknown, queue = "sillage-deliveries") {
  const outcome: { acked: number; retriedAfter?: number | undefined } = { acked: 0 };
  const message = {
    id: "message",
    timestamp: new Date(noon),
    attempts: 1,
    body,
    ack: () => void (outcome.acked += 1),
    retry: ({ delaySeconds }: QueueRetryOptions = {}) => void (outcome.retriedAfter = delaySeconds),
  };
  // The runtime's own batch does not tell a test for how long a message is put off.
  await takeBatch(shop.deps, { queue, messages: [message] } as unknown as MessageBatch);
  return outcome;
}

test("a message delivers what its order has, once however often it comes", async () => {
  await paid("mei");
  await paid("chen");
  const shop = shopWith();
  expect(await take(shop, { orderId: "mei" })).toEqual({ acked: 1 });
  expect(await take(shop, { orderId: "mei" })).toMatchObject({ acked: 1 });
  expect(shop.orders).toEqual(["mei"]);
});

test("a message comes again when its order's row is due, and not before its lease is over", async () => {
  await paid("mei", { leaseUntil: noon + 20 * secondMs });
  expect(await take(shopWith(), { orderId: "mei" })).toEqual({ acked: 0, retriedAfter: 20 });
  const failing = shopWith({ takes: false, now: noon + 20 * secondMs });
  const { acked, retriedAfter = 0 } = await take(failing, { orderId: "mei" });
  expect(acked).toBe(0);
  expect(retriedAfter).toBeGreaterThanOrEqual(2);
  expect(retriedAfter).toBeLessThanOrEqual(4);
});

test("what an order's first row waits for its second waits for too", async () => {
  await paid("mei", { nextAt: noon + minuteMs });
  await paid("mei", { idempotencyKey: "payment-second" });
  const shop = shopWith();
  expect(await take(shop, { orderId: "mei" })).toEqual({ acked: 0, retriedAfter: 60 });
  expect(shop.orders).toEqual([]);
});

test("a message that nobody can read is tried again, and ends among those that were given up", async () => {
  expect(await take(shopWith(), "mei")).toEqual({ acked: 0, retriedAfter: 30 });
  const shop = shopWith({ now: noon + 10 * minuteMs });
  for (const [body, told] of [
    ["mei", { ageSeconds: 600 }],
    [{ orderId: "mei" }, { orderId: "mei", ageSeconds: 600 }],
  ]) {
    expect(await take(shop, body, "sillage-deliveries-staging-dead")).toMatchObject({ acked: 1 });
    expect(shop.errors.at(-1)).toEqual(["a queued delivery was given up", told]);
  }
});

/** `count` orders that the upstream has not heard of, as a long outage leaves them. */
const backlog = (count: number) =>
  env.DB.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
     INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, attempts, next_at)
     SELECT 'order-' || n, 'order.paid', 'payment-' || n, json_set(?2, '$.order_id', 'order-' || n), ?3 - n, n % 3, ?3 - n * 7919 % ?1 FROM number`,
  )
    .bind(count, payload(""), noon)
    .run();

/** A sample drains only the smallest backlog from end to end, of the others the beginning and the end. */
const wholly = sized(1_000, Infinity);
const unsent = () => db.$count(outbox, isNull(outbox.sentAt));
const skipTo = (left: number) =>
  env.DB.prepare(
    "UPDATE outbox SET sent_at = ?1 WHERE sent_at IS NULL AND id <= (SELECT max(id) FROM outbox) - ?2",
  )
    .bind(noon, left)
    .run();

test(
  "a backlog drains linearly: each delivery reads as many rows as the first, however many wait (R84)",
  longTest,
  async () => {
    const rows: Record<string, number>[] = [];
    for (const count of sized([1_000, 10_000], [1_000, 10_000, 100_000])) {
      await db.delete(outbox);
      await backlog(count);
      const shop = shopWith();
      const byMessage = await statementsOf(async () => {
        for (let order = 1; order <= 50; order += 1)
          expect(await deliverOrder(shop.deps, `order-${order * 7}`)).toBeNull();
      });
      const byMinute: number[] = [];
      const minute = async () => {
        const before = shop.orders.length;
        const asked = await statementsOf(() => deliverOutbox(shop.deps));
        byMinute.push(rowsReadBy(asked) / (shop.orders.length - before));
      };
      const started = Date.now();
      await minute();
      if (count > wholly) await skipTo(500);
      const skipped = count - shop.orders.length - (await unsent());
      while ((await unsent()) > 0) await minute();
      expect(new Set(shop.orders).size).toBe(count - skipped);
      rows.push({
        waiting: count,
        "rows read for a message": rowsReadBy(byMessage) / 50,
        "rows read a delivery, first minute": Math.round(byMinute[0] ?? 0),
        "last minute": Math.round(byMinute.at(-1) ?? 0),
        minutes: byMinute.length,
        seconds: Math.round((Date.now() - started) / 1000),
      });
      expect(Math.max(...byMinute)).toBeLessThan(40);
      expect(rowsReadBy(byMessage) / 50).toBeLessThan(40);
    }
    report("the outbox after an outage", rows);
  },
);

const rowsReadBy = (asked: { rowsRead: number }[]) =>
  asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
