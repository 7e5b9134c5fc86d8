import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../support/invariants.ts";
import {
  attemptOf,
  newAttempt,
  newPayableOrder,
  notify,
  outboxOf,
  signedNotice,
  upstreamEvents,
  upstreamStatus,
} from "../support/payments.ts";
import { stageFault } from "../support/faults.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const sql = (text: string) => shop.db.prepare(text).run();
const dueNow = () => sql("UPDATE outbox SET next_at = 0, lease_until = 0 WHERE sent_at IS NULL");
const pollLong = { timeout: 60_000, interval: 500 };

/** The upstream turns every payment event away. */
async function withUpstreamDown(act: () => Promise<void>): Promise<void> {
  await stageFault(shop, { mode: "refuse", paths: ["/service/payment-events"] });
  await act();
  await stageFault(shop, { mode: "none" });
}

async function pay(order: { merchantTradeNo: string; amountTwd: number }) {
  expect((await notify(shop, await signedNotice(order))).text).toBe("1|OK");
}

test("the upstream hears of a payment right after the callback, by the shop's own credential (R62)", async () => {
  const order = await newPayableOrder(shop);
  await pay(order);
  await expect.poll(() => upstreamStatus(shop, order.orderId)).toBe("pending");
  await expect
    .poll(async () => (await outboxOf(shop, order.orderId))[0]?.sent_at)
    .toBeTypeOf("number");
  expect(await upstreamEvents(shop, order.orderId)).toEqual([
    { kind: "order.paid", outcome: "accepted" },
  ]);
});

test("payments made while the upstream is down are delivered afterwards, each once (R83, R84)", async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => newPayableOrder(shop)));
  await withUpstreamDown(async () => {
    await Promise.all(orders.map(pay));
    for (const order of orders)
      await expect
        .poll(async () => (await outboxOf(shop, order.orderId))[0]?.attempts, pollLong)
        .toBeGreaterThan(0);
    for (const order of orders)
      expect((await outboxOf(shop, order.orderId))[0]?.sent_at).toBeNull();
  });
  await expect
    .poll(async () => {
      await dueNow();
      await shop.runSchedule();
      return Promise.all(orders.map((order) => upstreamStatus(shop, order.orderId)));
    }, pollLong)
    .toEqual(orders.map(() => "pending"));
  for (const order of orders)
    expect(await upstreamEvents(shop, order.orderId)).toEqual([
      { kind: "order.paid", outcome: "accepted" },
    ]);
});

test("a delivery that was sent but never marked is sent again without a second effect (R84)", async () => {
  const order = await newPayableOrder(shop);
  await pay(order);
  await expect
    .poll(async () => (await outboxOf(shop, order.orderId))[0]?.sent_at)
    .toBeTypeOf("number");
  await shop.db
    .prepare("UPDATE outbox SET sent_at = NULL, next_at = 0 WHERE order_id = ?")
    .bind(order.orderId)
    .run();
  await shop.runSchedule();
  await expect
    .poll(async () => (await outboxOf(shop, order.orderId))[0]?.sent_at)
    .toBeTypeOf("number");
  expect(await upstreamEvents(shop, order.orderId)).toEqual([
    { kind: "order.paid", outcome: "accepted" },
  ]);
});

test("a payment that the upstream can never take holds up its own order only, and is tried again for ever (R84, R85)", async () => {
  const unknownUpstream = await newAttempt(shop);
  const healthy = await newPayableOrder(shop);
  await pay(unknownUpstream);
  const second = await newAttempt(shop, { orderId: unknownUpstream.orderId });
  await pay(second);
  await pay(healthy);
  for (let run = 0; run < 3; run += 1) {
    await dueNow();
    await shop.runSchedule();
  }
  await expect.poll(() => upstreamStatus(shop, healthy.orderId)).toBe("pending");
  const [first, waiting] = await outboxOf(shop, unknownUpstream.orderId);
  expect(first).toMatchObject({ kind: "order.paid", sent_at: null });
  expect(first?.attempts).toBeGreaterThanOrEqual(3);
  expect(waiting).toMatchObject({ kind: "order.needs_refund", sent_at: null, attempts: 0 });
});

test("money for an order that was cancelled meanwhile is owed back", async () => {
  const order = await newPayableOrder(shop);
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?")
    .bind(order.orderId)
    .run();
  await pay(order);
  await expect
    .poll(async () => (await attemptOf(shop, order.merchantTradeNo)).needs_refund)
    .toBe(1);
  expect(await upstreamStatus(shop, order.orderId)).toBe("cancelled");
  expect(await outboxOf(shop, order.orderId)).toMatchObject([{ kind: "order.paid" }]);
});

test("two schedules at once send nothing twice (R84)", async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => newPayableOrder(shop)));
  await withUpstreamDown(() => Promise.all(orders.map(pay)).then(() => undefined));
  await expect
    .poll(async () => {
      await dueNow();
      await Promise.all([shop.runSchedule(), shop.runSchedule(), shop.runSchedule()]);
      return Promise.all(orders.map((order) => upstreamStatus(shop, order.orderId)));
    }, pollLong)
    .toEqual(orders.map(() => "pending"));
  for (const order of orders) expect(await upstreamEvents(shop, order.orderId)).toHaveLength(1);
});

test("operators are alarmed when a payment event is a quarter of an hour old (R84)", async () => {
  const stuck = await newAttempt(shop);
  await pay(stuck);
  await shop.db
    .prepare("UPDATE outbox SET created_at = ? WHERE order_id = ?")
    .bind(Date.now() - 16 * 60_000, stuck.orderId)
    .run();
  await shop.runSchedule();
  await expect
    .poll(() => shop.logs().some((line) => line.includes("events for the upstream are late")))
    .toBe(true);
});
