/** `INSERT … SELECT` by the names of the columns: one that is missing, or one too many, does not compile. */
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Row<Table extends SQLiteTable> = { [Name in keyof Table["$inferSelect"]]: Table["$inferSelect"][Name] | SQL };
type Selected<Table extends SQLiteTable> = { [Name in keyof Table["$inferSelect"]]: SQL.Aliased<Table["$inferSelect"][Name]> };

/** What to select for the table: in its order, which Drizzle asks for, and each value as its column stores it. */
export function selectedRow<Table extends SQLiteTable>(table: Table, row: Row<Table>): Selected<Table> {
  const values: Record<string, unknown> = row;
  const selected = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = values[name];
    return [name, (is(value, SQL) ? value : sql`${sql.param(value, column)}`).as(column.name)];
  });
  // Its names are those of the table's columns, and so are the row's.
  return Object.fromEntries(selected) as Selected<Table>;
}
