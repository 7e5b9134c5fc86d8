/** A database brought back to what it was, as Time Travel does it in place, and the operator's side of a restore. */
import type { Desk } from "../../../.scripts/payment-desk.ts";
import type { BackupFiles } from "../../../.scripts/restore/backup-files.ts";
import type { Cloudflare } from "../../../.scripts/restore/cloudflare.ts";
import { rows } from "../../support/payments.ts";
import type { D1Like, Shop } from "../../support/shop.ts";

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

async function bringBack(db: D1Like, copy: DatabaseCopy): Promise<void> {
  for (const [table, kept] of copy) {
    await rows(db, `DELETE FROM ${table}`);
    const names = Object.keys(kept[0] ?? {});
    if (names.length === 0) continue;
    const values = names.map((name) => `value ->> '${name}'`).join(", ");
    const fill = `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values} FROM json_each(?)`;
    await rows(db, fill, JSON.stringify(kept));
  }
}

/** Prints into `lines`. */
export function deskOf({ db }: Pick<Shop, "db">, lines: string[] = []): Desk {
  return {
    isRemote: true,
    ask: async <Row>(statements: readonly string[]) => {
      const found: Row[][] = [];
      for (const statement of statements) found.push(await rows(db, statement));
      return found;
    },
    print: (line) => void lines.push(line),
  };
}

export const filesOf =
  ({ backups }: Pick<Shop, "backups">): BackupFiles =>
  async (key) => {
    const file = await backups.get(key);
    return file === null ? null : file.text();
  };

/** Cloudflare's side of the command, written down as it happens; its Time Travel knows one earlier state. */
export function cloudflareOf(
  shop: Pick<Shop, "db" | "backups">,
  done: string[] = [],
  earlier: DatabaseCopy | null = null,
): Cloudflare {
  return {
    readFile: filesOf(shop),
    writeFile: async (key) => {
      done.push(`write ${key}`);
      await shop.backups.put(key, "");
    },
    removeFile: async (key) => {
      done.push(`remove ${key}`);
      await shop.backups.delete(key);
    },
    fill: async (statements) => {
      for (const statement of statements) await shop.db.prepare(statement).run();
    },
    travel: async (to) => {
      done.push(`travel ${new Date(to).toISOString()}`);
      if (earlier === null) throw new Error("no such bookmark");
      await bringBack(shop.db, earlier);
      return "0000-bookmark";
    },
  };
}
