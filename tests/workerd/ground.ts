/** What every test begins with: the shop's migrated, empty tables. They are made once for all files. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

let emptying: D1PreparedStatement[] | null = null;

export async function emptyTables(): Promise<void> {
  emptying ??= await makeTables();
  await env.DB.batch(emptying);
}

/** @returns what empties them again. Numbers given by the database begin anew as well. */
async function makeTables(): Promise<D1PreparedStatement[]> {
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 4) <> '_cf_'",
  ).all<{ name: string }>();
  return results
    .filter(({ name }) => name !== "d1_migrations")
    .map(({ name }) => env.DB.prepare(`DELETE FROM ${name}`));
}

export async function emptyBackups(): Promise<void> {
  const { objects } = await env.BACKUPS.list();
  await env.BACKUPS.delete(objects.map(({ key }) => key));
}

/** Until the end of the test the database fails at this. */
export async function failAt(what: "INSERT" | "UPDATE" | "DELETE", table: string): Promise<void> {
  const fails = "BEGIN SELECT raise(abort, 'the database failed'); END";
  await env.DB.prepare(`CREATE TRIGGER failing BEFORE ${what} ON ${table} ${fails}`).run();
  onTestFinished(async () => void (await env.DB.prepare("DROP TRIGGER failing").run()));
}

/** For a test that changes the tables themselves, or has a second database: everything is made anew behind it. */
export function leaveNothing(): void {
  onTestFinished(async () => {
    await reset();
    emptying = null;
  });
}
