/** A minute of the schedule costs the same whatever the tables hold. */
import { getTableName } from "drizzle-orm";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import { invariantsAt } from "../../worker/store/invariants.ts";
import * as tables from "../../worker/store/schema.ts";
import { longTest, report, sized } from "../support/experiment.ts";
import { backupKey } from "../support/backup-key.ts";
import { grownTables } from "../support/grown-tables.ts";
import { minuteMs, noon } from "./database.ts";
import { portsWith } from "./ports.ts";
import { statementsOf, type Asked } from "./statements.ts";

const mostRowsRead = 80_000;
const mostRowsOfAStatement = 5_000;

async function grow(rows: number): Promise<void> {
  for (const sql of grownTables(rows, noon)) await env.DB.prepare(sql).run();
}

/** The upstream takes every report; ECPay has an answer to none of the questions. */
function minute(now: number) {
  const errors: string[] = [];
  const { deps } = portsWith({
    now: () => now,
    gateway: { ask: () => Promise.resolve("no_answer") },
  });
  const taken = { body: { needsRefund: false }, status: 200, cookies: {} };
  const own: Deps = Object.create(deps, {
    config: {
      value: {
        ...deps.config,
        UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events",
        BACKUP_PUBLIC_KEY: backupKey.x,
      },
    },
    upstream: { value: { call: () => Promise.resolve(taken) } },
    log: {
      value: {
        ...deps.log,
        error: (event: string, { reason = "", error = "" } = {}) =>
          errors.push(`${event} ${reason} ${error}`),
      },
    },
  });
  return { errors, run: () => statementsOf(() => runSchedule(own)) };
}

async function minutesOf(rows: number, minutes: number): Promise<Asked[][]> {
  await grow(rows);
  const asked: Asked[][] = [];
  for (let passed = 0; passed < minutes; passed += 1) {
    const { run, errors } = minute(noon + passed * minuteMs);
    asked.push(await run());
    expect(errors.filter((text) => !/wait for people|are late|unreadable/.test(text))).toEqual([]);
  }
  return asked;
}

const rowsReadIn = (asked: readonly Asked[]) =>
  asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0);

test(
  "in no minute of the schedule the database reads a table from end to end",
  longTest,
  async () => {
    const asked = await minutesOf(300, 30);
    const growing = Object.values(tables)
      .filter((table) => table !== tables.settings)
      .map((table): string => getTableName(table));
    const distinct = new Map(
      asked.flat().map((one) => [one.sql.replaceAll(/(?<=[<>]=? )\d+/g, "0"), one]),
    );
    const scans: string[] = [];
    let steps = 0;
    for (const { sql, params } of distinct.values()) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>();
      steps += results.length;
      for (const { detail } of results) {
        const [, scanned = ""] = /^SCAN (\w+)/.exec(detail) ?? [];
        if (growing.includes(scanned)) scans.push(`${detail}: ${sql}`);
      }
    }
    expect(scans).toEqual([]);
    expect(steps).toBeGreaterThan(100);
    const rules = asked.flat().filter(({ sql }) => sql.startsWith("SELECT count(*) AS broken"));
    const news = invariantsAt(noon).filter(({ newBy }) => newBy === "settled_at");
    expect(new Set(rules.map(({ sql }) => sql.replaceAll(/\d+/g, ""))).size).toBe(
      invariantsAt(noon).length + news.length,
    );
  },
);

test.each(sized([1_000, 10_000], [1_000, 100_000, 1_000_000]))(
  "no minute of the schedule reads more rows than a constant with %s rows in each table",
  longTest,
  async (size) => {
    const asked = await minutesOf(size, sized(4, 45));
    const most = Math.max(...asked.map(rowsReadIn));
    const inOne = Math.max(...asked.flat().map(({ rowsRead }) => rowsRead));
    report(`Rows read with ${size} rows in each table`, [
      { "most in a minute": most, "most in a statement": inOne },
    ]);
    expect(most).toBeLessThan(mostRowsRead);
    expect(inOne).toBeLessThan(mostRowsOfAStatement);
  },
);
