/** What the desk's pages ask of a database of many years: by an index, and no more for a long history than for a short one. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import * as lists from "../../worker/store/operator-lists.ts";
import { paymentsWithPerson } from "../../worker/store/member-data.ts";
import { sized } from "../support/experiment.ts";
import { dayMs, noon } from "./database.ts";
import { grownTables } from "./grown-tables.ts";

interface Read {
  sql: string;
  rows: number;
}

/** The database, and what was read of it. */
function watched() {
  const read: Read[] = [];
  const note = (sql: string, { meta }: { meta: { rows_read?: number } }) =>
    void read.push({ sql, rows: meta.rows_read ?? 0 });
  const statement = (inner: D1PreparedStatement, sql: string): D1PreparedStatement =>
    new Proxy(inner, {
      get(target, name) {
        if (name === "bind")
          return (...values: unknown[]) => statement(target.bind(...values), sql);
        if (name === "inner") return target;
        if (name === "all" || name === "run")
          return async () => {
            const result = await target.all();
            note(sql, result);
            return result;
          };
        // As drizzle asks for rows by position.
        if (name === "raw")
          return async (...options: [{ columnNames?: false }?]) => {
            note(sql, await target.all());
            return target.raw(...options);
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const binding = {
    prepare: (sql: string) => statement(env.DB.prepare(sql), sql),
    batch: async (all: (D1PreparedStatement & { inner: D1PreparedStatement })[]) => {
      const results = await env.DB.batch(all.map(({ inner }) => inner));
      for (const result of results) note("of a batch", result);
      return results;
    },
  };
  return { db: drizzle(binding as unknown as D1Database), read };
}

const month = 30 * dayMs;

/** Everything that a page with this many rows of history behind it reads. */
async function rowsOfPages(): Promise<Record<string, number>> {
  const pages: Record<string, (db: ReturnType<typeof watched>["db"]) => Promise<unknown>> = {
    waiting: (db) => lists.waitingFor(db, noon),
    "sums of a month": (db) => lists.sumsBetween(db, noon - 5 * month, noon - 4 * month),
    "file of a month": (db) => lists.entriesBetween(db, noon - 5 * month, noon - 4 * month),
    "found by number": (db) => lists.findPayments(db, "SL55", []),
    "found by name": (db) => lists.findPayments(db, "Mei", []),
    "found by e-mail": (db) => lists.findPayments(db, "x@y.test", ["nobody"]),
    "of a day": (db) => lists.paymentsBegun(db, noon - dayMs, noon),
    order: (db) => lists.storyOf(db, "SL55"),
    member: (db) => lists.paymentsOfMember(db, "member-55"),
    person: (db) => paymentsWithPerson(db, "member-55"),
    refunds: (db) => lists.selectRefunds(db),
    unreported: (db) => lists.unreportedPayments(db),
    log: (db) => lists.actionsBefore(db, noon),
    versions: (db) => lists.versionsOf(db, "locales/zh/shop key-5"),
    "trades of a file": (db) => lists.paymentsCalled(db, ["TRADE5", "T7"]),
  };
  const rows: Record<string, number> = {};
  for (const [name, ask] of Object.entries(pages)) {
    const { db, read } = watched();
    await ask(db);
    rows[name] = read.reduce((sum, one) => sum + one.rows, 0);
  }
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
  const tables = ["payment_attempts", "refunds", "operator_actions", "outbox", "payment_inbox"];
  const rest = ["payment_notices", "cancelled_orders", "sessions", "desk_texts"];
  const emptied = (
    await env.DB.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all<{
      name: string;
    }>()
  ).results
    .map(({ name }) => name)
    .filter((name) => !/^(_cf|d1_|sqlite_)/.test(name));
  expect(emptied).toEqual(expect.arrayContaining([...tables, ...rest]));
  await env.DB.batch(emptied.map((name) => env.DB.prepare(`DELETE FROM "${name}"`)));
  await grow(sized(20_000, 100_000));
  const many = await rowsOfPages();
  for (const [page, rows] of Object.entries(many))
    expect.soft(rows, page).toBeLessThanOrEqual((few[page] ?? 0) + 250);
});
