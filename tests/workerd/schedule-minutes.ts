import { env } from "cloudflare:workers";
import { runSchedule } from "../../worker/scheduled.ts";
import { progressKey } from "../../worker/shop/backups/sealed-copy.ts";
import { backupKey } from "../support/backup-key.ts";
import { grownTables } from "./grown-tables.ts";
import { minuteMs, noon } from "./database.ts";
import { portsWith } from "./ports.ts";
import { statementsOf, type Asked } from "./statements.ts";

/** The upstream takes every report; ECPay has an answer to none of the questions. */
function minute(now: number) {
  const { deps, errors } = portsWith({
    now: () => now,
    config: { UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events", BACKUP_PUBLIC_KEY: backupKey.x },
    gateway: { ask: () => Promise.resolve("no_answer") },
    answers: () => ({ outcome: "accepted" }),
  });
  return { errors, run: () => statementsOf(() => runSchedule(deps)) };
}

export async function minutesOf(rows: number, minutes: number): Promise<Asked[][]> {
  await env.BACKUPS.delete(progressKey);
  for (const sql of grownTables(rows, noon)) await env.DB.prepare(sql).run();
  const asked: Asked[][] = [];
  for (let passed = 0; passed < minutes; passed += 1) {
    const { run, errors } = minute(noon + passed * minuteMs);
    asked.push(await run());
    const known = /wait for people|are late|unreadable|no usable answer/;
    expect(errors.filter(([event]) => !known.test(event))).toEqual([]);
  }
  return asked;
}
