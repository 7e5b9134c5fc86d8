/** The shop's tables in Node's own SQLite, for what operators ask of them. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Desk } from "../../.scripts/payment-lists.ts";
import { read, root } from "./repository.ts";

export const shopTables = (): string =>
  readdirSync(resolve(root, "migrations/shop"))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => read(`migrations/shop/${file}`))
    .join("\n");

export interface Books {
  sql<Row>(statement: string, ...values: SQLInputValue[]): Row[];
  /** An operator's desk, which prints into `lines`. */
  desk(lines: string[]): Desk;
}

export function openBooks(): Books {
  const database = new DatabaseSync(":memory:");
  database.exec(shopTables());
  const sql = <Row>(statement: string, ...values: SQLInputValue[]) =>
    database.prepare(statement).all(...values) as Row[];
  return {
    sql,
    desk: (lines) => ({
      isRemote: false,
      ask: <Row>(statements: readonly string[]) =>
        Promise.resolve(statements.map((statement) => sql<Row>(statement))),
      print: (line) => void lines.push(line),
    }),
  };
}
