/** Refunds among parallel schedules, lost answers and kills: whatever happens, no sum is given back twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariantsAt } from "../../worker/store/invariants.ts";
import { burst, countBy, longTest, report, sized } from "../support/experiment.ts";
import { beHostile, startHostileShop } from "../support/faults.ts";
import { brokenRules, expectInvariants } from "../support/invariants.ts";
import { startKillableShop } from "../support/killable-shop.ts";
import { newTradeNo, type Payable } from "../support/payments.ts";
import { newPaidOrders, requestRefunds } from "../support/refunds.ts";
import type { Shop } from "../support/shop.ts";
import { insertAttempts } from "../support/stored-orders.ts";

let shop: Shop;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** In Taipei's evening, while ECPay closes payments, nothing is asked for: an experiment then is one of later that night. */
const pastTheBatch = (now: number) => {
  const sinceNoonUtc = (now % dayMs) - 12 * 60 * minuteMs;
  return sinceNoonUtc > -40 * minuteMs && sinceNoonUtc < 50 * minuteMs ? 90 * minuteMs : 0;
};
beforeAll(async () => {
  shop = await startHostileShop();
  await beHostile(shop, { advanceMs: pastTheBatch(Date.now()) });
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const ask = async <Row>(sql: string) => (await shop.db.prepare(sql).all<Row>()).results;

interface Book {
  number: string;
  state: string;
}
/** Our word and ECPay's about each. */
async function books(orders: readonly Payable[]) {
  const list = JSON.stringify(orders.map(({ merchantTradeNo }) => merchantTradeNo));
  const ours = await shop.db
    .prepare(
      "SELECT merchant_trade_no AS number, state FROM refunds WHERE merchant_trade_no IN (SELECT value FROM json_each(?))",
    )
    .bind(list)
    .all<Book>();
  const theirs = await shop.cashierDb
    .prepare(
      "SELECT merchant_trade_no AS number, refunded_twd AS sum, (SELECT count(*) FROM actions WHERE actions.merchant_trade_no = trades.merchant_trade_no) AS calls FROM trades WHERE merchant_trade_no IN (SELECT value FROM json_each(?))",
    )
    .bind(list)
    .all<{ number: string; sum: number; calls: number }>();
  return { ours: ours.results, theirs: theirs.results };
}

const schedules = (count: number) =>
  Promise.all(Array.from({ length: count }, () => shop.runSchedule()));
/** Half an hour passes since the last answer that was lost, or claim that died. */
const pauseEnds = () =>
  ask("UPDATE refunds SET asked_at = asked_at - 1800000 WHERE state IN ('unclear', 'asking')");

test("schedules that run at the same time ask for each refund once", longTest, async () => {
  const orders = await newPaidOrders(shop, sized(12, 60));
  expect(await requestRefunds(ask, orders)).not.toContain(false);
  await beHostile(shop, { seed: 7, delayMs: 15 });
  for (let round = 0; round < sized(4, 16); round += 1) await schedules(6);
  await beHostile(shop, {});
  const { ours, theirs } = await books(orders);
  report("refunds by schedules that run at once", [
    { orders: orders.length, ...countBy(ours, ({ state }) => state) },
  ]);
  expect(countBy(ours, ({ state }) => state)).toEqual({ made: orders.length });
  expect(theirs.filter(({ calls, sum }) => calls !== 1 || sum !== 1_000)).toEqual([]);
});

test(
  "operators and parts at the same time never give back more than was paid",
  longTest,
  async () => {
    const orders = await newPaidOrders(shop, sized(3, 20));
    const taken = await burst(orders.length * 10, 10, (index) =>
      requestRefunds(ask, orders.slice(index % orders.length).slice(0, 1), { amount: 600 }),
    );
    expect(taken.flat().filter(Boolean)).toHaveLength(orders.length);
    expect(await requestRefunds(ask, orders, { amount: 401, knownRefunds: 1 })).not.toContain(true);
    expect(await requestRefunds(ask, orders, { amount: 400, knownRefunds: 1 })).not.toContain(
      false,
    );
    for (let round = 0; round < sized(3, 8); round += 1) await schedules(3);
    const { ours, theirs } = await books(orders);
    expect(countBy(ours, ({ state }) => state)).toEqual({ made: orders.length * 2 });
    expect(theirs.filter(({ sum, calls }) => sum !== 1_000 || calls !== 2)).toEqual([]);
  },
);

test(
  "a refund whose answer was lost is never asked for again, whether ECPay has made it or not",
  longTest,
  async () => {
    for (const refunds of ["answer lost", "unreachable"] as const) {
      const orders = await newPaidOrders(shop, sized(3, 10));
      await requestRefunds(ask, orders);
      await beHostile(shop, { refunds });
      await schedules(2);
      expect(countBy((await books(orders)).ours, ({ state }) => state)).toEqual({
        requested: orders.length - 1,
        unclear: 1,
      });
      await beHostile(shop, {});
      await schedules(2);
      expect(
        (await books(orders)).ours.filter(({ state }) => state === "made"),
        "a pause",
      ).toEqual([]);
      await pauseEnds();
      await schedules(2);
      await schedules(2);
      const { ours, theirs } = await books(orders);
      const unclear = ours.filter(({ state }) => state === "unclear").map(({ number }) => number);
      expect(unclear).toHaveLength(1);
      expect(ours.filter(({ state }) => state === "made")).toHaveLength(orders.length - 1);
      const of = theirs.find(({ number }) => number === unclear[0]);
      expect(of?.calls).toBe(refunds === "answer lost" ? 1 : 0);
      expect(theirs.filter(({ calls }) => calls > 1)).toEqual([]);
    }
    expect(shop.logs().some((line) => line.includes("a refund is unclear"))).toBe(true);
  },
);

test(
  "with a database that fails before and after it acts, nothing is asked for twice",
  longTest,
  async () => {
    const orders = await newPaidOrders(shop, sized(6, 60));
    await requestRefunds(ask, orders);
    for (let round = 1; round <= sized(4, 30); round += 1) {
      await beHostile(shop, { seed: round, failBefore: 0.15, failAfter: 0.15 });
      await schedules(2);
      await pauseEnds();
    }
    await beHostile(shop, {});
    await ask("UPDATE refunds SET asked_at = 1 WHERE state = 'asking'");
    for (let round = 0; round < sized(3, 10); round += 1) await schedules(1);
    const { ours, theirs } = await books(orders);
    report("refunds with a failing database", [
      { orders: orders.length, ...countBy(ours, ({ state }) => state) },
    ]);
    expect(ours.filter(({ state }) => !["made", "unclear"].includes(state))).toEqual([]);
    expect(theirs.filter(({ calls, sum }) => calls > 1 || sum > 1_000)).toEqual([]);
    const sums = new Map(theirs.map(({ number, sum }) => [number, sum]));
    expect(
      ours.filter(({ number, state }) => state === "made" && sums.get(number) !== 1_000),
    ).toEqual([]);
    expect(await brokenRules(shop.db)).toEqual([]);
  },
);

test(
  "killed between the claim and the answer, the shop asks for no refund again",
  longTest,
  async () => {
    const killable = await startKillableShop();
    try {
      const sql = <Row>(statement: string, ...values: unknown[]) =>
        killable.sql<Row>("shop", statement, ...values);
      const rows = [];
      for (let kill = 1; kill <= sized(2, 10); kill += 1) {
        const isHeard = kill % 2 === 1;
        const [order] = await paidAtBoth(killable);
        await requestRefunds(sql, [order]);
        await killable.beHostile({
          ...(isHeard ? { refundDelayMs: 4_000 } : { refundHoldMs: 4_000 }),
          advanceMs: pastTheBatch(Date.now()),
        });
        const state = async () =>
          (
            await sql<Book>(
              "SELECT state FROM refunds WHERE merchant_trade_no = ?",
              order.merchantTradeNo,
            )
          )[0]?.state;
        const calls = async () =>
          killable.sql<{ code: string }>(
            "cashier",
            "SELECT code FROM actions WHERE merchant_trade_no = ?",
            order.merchantTradeNo,
          );
        const running = killable
          .fetch(`/cdn-cgi/local/scheduled?cron=${encodeURIComponent("* * * * *")}`)
          .catch((error: unknown) => error);
        await expect.poll(state, { interval: 5 }).toBe("asking");
        if (isHeard) await expect.poll(calls, { interval: 20 }).toHaveLength(1);
        await killable.kill();
        await running;
        await killable.start();
        await killable.beHostile({ advanceMs: pastTheBatch(Date.now()) });
        const made = await calls();
        expect(made).toHaveLength(isHeard ? 1 : 0);
        for (const asked of [null, 1]) {
          if (asked !== null) await sql("UPDATE refunds SET asked_at = 1 WHERE state = 'asking'");
          await killable.fetch(`/cdn-cgi/local/scheduled?cron=${encodeURIComponent("* * * * *")}`);
        }
        rows.push({ kill, "heard by ECPay": made.length, state: (await state()) ?? "" });
        expect(await state()).toBe("unclear");
        expect(await calls()).toEqual(made);
        await sql("UPDATE refunds SET asked_at = 1");
      }
      report("kill -9 between the claim of a refund and its answer", rows);
      for (const { rule, sql: query } of invariantsAt(Date.now()))
        if (rule.includes("refund") || rule.includes("given back"))
          expect(await sql(query), rule).toEqual([]);
    } finally {
      await killable.end();
    }
  },
);

async function paidAtBoth(killable: Awaited<ReturnType<typeof startKillableShop>>) {
  const merchantTradeNo = newTradeNo();
  const paidAt = Date.now() - 2 * dayMs;
  const row = {
    merchant_trade_no: merchantTradeNo,
    order_id: newTradeNo(),
    amount_twd: 900,
    state: "paid",
    settle_nonce: "n",
    trade_no: "26112000",
    payment_type: "Credit_CreditCard",
    paid_at: paidAt,
    next_query_at: paidAt,
  };
  const attempt = insertAttempts([row], paidAt);
  await killable.sql("shop", attempt.sql, attempt.list);
  await killable.sql(
    "cashier",
    `INSERT INTO trades (merchant_trade_no, key, trade_no, amount_twd, item_name, language, return_url, order_result_url, client_back_url, outcome, created_at, decided_at)
     VALUES (?1, ?1, '26112000', 900, 'Sillage', '', '', '', '', 'paid', ?2, ?2)`,
    merchantTradeNo,
    paidAt,
  );
  return [{ merchantTradeNo, amountTwd: 900 }] as const;
}
