import { afterAll, beforeAll, expect, test } from "vitest";
import { invariantsAt } from "../../worker/store/invariants.ts";
import { burst, longTest, report, seeded, sized } from "../support/experiment.ts";
import { startKillableShop, type KillableShop } from "../support/killable-shop.ts";
import { newTradeNo, signedNotice } from "../support/payments.ts";
import { insertAttempts, insertOrders } from "../support/stored-orders.ts";

let shop: KillableShop;
beforeAll(async () => {
  shop = await startKillableShop();
});
afterAll(() => shop.end());

interface Order {
  merchantTradeNo: string;
  orderId: string;
  amountTwd: number;
  tradeNo: string;
}

async function newOrders(count: number): Promise<Order[]> {
  const orders = Array.from({ length: count }, (_, index) => {
    const merchantTradeNo = newTradeNo();
    return {
      merchantTradeNo,
      orderId: newTradeNo(),
      amountTwd: 100 + index,
      tradeNo: `26112100${merchantTradeNo.slice(2, 14)}`,
    };
  });
  const stored = insertOrders(
    orders.map(({ orderId, amountTwd }) => ({ id: orderId, total_price: amountTwd })),
  );
  await shop.sql("upstream", stored.sql, stored.list);
  const tried = insertAttempts(
    orders.map(({ merchantTradeNo, orderId, amountTwd }) => ({
      merchant_trade_no: merchantTradeNo,
      order_id: orderId,
      amount_twd: amountTwd,
    })),
  );
  await shop.sql("shop", tried.sql, tried.list);
  return orders;
}

/** True for `1|OK`; a connection that breaks says nothing, as it says nothing to ECPay. */
async function tell(order: Order): Promise<boolean> {
  const body = await signedNotice(order, { TradeNo: order.tradeNo });
  try {
    const response = await shop.fetch("/api/v1/payments/ecpay/notify", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
    return response.status === 200 && (await response.text()) === "1|OK";
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const runSchedule = () =>
  shop.fetch(`/cdn-cgi/local/scheduled?cron=${encodeURIComponent("* * * * *")}`);

interface Standing {
  number: string;
  order_id: string;
  state: string;
  outbox_rows: number;
  sent: number;
}

const standings = () =>
  shop.sql<Standing>(
    "shop",
    `SELECT merchant_trade_no AS number, order_id, state,
      (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id) AS outbox_rows,
      (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id AND sent_at IS NOT NULL) AS sent
     FROM payment_attempts`,
  );
const heard = () =>
  shop.sql<{ order_id: string; told: number }>(
    "upstream",
    "SELECT order_id, count(*) AS told FROM payment_events GROUP BY order_id",
  );

async function brokenRules(): Promise<string[]> {
  const broken = [];
  for (const { rule, sql } of invariantsAt(Date.now()))
    if ((await shop.sql("shop", sql)).length > 0) broken.push(rule);
  return broken;
}

/** Nothing of what was cut off holds a lease any longer. */
const leasesEnd = () =>
  shop.sql("shop", "UPDATE outbox SET lease_until = 0, next_at = 0 WHERE sent_at IS NULL");

async function everythingDelivered(): Promise<void> {
  await expect
    .poll(
      async () => {
        await leasesEnd();
        await runSchedule();
        return (await standings()).filter(({ sent }) => sent !== 1).length;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(0);
}

/** Sends all, and kills the shop when it `isEnough`, or some were not acknowledged. @returns the orders that were acknowledged. */
async function tellUntilKilled(
  orders: Order[],
  isEnough: (acknowledged: readonly Order[]) => boolean | Promise<boolean>,
  thenMs = 0,
): Promise<Order[]> {
  const acknowledged: Order[] = [];
  let answered = 0;
  const telling = burst(orders.length, 20, async (index) => {
    const order = orders[index];
    if (order !== undefined && (await tell(order))) acknowledged.push(order);
    answered += 1;
  });
  for (;;) {
    const wereRefused = answered === orders.length && acknowledged.length < answered;
    if (wereRefused || (await isEnough(acknowledged))) break;
    await pause(1);
  }
  await pause(thenMs);
  await shop.kill();
  await telling;
  return acknowledged;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test(
  "killed in the middle of callbacks, the shop has written what it acknowledged, and redelivery settles the rest once (R48, R49, E12)",
  longTest,
  async () => {
    const chance = seeded(12);
    const cycles = sized(1, 12);
    const rows = [];
    const all: Order[] = [];
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const orders = await newOrders(sized(30, 60));
      all.push(...orders);
      await shop.beHostile({ seed: cycle, delayMs: 8 });
      const enough = chance.below(orders.length);
      const acknowledged = await tellUntilKilled(
        orders,
        (soFar) => soFar.length >= enough,
        chance.below(30),
      );
      await shop.start();
      const books = new Map((await standings()).map((standing) => [standing.number, standing]));
      const of = (order: Order) => books.get(order.merchantTradeNo);
      const settled = orders.filter((order) => of(order)?.state === "paid");
      rows.push({
        cycle,
        orders: orders.length,
        acknowledged: acknowledged.length,
        "settled before the kill": settled.length,
        "acknowledged, unpaid": acknowledged.filter((order) => of(order)?.state !== "paid").length,
        "paid, no outbox row": settled.filter((order) => of(order)?.outbox_rows !== 1).length,
      });
      expect(acknowledged.filter((order) => of(order)?.state !== "paid")).toEqual([]);
      expect(await brokenRules()).toEqual([]);
      const redelivered = await burst(orders.length, 20, (index) => tell(orders[index] as Order));
      expect(redelivered.filter((isAcknowledged) => !isAcknowledged)).toEqual([]);
    }
    await everythingDelivered();
    const books = await standings();
    report("E12 kill -9 in the middle of callbacks", [
      ...rows,
      {
        cycle: "in the end",
        orders: all.length,
        "settled before the kill": books.filter(
          ({ state, outbox_rows }) => state === "paid" && outbox_rows === 1,
        ).length,
      },
    ]);
    expect(books.filter(({ state, outbox_rows }) => state !== "paid" || outbox_rows !== 1)).toEqual(
      [],
    );
    expect((await heard()).filter(({ told }) => told !== 1)).toEqual([]);
    expect(await brokenRules()).toEqual([]);
  },
);

test(
  "killed between telling the upstream and noting it, the shop tells again and nothing happens twice (R83, R84, E12b)",
  longTest,
  async () => {
    const chance = seeded(13);
    const kills = sized(1, 20);
    const rows = [];
    const before = new Set((await standings()).map(({ order_id }) => order_id));
    for (let kill = 1; kill <= kills; kill += 1) {
      const orders = await newOrders(10);
      // The upstream has acted; its answer is on its way for a while.
      await shop.beHostile({ upstreamDelayMs: 3_000 });
      // One after the other, each for as long as the answer is on its way.
      const enough = 1 + chance.below(3);
      const heardBefore = (await heard()).length;
      const acknowledged = await tellUntilKilled(
        orders,
        async () => (await heard()).length >= heardBefore + enough,
      );
      await shop.start();
      const told = new Set((await heard()).map(({ order_id }) => order_id));
      const unmarked = (await standings()).filter(
        ({ order_id, sent }) => sent === 0 && told.has(order_id) && !before.has(order_id),
      ).length;
      rows.push({
        kill,
        orders: orders.length,
        acknowledged: acknowledged.length,
        "told, not noted": unmarked,
      });
      await burst(orders.length, 10, (index) => tell(orders[index] as Order));
      await everythingDelivered();
    }
    report("E12b kill -9 between telling the upstream and noting it", rows);
    expect(rows.reduce((sum, row) => sum + row["told, not noted"], 0)).toBeGreaterThan(0);
    const told = new Map((await heard()).map((entry) => [entry.order_id, entry.told]));
    expect(
      (await standings()).filter(({ order_id, sent }) => sent !== 1 || told.get(order_id) !== 1),
    ).toEqual([]);
    const statuses = await shop.sql<{ status: string }>(
      "upstream",
      "SELECT DISTINCT status FROM orders WHERE member_id = 'nobody'",
    );
    expect(statuses).toEqual([{ status: "pending" }]);
    expect(await brokenRules()).toEqual([]);
  },
);
