import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countAgainst } from "../../worker/store/limits.ts";
import { expectInvariants } from "../support/invariants.ts";
import {
  attemptOf,
  comeBack,
  freshMinute,
  inboxOf,
  knownAtEcpay,
  newPayableOrder,
  notify,
  outboxOf,
  signedNotice,
  upstreamStatus,
} from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

// What one test asked is not held against the next.
beforeEach(() => freshMinute(shop));

const queriesAsked = async () =>
  (
    await shop.cashierDb
      .prepare("SELECT coalesce(sum(count), 0) AS asked FROM query_minutes")
      .first<{ asked: number }>()
  )?.asked ?? 0;

test("a payment whose callback was lost is found by asking ECPay (R52)", async () => {
  const order = await newPayableOrder(shop, { ageMs: 11 * minute });
  await knownAtEcpay(shop, order, "paid");
  await shop.runSchedule();
  expect(await attemptOf(shop, order.merchantTradeNo)).toMatchObject({
    state: "paid",
    needs_refund: 0,
  });
  expect(await outboxOf(shop, order.orderId)).toHaveLength(1);
  await expect.poll(() => upstreamStatus(shop, order.orderId)).toBe("pending");
});

test("nobody asks about a fresh attempt", async () => {
  const order = await newPayableOrder(shop);
  await knownAtEcpay(shop, order, "paid");
  const before = await queriesAsked();
  await shop.runSchedule();
  expect(await queriesAsked()).toBe(before);
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
});

test("callback, return and schedule at once settle one payment once (R52)", async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await newPayableOrder(shop, { ageMs: 11 * minute });
    await knownAtEcpay(shop, order, "paid");
    // The trade number that ECPay's query will name too.
    const body = await signedNotice(order, {
      TradeNo: `26112100${order.merchantTradeNo.slice(2, 14)}`,
    });
    await Promise.all([
      notify(shop, body),
      comeBack(shop, body),
      shop.runSchedule(),
      notify(shop, body),
      shop.runSchedule(),
    ]);
    expect(await attemptOf(shop, order.merchantTradeNo)).toMatchObject({
      state: "paid",
      needs_refund: 0,
    });
    expect(await outboxOf(shop, order.orderId)).toHaveLength(1);
    expect(await inboxOf(shop, order.merchantTradeNo)).toEqual([]);
  }
});

test("a shopper's return makes us ask once, however often it is repeated", async () => {
  const order = await newPayableOrder(shop);
  const body = await signedNotice(order);
  const before = await queriesAsked();
  await Promise.all(Array.from({ length: 10 }, () => comeBack(shop, body)));
  await expect.poll(async () => (await attemptOf(shop, order.merchantTradeNo)).query_count).toBe(1);
  await expect.poll(queriesAsked).toBe(before + 1);
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
});

test("an authentic message with an undocumented field is settled by asking", async () => {
  const order = await newPayableOrder(shop);
  await knownAtEcpay(shop, order, "paid");
  await notify(shop, await signedNotice(order, { NewWallet: "yes" }));
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("paid");
  expect(await inboxOf(shop, order.merchantTradeNo)).toMatchObject([
    { reason: "unknown_field", resolved_at: expect.any(Number) },
  ]);
});

test("a simulated payment stays unpaid after asking", async () => {
  const order = await newPayableOrder(shop);
  await knownAtEcpay(shop, order, null);
  await notify(shop, await signedNotice(order, { SimulatePaid: "1" }));
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
  expect(await outboxOf(shop, order.orderId)).toEqual([]);
});

test("a paid trade of another amount is for people to look at", async () => {
  const order = await newPayableOrder(shop, { amountTwd: 500, ageMs: 11 * minute });
  await knownAtEcpay(shop, { ...order, amountTwd: 5 }, "paid");
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
  expect(await inboxOf(shop, order.merchantTradeNo)).toMatchObject([
    { reason: "query_wrong_amount" },
  ]);
});

test("a declined attempt is asked about again, and still settles when it is paid after all", async () => {
  const order = await newPayableOrder(shop, { ageMs: 11 * minute });
  await knownAtEcpay(shop, order, "declined");
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("failed");
  await shop.cashierDb
    .prepare("UPDATE trades SET outcome = 'paid' WHERE merchant_trade_no = ?")
    .bind(order.merchantTradeNo)
    .run();
  await shop.db
    .prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE merchant_trade_no = ?")
    .bind(order.merchantTradeNo)
    .run();
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("paid");
});

test("an abandoned attempt runs out after a week, and no question follows it", async () => {
  const order = await newPayableOrder(shop, { ageMs: 7 * day + minute });
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("expired");
  const before = await queriesAsked();
  await shop.db
    .prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE merchant_trade_no = ?")
    .bind(order.merchantTradeNo)
    .run();
  await shop.runSchedule();
  expect(await queriesAsked()).toBe(before);
});

test("an authentic message about an attempt that ran out makes us ask once more", async () => {
  const paid = await newPayableOrder(shop, { ageMs: 8 * day });
  const unpaid = await newPayableOrder(shop, { ageMs: 8 * day });
  await knownAtEcpay(shop, paid, "paid");
  await knownAtEcpay(shop, unpaid, null);
  for (const order of [paid, unpaid]) {
    await shop.db
      .prepare("UPDATE payment_attempts SET state = 'expired' WHERE merchant_trade_no = ?")
      .bind(order.merchantTradeNo)
      .run();
    await notify(shop, await signedNotice(order, { NewWallet: "yes" }));
  }
  await shop.runSchedule();
  expect((await attemptOf(shop, paid.merchantTradeNo)).state).toBe("paid");
  expect((await attemptOf(shop, unpaid.merchantTradeNo)).state).toBe("expired");
});

test("fifty shoppers who come back before their callbacks do not get us banned (R52)", async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, () => newPayableOrder(shop)));
  const bodies = await Promise.all(orders.map((order) => signedNotice(order)));
  await Promise.all(bodies.map((body) => comeBack(shop, body)));
  await expect.poll(queriesAsked, { timeout: 60_000 }).toBe(30);
  // The schedule has none left either, and the rest is asked about when its time comes.
  await shop.db.prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE state = 'open'").run();
  await shop.runSchedule();
  expect(await queriesAsked()).toBe(30);
  await freshMinute(shop);
  await shop.db.prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE state = 'open'").run();
  await shop.runSchedule();
  expect(await queriesAsked()).toBe(30);
  await shop.db.prepare("UPDATE payment_attempts SET state = 'expired' WHERE state = 'open'").run();
});

test("whoever looked at the clock a moment before the last one is counted all the same", async () => {
  const db = drizzle(shop.db as unknown as D1Database);
  const limit = { key: "clock", max: 3, windowMs: minute };
  expect(await countAgainst(db, limit, 1_000)).toBeNull();
  expect(await countAgainst(db, limit, 999)).toBeNull();
  expect(await countAgainst(db, limit, 1_001)).toBeNull();
  expect(await countAgainst(db, limit, 1_002)).toBe(1_000 + minute - 1_002);
});

test("no run asks more than thirty times, and two runs never ask about the same attempt (R52)", async () => {
  const orders = await Promise.all(
    Array.from({ length: 40 }, () => newPayableOrder(shop, { ageMs: 11 * minute })),
  );
  const before = await queriesAsked();
  await shop.runSchedule();
  expect((await queriesAsked()) - before).toBe(30);
  await shop.db.prepare("DELETE FROM limits WHERE key LIKE 'ecpay-query%'").run();
  await Promise.all([shop.runSchedule(), shop.runSchedule()]);
  expect((await queriesAsked()) - before).toBe(40);
  for (const order of orders)
    expect((await attemptOf(shop, order.merchantTradeNo)).query_count).toBe(1);
});

test("when ECPay turns us away nobody asks for half an hour", async () => {
  const order = await newPayableOrder(shop, { ageMs: 11 * minute });
  await knownAtEcpay(shop, order, "paid");
  const now = Math.floor(Date.now() / minute);
  for (const ban of [now, now + 1]) {
    await shop.cashierDb
      .prepare(
        "INSERT INTO query_minutes (minute, count) VALUES (?, 1000) ON CONFLICT (minute) DO UPDATE SET count = 1000",
      )
      .bind(ban)
      .run();
  }
  await shop.runSchedule();
  const banned = await queriesAsked();
  await shop.db
    .prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE merchant_trade_no = ?")
    .bind(order.merchantTradeNo)
    .run();
  await shop.runSchedule();
  expect(await queriesAsked()).toBe(banned);
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
});
