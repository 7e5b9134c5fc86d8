/** A database brought back to what it was, as Time Travel does it in place. */
import { rows } from "../../support/payments.ts";
import type { D1Like } from "../../support/shop.ts";

type Rows = Record<string, string | number | null>[];
type DatabaseCopy = ReadonlyMap<string, Rows>;

export async function copyOf(db: D1Like): Promise<DatabaseCopy> {
  const tables = await rows<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'd1\\_%' ESCAPE '\\' AND name <> 'sqlite_sequence'",
  );
  const copy = new Map<string, Rows>();
  for (const { name } of tables)
    copy.set(name, await rows(db, `SELECT rowid AS rowid, * FROM ${name}`));
  return copy;
}

export async function bringBack(db: D1Like, copy: DatabaseCopy): Promise<void> {
  for (const [table, kept] of copy) {
    await rows(db, `DELETE FROM ${table}`);
    const names = Object.keys(kept[0] ?? {});
    if (names.length === 0) continue;
    const values = names.map((name) => `value ->> '${name}'`).join(", ");
    const fill = `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values} FROM json_each(?)`;
    await rows(db, fill, JSON.stringify(kept));
  }
}
