/** `INSERT … SELECT` by the names of the columns: one that is missing, or one too many, does not compile. */
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Row<Table extends SQLiteTable> = Record<keyof Table["$inferSelect"], SQL | string | number | null>;

/** `SELECT` and its values in the order of the table, which is the order in which Drizzle names them. */
export function selected<Table extends SQLiteTable>(table: Table, row: Row<Table>): SQL {
  const values: Record<string, SQL | string | number | null> = row;
  const inOrder = Object.keys(getTableColumns(table)).map((name) => sql`${values[name]}`);
  return sql`SELECT ${sql.join(inOrder, sql`, `)}`;
}
