import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { encryptToken, keyId } from "../../worker/platform/crypto.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import { invariantsAt } from "../../worker/store/invariants.ts";
import * as tables from "../../worker/store/schema.ts";
import { backupKey } from "../support/backup-key.ts";
import { grownTables } from "./grown-tables.ts";
import { dayMs, noon, reportOf } from "./database.ts";
import { statementsOf } from "./statements.ts";
import { portsWith } from "./ports.ts";
import { minutesOf } from "./schedule-minutes.ts";

const run = (sql: string) => env.DB.prepare(sql).run();

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
