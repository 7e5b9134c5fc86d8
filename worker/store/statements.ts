import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SQLiteInsertSelectQueryBuilder } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";

type Row<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL;
};
type Selected<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferSelect"]]: SQL.Aliased<Table["$inferSelect"][Name]>;
};

/** In the table's order, which Drizzle requires, with the columns' defaults, each value encoded. */
function selectedRow<Table extends SQLiteTable>(table: Table, row: Row<Table>) {
  const values: Record<string, unknown> = row;
  const selected = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = values[name] ?? column.default ?? column.defaultFn?.() ?? null;
    return [name, (is(value, SQL) ? value : sql`${sql.param(value, column)}`).as(column.name)];
  });
  // The keys are those of the table's columns.
  return Object.fromEntries(selected) as Selected<Table>;
}

/** Inserts the row for each of `from` where `when` holds. */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: Row<Table>,
  when: SQL | undefined,
  from: SQL | SQLiteTable = sql`(select 1) as one`,
) {
  const rows: unknown = db.select(selectedRow(table, row)).from(from).where(when);
  return db.insert(table).select(rows as SQLiteInsertSelectQueryBuilder<Table>);
}

export async function hasWritten(statement: PromiseLike<{ meta: { changes: number } }>) {
  return (await statement).meta.changes > 0;
}

/** Values for `in`, as one parameter: a statement of D1 takes a hundred of them at most. */
export function jsonList(values: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
}

/** `inArray` would make each value a parameter. */
export const isIn = (column: AnySQLiteColumn, query: SQL): SQL => sql`${column} in ${query}`;

type NamedOrder = Record<"orderId" | "orderNumber", AnySQLiteColumn>;

/** Rows of orders named by key or number: documents let either stand for the other. */
export function isCalled({ orderId, orderNumber }: NamedOrder, names: readonly string[]): SQL {
  const wanted = jsonList(names);
  return sql`(${orderId} in ${wanted} or ${orderNumber} in ${wanted})`;
}

/** A warning needs no exact number: of a long queue only this many are read. */
const mostCounted = 1_000;

/** The oldest that wait, each queue in the order of its index; `oldestAt` is 0 where none does. */
export function countWaiting(db: Database, at: AnySQLiteColumn, queues: readonly SQL[]) {
  const oldest = queues.map(
    (where) => sql`select * from (select ${at} as at from ${at.table} where ${where}
      order by ${at} limit ${mostCounted})`,
  );
  return db.get<Record<"count" | "oldestAt", number>>(
    sql`select count(*) as count, coalesce(min(at), 0) as oldestAt
      from (${sql.join(oldest, sql` union all `)} limit ${mostCounted})`,
  );
}
