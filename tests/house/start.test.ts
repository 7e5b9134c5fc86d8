/** `npm start` over what a start that was killed has left. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../.scripts/run.ts";
import { freePort } from "../support/free-port.ts";
import { repositoryFiles } from "../support/repository.ts";
import { groupOf, RepositoryCopy, type Start } from "../support/started-copy.ts";

let copy: RepositoryCopy;
let port: number;
beforeAll(async () => {
  copy = new RepositoryCopy();
  port = await freePort();
});
afterAll(() => copy.remove(), 60_000);

const migrations = repositoryFiles()
  .filter((file) => /^migrations\/.*\.sql$/.test(file))
  .map((file) => file.slice(file.lastIndexOf("/") + 1))
  .sort();
const patience = { timeout: 100_000, interval: 20 };

async function ready(start: Start): Promise<void> {
  await expect.poll(start.said, patience).toContain(`Sillage is ready at http://localhost:${port}`);
  const health = await fetch(`http://localhost:${port}/api/health`);
  expect(await health.json()).toMatchObject({ database: true, content: true, upstream: true });
}

test(
  "who kills it while it migrates or while it serves can start it again at once",
  { timeout: 240_000 },
  async () => {
    const first = copy.start(port);
    // The first file appears before the first migration, so the kill meets them under way, wherever exactly.
    await expect
      .poll(() => copy.databases().length, { ...patience, interval: 2 })
      .toBeGreaterThan(0);
    const [migrating = 0] = copy.servers();
    first.kill();
    await expect.poll(() => groupOf(migrating), patience).toEqual([]);

    const second = copy.start(port);
    await ready(second);
    const [serving = 0] = copy.servers();
    expect(groupOf(serving).length, "the server and its workerd").toBeGreaterThan(1);
    second.killServer();

    const third = copy.start(port);
    await ready(third);
    expect(groupOf(serving), "nothing of the killed one is left").toEqual([]);
    const [last = 0] = copy.servers();
    await third.stop();
    await expect.poll(() => groupOf(last), patience).toEqual([]);
    expect(copy.appliedMigrations().sort()).toEqual(migrations);
    const config = "worker/stand-ins/upstream/wrangler.toml";
    const state = join(copy.folder, ".wrangler/state");
    const said = await run("wrangler", [
      "d1",
      "migrations",
      "list",
      "DB",
      "--local",
      "-c",
      config,
      "--persist-to",
      state,
    ]);
    expect(said, "wrangler keeps the same books").toContain("No migrations to apply");
  },
);
