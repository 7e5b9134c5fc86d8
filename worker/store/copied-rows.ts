/** What is copied out of the database, as its columns hold it, and the statements that bring it back. */
import { getTableColumns, getTableName, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import type { Piece } from "./piece.ts";
import * as tables from "./schema.ts";
import type { Walk } from "./walks.ts";

export type CopiedRow = Record<string, string | number | null>;

/**
 * Each night, in this order: a row that tells of another comes before it, so that what changes while the export runs leaves nothing
 * that tells of what is not there. Not copied are sign-ins, codes and counters, which end with a restore; answers kept for a day; and
 * carts, of which yesterday's would offer again what was bought since.
 */
const exported = [
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

/** Each minute, as soon as a row is there: without it nobody would know what to ask the gateway about. */
const journaled = [
  tables.operatorActions,
  tables.refunds,
  tables.cancelledOrders,
  tables.paymentInbox,
  tables.paymentNotices,
  tables.paymentAttempts,
] as const;

const byName = (all: readonly SQLiteTable[]): ReadonlyMap<string, SQLiteTable> =>
  new Map(all.map((table) => [getTableName(table), table]));
const copied = byName(exported);
export const exportedTables: readonly string[] = [...copied.keys()];

/** One at a time begins where the last one ended. */
export const journalWalks: readonly Walk[] = journaled.map((table) => ({
  name: `journal: ${getTableName(table)}`,
  table,
  most: 200,
  begins: "with the oldest",
}));

export interface Copied {
  rows: CopiedRow[];
  /** The number of the last row; the next piece begins behind it. */
  upTo: number;
}

/** The next rows behind a number, at most so many. */
export function copyAfter(
  db: Database,
  name: string,
  after: number,
  most: number,
): Promise<Copied | null> {
  return copy(db, tableCalled(name), sql`rowid > ${after} order by rowid limit ${most}`);
}

export async function copyPiece(db: Database, table: SQLiteTable, { after, upTo }: Piece) {
  const found = await copy(db, table, sql`rowid > ${after} and rowid <= ${upTo} order by rowid`);
  return found?.rows ?? [];
}

async function copy(db: Database, table: SQLiteTable, where: SQL): Promise<Copied | null> {
  const columns = sql.join(Object.values(getTableColumns(table)), sql`, `);
  const found = await db.all<CopiedRow & { row_number: number }>(
    sql`select rowid as row_number, ${columns} from ${table} where ${where}`,
  );
  const last = found.at(-1);
  if (last === undefined) return null;
  const rows = found.map(({ row_number: _number, ...row }): CopiedRow => row);
  return { rows, upTo: last.row_number };
}

function tableCalled(name: string): SQLiteTable {
  const table = copied.get(name);
  if (table === undefined) throw new RangeError(`${name} is no table of a copy`);
  return table;
}

const columnsOf = (table: SQLiteTable) =>
  Object.values(getTableColumns(table)).map(({ name }) => name);

/** D1 takes statements of 100 kB, and a command of the system not much more. */
const mostBytes = 60_000;

/** Statements that bring rows back; a row that is there already stays as it is. @throws RangeError for a row of another schema */
export function insertionsOf(name: string, rows: readonly CopiedRow[]): string[] {
  const known = columnsOf(tableCalled(name));
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const strange = columns.find((column) => !known.includes(column));
  if (strange !== undefined) throw new RangeError(`${name} has no column ${strange}`);
  const values = columns.map((column) => `value ->> '${column}'`).join(", ");
  return chunksOf(rows.map((row) => JSON.stringify(row))).map(
    (list) =>
      `INSERT OR IGNORE INTO ${name} (${columns.join(", ")}) SELECT ${values} FROM json_each('${list.replaceAll("'", "''")}')`,
  );
}

/** Lists in JSON, each of at most so many bytes, or of one row. */
function chunksOf(rows: readonly string[]): string[] {
  const encoder = new TextEncoder();
  const chunks: string[][] = [];
  let left = 0;
  for (const row of rows) {
    const bytes = encoder.encode(row).byteLength;
    if (bytes > left) {
      chunks.push([]);
      left = mostBytes;
    }
    chunks.at(-1)?.push(row);
    left -= bytes;
  }
  return chunks.map((chunk) => `[${chunk.join(",")}]`);
}
