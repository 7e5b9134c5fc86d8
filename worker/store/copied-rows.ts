import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import * as tables from "./schema.ts";

export type CopiedRow = Record<string, string | number | null>;

/** A row that tells of another comes before it, so that what changes meanwhile breaks no reference. */
const copied = [
  tables.outbox,
  tables.refunds,
  tables.operatorActions,
  tables.deskTexts,
  tables.cancelledOrders,
  tables.paymentInbox,
  tables.paymentNotices,
  tables.paymentAttempts,
  tables.secondSteps,
  tables.recoveryCodes,
  tables.memberRefusals,
  tables.responseRefusals,
];

/** Only checked: sign-ins end with a restore, and old carts would offer what was bought since. */
const checked = [
  tables.carts,
  tables.cartItems,
  tables.idempotencyKeys,
  tables.sessions,
  tables.refreshTokens,
  tables.signInChallenges,
];

const byName = new Map<string, SQLiteTable>(
  [...copied, ...checked].map((table) => [getTableName(table), table]),
);
export const copiedTables: readonly string[] = copied.map(getTableName);
export const nightlyTables: readonly string[] = [...byName.keys()];

/** The next rows behind a number; none of a table that is only checked. Null at its end. */
export async function rowsBehind(db: Database, name: string, after: number, most: number) {
  const isCopied = copiedTables.includes(name);
  const columns = isCopied ? sql`rowid as row_number, *` : sql`rowid as row_number`;
  const found = await db.all<CopiedRow & { row_number: number }>(
    sql`select ${columns} from ${byName.get(name)}
      where rowid > ${after} order by rowid limit ${most}`,
  );
  const last = found.at(-1);
  if (last === undefined) return null;
  const rows = found.map(({ row_number: _number, ...row }): CopiedRow => row);
  return { rows: isCopied ? rows : [], upTo: last.row_number };
}

/** D1 takes statements of 100 kB, and the longest rows hold a notice of some kilobytes. */
const rowsAtOnce = 5;

/** Statements that bring rows back; a row that is there already stays as it is. */
export function insertionsOf(table: string, rows: readonly CopiedRow[]): string[] {
  if (!copiedTables.includes(table)) throw new RangeError(`${table} is no table of a copy`);
  const columns = Object.keys(rows[0] ?? {});
  const strange = columns.find((column) => !/^[a-z_]+$/.test(column));
  if (strange !== undefined) throw new RangeError(`${table} has no column ${strange}`);
  const values = columns.map((column) => `value ->> '${column}'`).join(", ");
  const statements: string[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const list = JSON.stringify(rows.slice(at, at + rowsAtOnce)).replaceAll("'", "''");
    statements.push(
      `INSERT OR IGNORE INTO ${table} (${columns.join(", ")})
        SELECT ${values} FROM json_each('${list}')`,
    );
  }
  return statements;
}
