import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { leaseRows, lateRows, markKnown } from "../../worker/store/outbox.ts";
import { claimDueQueries, countDueQueries } from "../../worker/store/due-queries.ts";
import * as payments from "../../worker/store/payments.ts";
import { encryptToken, keyId } from "../../worker/platform/crypto.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import { invariantsAt } from "../../worker/store/invariants.ts";
import * as tables from "../../worker/store/schema.ts";
import { backupKey } from "../support/backup-key.ts";
import { grownTables } from "./grown-tables.ts";
import { dayMs, db, minuteMs, noon, outboxRows, paymentOf, reportOf } from "./database.ts";
import { rowsReadBy, statementsOf } from "./statements.ts";
import { portsWith } from "./ports.ts";
import { minutesOf } from "./schedule-minutes.ts";

const count = 1_200;
const run = (sql: string) => env.DB.prepare(sql).run();
const grow = async (...more: string[]) => {
  for (const sql of [...grownTables(count, noon), ...more]) await run(sql);
};
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
  const event = await env.DB.prepare("SELECT min(created_at) AS oldest FROM outbox").first(
    "oldest",
  );
  const late = () => lateRows(db, ["order.paid", "order.needs_refund"], noon);
  expect(await late()).toEqual({ count: 1_000, oldestAt: event });
  const { count: waiting, oldestAt } = await payments.waitingMessages(db, noon);
  expect(waiting).toBe(1_000);
  expect(await payments.waitingMessages(db, oldestAt)).toMatchObject({ oldestAt });
  expect(await rowsReadBy(late)).toBeLessThan(5_000);
  expect(await rowsReadBy(() => payments.waitingMessages(db, noon))).toBeLessThan(5_000);
});

test("of many open payments those that are due are claimed, the longest due first, and no other is read", async () => {
  await grow();
  await run(
    `UPDATE payment_attempts SET state = CASE n % 2 WHEN 0 THEN 'open' ELSE 'failed' END, next_query_at = ${noon} - 4000 + n
     FROM (SELECT rowid AS number, rowid AS n FROM payment_attempts) WHERE number = payment_attempts.rowid`,
  );
  const claim = () => claimDueQueries(db, "ecpay", noon, 20);
  const longest = Array.from({ length: 20 }, (_, index) => `attempt-${index + 1}`);
  expect((await claim()).map(({ id }) => id).sort()).toEqual(longest.sort());
  expect(await rowsReadBy(claim)).toBeLessThan(250);
  expect(await rowsReadBy(() => countDueQueries(db, "ecpay", noon, 20))).toBeLessThan(250);
});

test("a callback closes its own messages, and a cancellation finds its own order, without the others", async () => {
  await grow(nobodyLooked);
  const payment = paymentOf({ merchantTradeNo: "TRADE11", amountTwd: 100 });
  const settling = { provider: "ecpay", payment, nonce: "nonce", now: noon } as const;
  expect(await rowsReadBy(() => payments.settleAttempt(db, settling))).toBeLessThan(60);
  const order = { orderId: "order-21", orderNumber: "SL21", memberId: "member-21" };
  const cancel = () => cancelOrder(db, { ...order, now: noon, isReported: true });
  expect(await rowsReadBy(cancel)).toBeLessThan(40);
  const lines = () => payments.selectUnpaidOrdersOfLines(db, "member-31", ["line-31"], 0);
  expect(await rowsReadBy(lines)).toBeLessThan(10);
});

test("in no minute of the schedule the database reads a table from end to end", async () => {
  const asked = await minutesOf(100, 12);
  const { settings: _few, ...growing } = tables;
  const names = Object.values(growing).map((table): string => getTableName(table));
  const timeless = (sql: string) => sql.replaceAll(/(?<=[<>]=? )\d+/g, "0");
  const distinct = new Map(asked.flat().map((one) => [timeless(one.sql), one]));
  const scans: string[] = [];
  let steps = 0;
  for (const { sql, params } of distinct.values()) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    steps += results.length;
    for (const { detail } of results) {
      const [, scanned = ""] = /^SCAN (\w+)/.exec(detail) ?? [];
      if (names.includes(scanned)) scans.push(`${detail}: ${sql}`);
    }
  }
  expect(scans).toEqual([]);
  expect(steps).toBeGreaterThan(100);
  const rules = asked.flat().filter(({ sql }) => sql.startsWith("SELECT broken, count(*)"));
  const kinds = new Set(rules.map(({ sql }) => sql.replaceAll(/\d+/g, "")));
  expect(kinds.size).toBe(invariantsAt(noon).length);
});

/** Of the thousand that D1 answers in a call; each of a batch counts. */
const mostStatements = 800;

/** A night without upstream and ECPay is over, the key was changed, and everybody's time has run out. */
const everythingWaits = [
  "UPDATE outbox SET sent_at = NULL, attempts = id % 3, next_at = created_at",
  `UPDATE payment_attempts SET created_at = ${noon - dayMs}, paid_at = min(paid_at, ${noon - dayMs}), next_query_at = ${noon} - rowid`,
  `UPDATE refunds SET state = 'requested', created_at = ${noon - dayMs}, asked_at = NULL, ended_at = NULL WHERE rowid <= 50`,
  "UPDATE payment_inbox SET resolved_at = NULL",
  "UPDATE carts SET expires_at = 1",
  "UPDATE sessions SET idle_ends_at = 1",
  "UPDATE limits SET window_ends_at = 1",
  "UPDATE idempotency_keys SET created_at = rowid",
  "UPDATE sign_in_challenges SET created_at = rowid",
  "UPDATE response_refusals SET created_at = rowid",
  "UPDATE alarms SET is_on = rowid <= 40",
  `INSERT INTO tallies (at, name, count) SELECT ${noon}, 'error.logged fault ' || rowid, 1 FROM alarms LIMIT 40`,
];

/** Of four reports the upstream takes two, wants the money of one returned, and loses one. */
function shopOfThatNight() {
  let calls = 0;
  return portsWith({
    config: {
      UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events",
      UPSTREAM_CANCELLATIONS_PATH: "/cancellations",
      UPSTREAM_TOKEN_KEY: "new old",
      BACKUP_PUBLIC_KEY: backupKey.x,
    },
    gateway: {
      ask: (merchantTradeNo) => {
        const tradeNo = `T of ${merchantTradeNo}`;
        return Promise.resolve(reportOf({ merchantTradeNo, tradeNo, amountTwd: 100 }));
      },
      refund: () => Promise.resolve({ kind: "made", code: "1", message: "" }),
    },
    answers: () => {
      calls += 1;
      if (calls % 4 === 0) return new Error("the upstream is down");
      return { outcome: calls % 4 === 1 ? "needs_refund" : "accepted" };
    },
    own: { notifyPeople: () => Promise.resolve(true) },
  });
}

const counted = async (of: string) =>
  Number(await env.DB.prepare(`SELECT count(*) AS found FROM ${of}`).first("found"));

test("the minute in which everything waits stays within what D1 answers in a call, and payments wait for nothing", async () => {
  for (const sql of [...grownTables(3_000, noon), ...everythingWaits]) await run(sql);
  const unpaid = await counted("payment_attempts WHERE state = 'open'");
  const unreported = await counted("outbox WHERE sent_at IS NULL");
  const members = Array.from({ length: 200 }, (_, index) => `member-${index + 1}`);
  const secrets = await Promise.all(members.map((one) => encryptToken("old", "secret", one)));
  const seal =
    "UPDATE second_steps SET confirmed_at = 1, secret = list.value FROM json_each(?) AS list WHERE member_id = 'member-' || (list.key + 1)";
  await env.DB.prepare(seal).bind(JSON.stringify(secrets)).run();

  const { deps, said } = shopOfThatNight();
  const { mostPerMinute } = deps.payments.ecpay.asking;
  const asked = await statementsOf(() => runSchedule(deps));
  expect(asked.length).toBeGreaterThan(300);
  expect(asked.length).toBeLessThan(mostStatements);
  expect(await counted("payment_attempts WHERE state = 'open'")).toBe(unpaid - mostPerMinute);
  expect(said.filter(([, event]) => event === "a refund was made")).toHaveLength(10);
  const unsent = await counted("outbox WHERE sent_at IS NULL");
  expect(unsent).toBeLessThanOrEqual(unreported + mostPerMinute - 240);
  expect(await counted(`second_steps WHERE secret LIKE '${await keyId("new")}%'`)).toBe(200);
  expect(await counted("alarms WHERE told_at > 0")).toBe(40);
});
