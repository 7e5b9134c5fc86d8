/** Alarms reach a person: what is wrong, once an hour, and when it is over. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beHostile, stageFault } from "../support/faults.ts";
import {
  freshMinute,
  makeDue,
  newPayableOrder,
  notify,
  signedNotice,
} from "../support/payments.ts";
import { startReceiver, type Receiver } from "../support/receiver.ts";
import { startShop, type Shop } from "../support/shop.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** ECPay publishes this pair too, but the stand-in cashier signs with another. */
const wrongKeys = { ECPAY_HASH_KEY: "5294y06JbISpM5x9", ECPAY_HASH_IV: "v77hoKGq4kWxNNIS" };

let shop: Shop;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  shop = await startShop({
    main: "tests/support/hostile-shop.mjs",
    vars: {
      ALERT_WEBHOOK_URL: receiver.url,
      ALERT_EMAIL: "operator@sillage.test",
      PUBLIC_ORIGIN: "http://127.0.0.1:1",
    },
    secrets: wrongKeys,
  });
});
afterAll(() => Promise.all([shop.close(), receiver.close()]));

/** Nothing was counted, and nobody was told. */
beforeEach(async () => {
  await shop.runSchedule();
  for (const table of ["tallies", "alarms"]) await shop.db.prepare(`DELETE FROM ${table}`).run();
  await freshMinute(shop);
  await nextMinute();
  receiver.texts.length = 0;
});

const told = (name: string) => receiver.texts.filter((text) => text.includes(name));
const age = (sql: string, ms: number) => shop.db.prepare(sql).bind(ms).run();
const ageTallies = (ms: number) => age("UPDATE tallies SET at = at - ?", ms);
const ageTelling = (ms: number) =>
  age("UPDATE alarms SET told_at = told_at - ?1, since = since - ?1", ms);

/** In each minute only a few refused notices are looked at. */
const nextMinute = () => beHostile(shop, { advanceMs: minuteMs });

const refused = "notices about our trades are refused";

async function sendNotices(count: number): Promise<void> {
  const notice = await signedNotice(await newPayableOrder(shop));
  for (let sent = 0; sent < count; sent += 1)
    expect(await notify(shop, notice)).toMatchObject({ status: 400, text: "0|invalid" });
}

test("with wrong ECPay keys somebody is told within two runs of the schedule, by chat and by mail", async () => {
  await sendNotices(20);
  await shop.runSchedule();
  await shop.runSchedule();
  expect(told(refused)).toHaveLength(1);
  expect(told(refused)[0]).toMatch(
    /^⚠ 127\.0\.0\.1:1: notices about our trades are refused\nSince 20/,
  );
  const mailed = () => shop.logs().filter((line) => line.includes("operator@sillage.test"));
  await expect.poll(() => mailed().join()).toContain(refused);
  expect(mailed()[0]).toContain("alarms@127.0.0.1");
});

test("a flood of forged notices writes nothing, and two about a trade of ours are no alarm yet (R50)", async () => {
  const count = async () =>
    (await shop.db.prepare("SELECT count(*) AS count FROM tallies").first<{ count: number }>())
      ?.count;
  for (let sent = 0; sent < 20; sent += 1)
    await notify(shop, await signedNotice({ merchantTradeNo: "SLNOBODYS", amountTwd: 1 }));
  await shop.runSchedule();
  expect(await count()).toBe(0);
  await nextMinute();
  await sendNotices(2);
  await shop.runSchedule();
  expect([await count(), receiver.texts]).toEqual([1, []]);
});

test("while ECPay's answers cannot be used somebody is told, and again when they can", async () => {
  const order = await newPayableOrder(shop, { ageMs: 11 * minuteMs });
  await shop.runSchedule();
  expect(receiver.texts).toEqual([]);
  await ageTallies(10 * minuteMs);
  await makeDue(shop, [order]);
  await shop.runSchedule();
  const name = "the gateway gives no usable answer";
  expect(told(name)).toHaveLength(1);
  await shop.db
    .prepare("UPDATE tallies SET name = 'question.answered' WHERE name = 'question.unanswered'")
    .run();
  await shop.runSchedule();
  expect(told(name).at(-1)).toMatch(/^✓ .*: over: the gateway gives/);
});

test("the same alarm is told once an hour while it lasts, and once when it is over", async () => {
  await sendNotices(4);
  for (let run = 0; run < 3; run += 1) await shop.runSchedule();
  await Promise.all([shop.runSchedule(), shop.runSchedule()]);
  expect(told(refused)).toHaveLength(1);
  await ageTelling(hourMs);
  await Promise.all([shop.runSchedule(), shop.runSchedule()]);
  expect(told(refused)).toHaveLength(2);

  await ageTallies(2 * hourMs);
  await Promise.all([shop.runSchedule(), shop.runSchedule()]);
  await shop.runSchedule();
  expect(told(refused)).toHaveLength(3);
  expect(told(refused)[2]).toContain("over: ");

  await nextMinute();
  await sendNotices(4);
  await shop.runSchedule();
  expect(told(refused), "the hour is not over").toHaveLength(3);
  await ageTelling(hourMs);
  await shop.runSchedule();
  expect(told(refused)).toHaveLength(4);
});

test("an error in the log reaches somebody too", async () => {
  await stageFault(shop, { mode: "refuse" });
  await shop.db.prepare("DELETE FROM limits").run();
  const order = await newPayableOrder(shop);
  await shop.db
    .prepare(
      "INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, next_at) VALUES (?1, 'order.paid', ?1, '{}', 0, 0)",
    )
    .bind(order.orderId)
    .run();
  await shop.runSchedule();
  expect(told("events for the upstream are late")).toHaveLength(1);
  await shop.db.prepare("DELETE FROM outbox").run();
  await stageFault(shop, { mode: "none" });
});

test("where the webhook fails the mail says so, later the webhook too, and its address stays out of the log", async () => {
  await sendNotices(4);
  receiver.answerWith(500);
  await shop.runSchedule();
  expect(receiver.texts).toEqual([]);
  const failed = () => shop.logs().filter((line) => line.includes("an alarm could not be sent"));
  await expect.poll(() => failed().join()).toContain("the webhook answered 500");
  receiver.answerWith(200);
  await shop.runSchedule();
  expect(told("an alarm could not be sent")).toHaveLength(1);
  expect(shop.logs().join("\n")).not.toContain("a-secret-path");
});

test("a database that does not answer is told of as well, once an hour", async () => {
  await beHostile(shop, { failBefore: 1 });
  await shop.runSchedule();
  await shop.runSchedule();
  await beHostile(shop, { failBefore: 0 });
  expect(told("the schedule does not reach its database")).toHaveLength(1);
});
