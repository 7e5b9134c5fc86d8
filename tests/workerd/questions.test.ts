/** Which attempts ECPay is asked about first, and a busy evening through the real claims. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { reconcile, warnOfLateQuestions } from "../../worker/shop/payments/reconcile.ts";
import { countUpTo } from "../../worker/store/limits.ts";
import { claimDueQueries, countDueQueries, lateQueries } from "../../worker/store/due-queries.ts";
import { insertUnverifiedNotice } from "../../worker/store/payments.ts";
import { dayOfAttempts, type Attempted } from "../support/abandoned-day.ts";
import { longTest, quantile, report, seeded, sized } from "../support/experiment.ts";
import {
  attempts,
  dayMs,
  db,
  minuteMs,
  noon,
  openAttempt,
  paymentOf,
  secondMs,
} from "./database.ts";
import { portsWith } from "./ports.ts";
import { statementsOf } from "./statements.ts";

const inTimeMs = 9 * minuteMs;
const due = { now: noon, inTimeMs, most: 10 };
const opened = (id: string, lateMs: number, changes: Parameters<typeof openAttempt>[0] = {}) =>
  openAttempt({ id, merchantTradeNo: id, orderId: id, nextQueryAt: noon - lateMs, ...changes });

test("asked first is what is in time, the longest due first; then what is late, the latest first; then what may wait (R52)", async () => {
  await opened("in time", minuteMs);
  await opened("in time, longer", 8 * minuteMs, { state: "failed" });
  await opened("late", inTimeMs);
  await opened("later", dayMs);
  await opened("may wait", 2 * minuteMs, { queryMayWait: true });
  await opened("may wait, longer", 2 * dayMs, { queryMayWait: true });
  await opened("not yet", -1);
  await opened("paid", minuteMs, { state: "paid" });
  await opened("expired", minuteMs, { state: "expired" });
  expect(await countDueQueries(db, "ecpay", due)).toBe(6);
  expect(await countDueQueries(db, "ecpay", { ...due, most: 4 })).toBe(4);
  const order: string[] = [];
  for (;;) {
    const [claimed] = await claimDueQueries(db, "ecpay", { ...due, most: 1, leaseMs: secondMs });
    if (claimed === undefined) break;
    order.push(claimed.id);
  }
  expect(order).toEqual([
    "in time, longer",
    "in time",
    "late",
    "later",
    "may wait, longer",
    "may wait",
  ]);
});

test("a notice that could not be believed is asked about before all that may wait", async () => {
  await opened("TRY1", 0, { nextQueryAt: noon + dayMs, queryMayWait: true });
  const notice = { provider: "ecpay", id: "n", merchantTradeNo: "TRY1", reason: "odd", fields: "" };
  await insertUnverifiedNotice(db, { ...notice, provider: "ecpay" }, noon);
  expect(await attempts()).toMatchObject([{ nextQueryAt: noon, queryMayWait: false }]);
});

test("of many attempts that are due or wait, few rows are read", async () => {
  await env.DB.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
     INSERT INTO payment_attempts (id, merchant_trade_no, order_id, order_number, member_id, locale, amount_twd, state, cart_item_ids,
       created_at, expires_at, next_query_at, query_may_wait)
     SELECT n, n, n, n, 'mei', 'zh', 100, CASE n % 3 WHEN 0 THEN 'failed' ELSE 'open' END, '[]', ?1, ?1 + 1000, ?1 - n * 500, n % 2 FROM number`,
  )
    .bind(noon)
    .run();
  const most = { ...due, most: 30 };
  const asked = await statementsOf(async () => {
    expect(await countDueQueries(db, "ecpay", most)).toBe(30);
    expect(await claimDueQueries(db, "ecpay", { ...most, leaseMs: minuteMs })).toHaveLength(30);
  });
  expect(asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0)).toBeLessThan(600);
});

test("a budget gives what it has left, and a new window all of it", async () => {
  const limit = { key: "questions", max: 30, windowMs: minuteMs };
  const take = (wanted: number, now = noon) => countUpTo(db, limit, wanted, now);
  expect([await take(25), await take(25), await take(1)]).toEqual([25, 5, 0]);
  expect(await take(40, noon + minuteMs - 1)).toBe(0);
  expect(await take(40, noon + minuteMs)).toBe(30);
});

test("questions that are a quarter of an hour late raise an alarm, those that may wait when they are a day late (R52)", async () => {
  const urgentBefore = noon - 15 * minuteMs;
  const late = () => lateQueries(db, "ecpay", { urgentBefore, otherBefore: noon - dayMs });
  const errors: unknown[][] = [];
  const { deps } = portsWith({ now: () => noon });
  const log = { ...deps.log, error: (...line: unknown[]) => errors.push(line) };
  const warn = () => warnOfLateQuestions(Object.create(deps, { log: { value: log } }));
  await opened("in time", 14 * minuteMs);
  await opened("may wait", dayMs - minuteMs, { queryMayWait: true });
  expect(await late()).toEqual({ count: 0, oldestAt: 0 });
  await warn();
  expect(errors).toEqual([]);
  await opened("late", 20 * minuteMs);
  await opened("may wait no longer", dayMs + minuteMs, { queryMayWait: true });
  expect(await late()).toEqual({ count: 2, oldestAt: noon - dayMs - minuteMs });
  await warn();
  expect(errors).toEqual([
    [
      "questions to the gateway are late",
      { reason: "ecpay", count: 2, ageSeconds: (dayMs + minuteMs) / 1000 },
    ],
  ]);
});

const insert = (rows: readonly Attempted[], mayWait: boolean) =>
  env.DB.prepare(
    `INSERT INTO payment_attempts (id, merchant_trade_no, order_id, order_number, member_id, locale, amount_twd, cart_item_ids,
       created_at, expires_at, next_query_at, query_may_wait)
     SELECT value ->> 'id', value ->> 'id', value ->> 'id', value ->> 'id', 'mei', 'zh', 1200, '[]', value ->> 'createdAt', value ->> 'expiresAt',
       CASE ?2 WHEN 1 THEN value ->> 'expiresAt' ELSE value ->> 'createdAt' + 600000 END, ?2 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(rows), Number(mayWait))
    .run();

test(
  "through the busiest hours each lost callback is found within 20 minutes, while last week's attempts run out (R52)",
  longTest,
  async () => {
    const chance = seeded(53);
    // A shop of this size; the sample is a fifth of it, and its evening.
    const { count, most, from, until, share } = sized(
      { count: 2_000, most: 6, from: 19, until: 23, share: 0.1 },
      { count: 10_000, most: 30, from: 0, until: 24, share: 0.01 },
    );
    const hourMs = 60 * minuteMs;
    const isWithin = ({ createdAt }: Attempted) =>
      createdAt >= noon + from * hourMs && createdAt < noon + (until - 1) * hourMs;
    const today = dayOfAttempts(chance, count, noon, share).filter(isWithin);
    const lastWeek = dayOfAttempts(chance, count, noon - 7 * dayMs, 0);
    await insert(today, false);
    await insert(lastWeek, true);
    const paid = new Map(today.map(({ id, paidAt }) => [id, paidAt]));
    const foundAfter = new Map<string, number>();
    let clock = 0;
    let asked = 0;
    const ask = async (id: string) => {
      asked += 1;
      const paidAt = paid.get(id) ?? null;
      const isPaid = paidAt !== null && paidAt <= clock;
      if (isPaid) foundAfter.set(id, clock - paidAt);
      const payment = paymentOf({ merchantTradeNo: id, status: isPaid ? "paid" : "unpaid" });
      return { payment, record: { merchantTradeNo: id, fields: {} } };
    };
    const closely = {
      everyMs: 10 * minuteMs,
      closelyMs: hourMs,
      closelyWhenShortMs: 25 * minuteMs,
    };
    const asking = { mostPerMinute: most, pauseMs: 30 * minuteMs, ...closely };
    const { deps } = portsWith({ now: () => clock, gateway: { ask, asking } });
    const perMinute: number[] = [];
    for (let at = noon + from * hourMs; at < noon + until * hourMs; at += minuteMs) {
      clock = at + chance.below(4_000);
      const before = asked;
      await reconcile(deps);
      perMinute.push(asked - before);
    }
    const lost = today.filter(({ paidAt }) => paidAt !== null);
    const after = [...foundAfter.values()];
    const inMinutes = (ms: number) => Math.round(ms / 6_000) / 10;
    report("the busiest hours, through the database", [
      {
        attempts: today.length,
        "lost callbacks": lost.length,
        found: after.length,
        "found after, half": inMinutes(quantile(after, 0.5)),
        "at most": inMinutes(Math.max(...after)),
        questions: asked,
        "most in a minute": Math.max(...perMinute),
        "may be asked": most,
      },
    ]);
    expect(lost.length).toBeGreaterThan(25);
    expect(after).toHaveLength(lost.length);
    expect(Math.max(...after)).toBeLessThanOrEqual(20 * minuteMs);
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(most);
    const { results } = await env.DB.prepare(
      "SELECT state, count(*) AS n FROM payment_attempts GROUP BY state",
    ).all<{ state: string; n: number }>();
    expect(results.find(({ state }) => state === "paid")?.n).toBe(lost.length);
    expect(results.find(({ state }) => state === "expired")?.n).toBeGreaterThan(0);
  },
);
