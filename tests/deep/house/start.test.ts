import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { run } from "../../../.scripts/run.ts";
import { freePort } from "../../support/network.ts";
import { repositoryFiles, root } from "../../support/repository.ts";

const copy = mkdtempSync(join(tmpdir(), "sillage-start-"));
const state = join(copy, ".wrangler/state");
const started: { npm: ChildProcess; said: string }[] = [];
const patience = { timeout: 120_000, interval: 20 };
let port: number;

beforeAll(async () => {
  port = await freePort();
  for (const file of repositoryFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    // An older lock file than the installed one: nothing is to be installed again.
    cpSync(resolve(root, file), join(copy, file), { preserveTimestamps: true });
  }
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(resolve(root, "node_modules")))
    if (!/^\.(cache|vite)/.test(name))
      symlinkSync(resolve(root, "node_modules", name), join(copy, "node_modules", name));
});
afterAll(() => {
  for (const { npm } of started) npm.kill("SIGKILL");
  for (const pid of servers()) process.kill(pid, "SIGKILL");
  rmSync(copy, { recursive: true, force: true });
});

function start() {
  const env = { ...process.env, PORT: String(port) };
  const npm = spawn("npm", ["start"], { cwd: copy, env });
  const one = { npm, said: "" };
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (data: Buffer) => (one.said += data.toString()));
  started.push(one);
  return one;
}

async function ready(one: { said: string }): Promise<void> {
  const address = `http://localhost:${port}`;
  await expect.poll(() => one.said, patience).toContain(`Sillage is ready at ${address}`);
  const health = await fetch(`${address}/api/health`);
  expect(await health.json()).toMatchObject({ database: true, content: true, upstream: true });
}

function processes(): { pid: number; group: number; command: string }[] {
  const table = execFileSync("ps", ["-A", "-ww", "-o", "pid=,pgid=,args="], { encoding: "utf8" });
  return [...table.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, group, command = ""]) => ({
    pid: Number(pid),
    group: Number(group),
    command,
  }));
}
const servers = () =>
  processes()
    .filter(({ command }) => command.includes(join(copy, ".scripts/serve.ts")))
    .map(({ pid }) => pid);
const groupOf = (leader: number) => processes().filter(({ group }) => group === leader);

const databases = () =>
  globSync(`${state}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (file) => basename(file) !== "metadata.sqlite",
  );

function appliedIn(file: string): string[] {
  const database = new DatabaseSync(file);
  try {
    const known = "SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'";
    if (database.prepare(known).get() === undefined) return [];
    const applied = database.prepare("SELECT name FROM d1_migrations").all();
    return applied.map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

test("who kills it while it migrates or while it serves can start it again at once", async () => {
  const first = start();
  // The first file appears before the first migration, so the kill meets them under way, wherever exactly.
  await expect.poll(databases, { ...patience, interval: 2 }).not.toEqual([]);
  const [migrating = 0] = servers();
  first.npm.kill("SIGKILL");
  await expect.poll(() => groupOf(migrating), patience).toEqual([]);

  await ready(start());
  const [serving = 0] = servers();
  expect(groupOf(serving).length, "the server and its workerd").toBeGreaterThan(1);
  process.kill(serving, "SIGKILL");

  const third = start();
  await ready(third);
  expect(groupOf(serving), "nothing of the killed one is left").toEqual([]);
  const [last = 0] = servers();
  third.npm.kill();
  await once(third.npm, "exit");
  await expect.poll(() => groupOf(last), patience).toEqual([]);
  const migrations = repositoryFiles().filter((file) => /^migrations\/.*\.sql$/.test(file));
  expect(databases().flatMap(appliedIn).sort()).toEqual(
    migrations.map((file) => basename(file)).sort(),
  );
  const config = "worker/stand-ins/upstream/wrangler.toml";
  const list = ["d1", "migrations", "list", "DB", "--local", "-c", config, "--persist-to", state];
  expect(await run("wrangler", list)).toContain("No migrations to apply");
});
