/** `INSERT … SELECT` by column names: a missing or superfluous one does not compile. */
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable, AnySQLiteColumn } from "drizzle-orm/sqlite-core";

type Row<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferSelect"]]: Table["$inferSelect"][Name] | SQL;
};
type Selected<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferSelect"]]: SQL.Aliased<Table["$inferSelect"][Name]>;
};

/** The selected values in the table's order, which Drizzle requires, each encoded for its column. */
export function selectedRow<Table extends SQLiteTable>(
  table: Table,
  row: Row<Table>,
): Selected<Table> {
  const values: Record<string, unknown> = row;
  const selected = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = values[name];
    return [name, (is(value, SQL) ? value : sql`${sql.param(value, column)}`).as(column.name)];
  });
  // The keys are those of the table's columns.
  return Object.fromEntries(selected) as Selected<Table>;
}

/** Values for `in`, as one parameter: a statement of D1 takes a hundred of them at most. */
export function jsonList(values: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
}

interface NamedOrder {
  orderId: AnySQLiteColumn;
  orderNumber: AnySQLiteColumn;
}

/** Rows of these orders, each called by its key or its number: documents let either stand for the other. */
export function isCalled({ orderId, orderNumber }: NamedOrder, names: readonly string[]): SQL {
  const wanted = jsonList(names);
  return sql`(${orderId} in ${wanted} or ${orderNumber} in ${wanted})`;
}
