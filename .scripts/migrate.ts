// Brings the local databases up to date, with the books that wrangler keeps of migrations.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { readCommandLine } from "./command-line.ts";
import { stateFolder, withLocalState, type Database, type LocalState } from "./local-state.ts";

const help = `Usage: npm run db:migrate [-- --persist-to FOLDER]

Applies the migrations that the local databases of shop and stand-ins lack.

  --persist-to FOLDER   another local state than ${stateFolder}`;

const table = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Returns how many migrations were applied. */
export async function migrate({ databases }: LocalState): Promise<number> {
  let applied = 0;
  for (const { database, migrations } of databases)
    applied += await applyMissing(database, migrations);
  return applied;
}

async function applyMissing(database: Database, folder: string): Promise<number> {
  await database.prepare(table).run();
  const { results } = await database
    .prepare("SELECT name FROM d1_migrations")
    .all<{ name: string }>();
  const known = new Set(results.map(({ name }) => name));
  const missing = readdirSync(folder).filter((file) => file.endsWith(".sql") && !known.has(file));
  for (const file of missing.sort()) {
    const statements = splitSqlQuery(readFileSync(join(folder, file), "utf8"));
    // A batch is a transaction: killed here, the whole migration is done or nothing of it.
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(file),
    ]);
  }
  return missing.length;
}

if (import.meta.main) {
  const { values } = readCommandLine(help, { "persist-to": { type: "string" } });
  console.log(`${await withLocalState(migrate, values["persist-to"])} migrations applied`);
}
