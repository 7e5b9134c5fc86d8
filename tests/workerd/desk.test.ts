import { env } from "cloudflare:workers";
import * as lists from "../../worker/store/operator-lists.ts";
import { paymentsWithPerson } from "../../worker/store/member-data.ts";
import { sized } from "../support/experiment.ts";
import { dayMs, db, noon } from "./database.ts";
import { emptyTables } from "./ground.ts";
import { grownTables } from "./grown-tables.ts";
import { rowsReadBy } from "./statements.ts";

const month = 30 * dayMs;

/** Everything that a page with this many rows of history behind it reads. */
async function rowsOfPages(): Promise<Record<string, number>> {
  const pages: Record<string, () => PromiseLike<unknown>> = {
    waiting: () => lists.waitingFor(db, noon),
    "sums of a month": () => lists.sumsBetween(db, noon - 5 * month, noon - 4 * month),
    "file of a month": () => lists.entriesBetween(db, noon - 5 * month, noon - 4 * month),
    "found by number": () => lists.findPayments(db, "SL55", []),
    "found by name": () => lists.findPayments(db, "Mei", []),
    "found by e-mail": () => lists.findPayments(db, "x@y.test", ["nobody"]),
    "of a day": () => lists.paymentsBegun(db, noon - dayMs, noon),
    order: () => lists.storyOf(db, "SL55"),
    member: () => lists.paymentsOfMember(db, "member-55"),
    person: () => paymentsWithPerson(db, "member-55"),
    refunds: () => lists.selectRefunds(db),
    unreported: () => lists.unreportedPayments(db),
    log: () => lists.actionsBefore(db, noon),
    versions: () => lists.versionsOf(db, "locales/zh/shop key-5"),
    "trades of a file": () => lists.paymentsCalled(db, ["TRADE5", "T7"]),
  };
  const rows: Record<string, number> = {};
  for (const [name, ask] of Object.entries(pages)) rows[name] = await rowsReadBy(ask);
  return rows;
}

/** Years of other people's orders: outside of the times, names and persons that are asked for. */
async function grow(count: number): Promise<void> {
  for (const sql of grownTables(count, noon)) await env.DB.prepare(sql).run();
  const most = `CAST(substr(id, 9) AS INTEGER)`;
  await env.DB.prepare(
    `UPDATE payment_attempts SET created_at = ${noon} - ${400 * dayMs} - ${most},
      snapshot = CASE WHEN ${most} <= 700 THEN snapshot END,
      paid_at = CASE WHEN paid_at IS NULL THEN NULL ELSE ${noon} - ${400 * dayMs} - ${most} END`,
  ).run();
  await env.DB.prepare(`UPDATE refunds SET ended_at = created_at - ${400 * dayMs}`).run();
}

test("a page of a shop with years behind it reads as many rows as one with a month", async () => {
  await grow(1_000);
  const few = await rowsOfPages();
  for (const [page, rows] of Object.entries(few)) expect.soft(rows, page).toBeLessThan(4_000);
  await emptyTables();
  await grow(sized(20_000, 100_000));
  const many = await rowsOfPages();
  for (const [page, rows] of Object.entries(many))
    expect.soft(rows, page).toBeLessThanOrEqual((few[page] ?? 0) + 250);
});
