/** The shop's tables in Node's own SQLite. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { read, root } from "./repository.ts";

const shopTables = (): string =>
  readdirSync(resolve(root, "migrations/shop"))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => read(`migrations/shop/${file}`))
    .join("\n");

export function openBooks() {
  const database = new DatabaseSync(":memory:");
  database.exec(shopTables());
  return {
    sql: <Row>(statement: string, ...values: SQLInputValue[]) =>
      database.prepare(statement).all(...values) as Row[],
  };
}
