/** `INSERT … SELECT` by column names: a missing or superfluous one does not compile. */
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Row<Table extends SQLiteTable> = Record<
  keyof Table["$inferSelect"],
  SQL | string | number | null
>;

/** `SELECT` with the values in the table's order, in which Drizzle names the columns. */
export function selected<Table extends SQLiteTable>(table: Table, row: Row<Table>): SQL {
  const values: Record<string, SQL | string | number | null> = row;
  const inOrder = Object.keys(getTableColumns(table)).map((name) => sql`${values[name]}`);
  return sql`SELECT ${sql.join(inOrder, sql`, `)}`;
}
