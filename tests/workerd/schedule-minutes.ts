/** Minutes of the schedule beside tables as years of trade leave them. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import { backupKey } from "../support/backup-key.ts";
import { grownTables } from "../support/grown-tables.ts";
import { minuteMs, noon } from "./database.ts";
import { portsWith } from "./ports.ts";
import { statementsOf, type Asked } from "./statements.ts";

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

export async function minutesOf(rows: number, minutes: number): Promise<Asked[][]> {
  for (const sql of grownTables(rows, noon)) await env.DB.prepare(sql).run();
  const asked: Asked[][] = [];
  for (let passed = 0; passed < minutes; passed += 1) {
    const { run, errors } = minute(noon + passed * minuteMs);
    asked.push(await run());
    expect(errors.filter((text) => !/wait for people|are late|unreadable/.test(text))).toEqual([]);
  }
  return asked;
}
