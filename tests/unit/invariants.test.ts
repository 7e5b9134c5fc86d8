/** `worker/store/invariants.ts` over rows that time has thinned out; that each rule is broken by its rows stands in `workerd`. */
import { expect, test } from "vitest";
import { invariantsAt } from "../../worker/store/invariants.ts";
import { attempt, day, now, paid } from "../support/breaches.ts";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { read, root } from "../support/repository.ts";

function brokenBy(row: string): string[] {
  const { sql } = openBooks();
  sql(row);
  return invariantsAt(now).flatMap((rule) => (sql(rule.sql).length > 0 ? [rule.rule] : []));
}

test("a payment of a month ago may be without its outbox row, one of today may not", () => {
  const settledAt = (at: number) => attempt("A", { ...paid, paid_at: at, settled_at: at });
  expect(brokenBy(settledAt(now - 31 * day))).toEqual([]);
  expect(brokenBy(settledAt(now))).toContain(
    "a paid attempt has one settling, one trade and one outbox row of its amount",
  );
});

/** The shop's tables in Node's own SQLite. */

const shopTables = (): string =>
  readdirSync(resolve(root, "migrations/shop"))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => read(`migrations/shop/${file}`))
    .join("\n");

function openBooks() {
  const database = new DatabaseSync(":memory:");
  database.exec(shopTables());
  return {
    sql: <Row>(statement: string, ...values: SQLInputValue[]) =>
      database.prepare(statement).all(...values) as Row[],
  };
}
