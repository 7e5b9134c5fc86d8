/** No minute of the schedule costs more when the tables grow. */
import { getTableName } from "drizzle-orm";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { invariantsAt } from "../../worker/store/invariants.ts";
import * as tables from "../../worker/store/schema.ts";
import { noon } from "./database.ts";
import { minutesOf } from "./schedule-minutes.ts";

test("in no minute of the schedule the database reads a table from end to end", async () => {
  const asked = await minutesOf(100, 12);
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
  expect(new Set(rules.map(({ sql }) => sql.replaceAll(/\d+/g, ""))).size).toBe(
    invariantsAt(noon).length,
  );
});
