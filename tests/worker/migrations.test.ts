/** The tests migrate in one call a database; wrangler takes a file statement by statement, and must end with the same tables. */
import { createTestHarness } from "wrangler";
import { expect, test } from "vitest";
import {
  cashierWorker,
  root,
  shopWorker,
  startShop,
  upstreamWorker,
  type D1Like,
} from "../support/shop.ts";

const objectsOf = async (database: D1Like) => {
  const sql =
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '%d1\\_%' ESCAPE '\\' ORDER BY type, name";
  return (await database.prepare(sql).all()).results.filter(
    ({ name }) => !String(name).startsWith("sqlite_"),
  );
};

test("wrangler leaves the same tables, indexes and triggers behind as the tests have", async () => {
  const shop = await startShop();
  const harness = createTestHarness({
    root,
    workers: [shopWorker({}, {}), upstreamWorker("token"), cashierWorker()],
  });
  try {
    await harness.listen();
    for (const [name, database] of [
      ["sillage", shop.db],
      ["sillage-reference-upstream", shop.upstreamDb],
      ["sillage-stand-in-cashier", shop.cashierDb],
    ] as const) {
      const worker = harness.getWorker(name);
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
