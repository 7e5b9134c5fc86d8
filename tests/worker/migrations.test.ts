/** The tests migrate in one call a database; wrangler takes a file statement by statement, and must end with the same tables. */
import { resolve } from "node:path";
import { createTestHarness } from "wrangler";
import { expect, test } from "vitest";
import { root } from "../support/repository.ts";
import { startShop, type D1Like } from "../support/shop.ts";

const objectsOf = async (database: D1Like) => {
  const sql =
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '%d1\\_%' ESCAPE '\\' ORDER BY type, name";
  return (await database.prepare(sql).all()).results.filter(
    ({ name }) => !String(name).startsWith("sqlite_"),
  );
};

const names = ["shop", "reference-upstream", "stand-in-cashier"];

/** A Worker that does nothing but own a database. */
const withDatabase = (name: string) => ({
  name,
  main: resolve(root, "tests/fixtures/hashing-ai/index.mjs"),
  compatibility_date: "2026-10-01",
  d1_databases: [
    {
      binding: "DB",
      database_name: name,
      database_id: name,
      migrations_dir: resolve(root, "migrations", name),
    },
  ],
});

test("wrangler leaves the same tables, indexes and triggers behind as the tests have", async () => {
  const shop = await startShop();
  const harness = createTestHarness({
    root,
    workers: names.map((name) => ({ config: withDatabase(name) })),
  });
  try {
    await harness.listen();
    for (const [index, database] of [shop.db, shop.upstreamDb, shop.cashierDb].entries()) {
      const worker = harness.getWorker(names[index] ?? "");
      await worker.applyD1Migrations("DB");
      const objects = await objectsOf(database);
      expect(objects.length).toBeGreaterThan(3);
      expect(await objectsOf((await worker.getEnv()).DB)).toEqual(objects);
    }
  } finally {
    await harness.close();
    await shop.close();
  }
});
