/**
 * What goes out of the database each night, as its columns hold it, and the statements that bring
 * it back.
 */
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import * as tables from "./schema.ts";

export type CopiedRow = Record<string, string | number | null>;

/**
 * In this order: a row that tells of another comes before it, so that what changes while the copy
 * is made leaves nothing that tells of what is not there.
 */
const copied = [
  tables.outbox,
  tables.refunds,
  tables.operatorActions,
  tables.cancelledOrders,
  tables.paymentInbox,
  tables.paymentNotices,
  tables.paymentAttempts,
  tables.secondSteps,
  tables.recoveryCodes,
  tables.memberRefusals,
  tables.responseRefusals,
] as const;

/**
 * Sign-ins and codes end with a restore, answers are kept for a day, and yesterday's carts would
 * offer again what was bought since: these are only checked.
 */
const checked = [
  tables.carts,
  tables.cartItems,
  tables.idempotencyKeys,
  tables.sessions,
  tables.refreshTokens,
  tables.signInChallenges,
] as const;

const byName = new Map<string, SQLiteTable>(
  [...copied, ...checked].map((table) => [getTableName(table), table]),
);
export const copiedTables: readonly string[] = copied.map(getTableName);
export const nightlyTables: readonly string[] = [...byName.keys()];

interface NextRows {
  /** None of a table that is only checked. */
  rows: CopiedRow[];
  /** The number of the last row. */
  upTo: number;
}

/** The next rows behind a number, at most so many; null at the table's end. */
export async function rowsBehind(
  db: Database,
  name: string,
  after: number,
  most: number,
): Promise<NextRows | null> {
  const isCopied = copiedTables.includes(name);
  const table = tableCalled(name);
  const columns = isCopied ? Object.values(getTableColumns(table)) : [];
  const found = await db.all<CopiedRow & { row_number: number }>(
    sql`select ${sql.join([sql`rowid as row_number`, ...columns], sql`, `)} from ${table}
      where rowid > ${after} order by rowid limit ${most}`,
  );
  const last = found.at(-1);
  if (last === undefined) return null;
  const rows = found.map(({ row_number: _number, ...row }): CopiedRow => row);
  return { rows: isCopied ? rows : [], upTo: last.row_number };
}

function tableCalled(name: string): SQLiteTable {
  const table = byName.get(name);
  if (table === undefined) throw new RangeError(`there is no table ${name}`);
  return table;
}

/** D1 takes statements of 100 kB. */
const mostBytes = 60_000;

/**
 * Statements that bring rows back; a row that is there already stays as it is. @throws RangeError
 * for a row of another schema
 */
export function insertionsOf(name: string, rows: readonly CopiedRow[]): string[] {
  if (!copiedTables.includes(name)) throw new RangeError(`${name} is no table of a copy`);
  const known = Object.values(getTableColumns(tableCalled(name))).map((column) => column.name);
  const columns = Object.keys(rows[0] ?? {});
  const strange = columns.find((column) => !known.includes(column));
  if (strange !== undefined) throw new RangeError(`${name} has no column ${strange}`);
  const values = columns.map((column) => `value ->> '${column}'`).join(", ");
  return listsOf(rows).map(
    (list) =>
      `INSERT OR IGNORE INTO ${name} (${columns.join(", ")}) SELECT ${values} FROM json_each('${list.replaceAll("'", "''")}')`,
  );
}

/** Lists in JSON, each of at most so many bytes, or of one row. */
function listsOf(rows: readonly CopiedRow[]): string[] {
  const encoder = new TextEncoder();
  const lists: string[][] = [];
  let left = 0;
  for (const row of rows.map((each) => JSON.stringify(each))) {
    const bytes = encoder.encode(row).byteLength;
    if (bytes > left) {
      lists.push([]);
      left = mostBytes;
    }
    lists.at(-1)?.push(row);
    left -= bytes;
  }
  return lists.map((list) => `[${list.join(",")}]`);
}
