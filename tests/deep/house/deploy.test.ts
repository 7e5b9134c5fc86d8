import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { askerOf, refusalOf } from "../../../.scripts/deploy/cloudflare.ts";
import { back, deploy } from "../../../.scripts/deploy/deploy.ts";
import { withLock } from "../../../.scripts/deploy/lock.ts";
import { ConfiguredFolder, opened } from "../../support/configured-folder.ts";
import { root } from "../../support/repository.ts";
import { startUpstream, type UpstreamAlone } from "../../support/shop.ts";
import { startCloudflare, typeCommand, type Cloudflare } from "./cloudflare.ts";

const build = resolve(root, process.env.SHOP_BUILD ?? "dist");
const [version = ""] =
  /\d+\.\d+\.\d+\+([0-9a-f]{12}|unknown)(\.changed)?/.exec(
    readFileSync(resolve(build, "sillage/index.js"), "utf8"),
  ) ?? [];

let upstream: UpstreamAlone;
let cloudflare: Cloudflare;
let folder: ConfiguredFolder;
beforeAll(async () => {
  upstream = await startUpstream();
  cloudflare = await startCloudflare(resolve(build, "client"), async (request) => {
    const { hostname, pathname, search } = new URL(request.url);
    if (hostname !== "upstream.sillage.test") return new Response(null, { status: 404 });
    return upstream.fetch(pathname + search, { headers: request.headers });
  });
  folder = new ConfiguredFolder(build);
  folder.fillIn("staging");
});
afterAll(async () => {
  folder?.remove();
  await Promise.all([cloudflare?.close(), upstream?.close()]);
});

interface Told {
  isDeployed: boolean;
  said: string;
}

async function run(
  target: "staging" | "production",
  { secrets = {}, takeOver }: { secrets?: Record<string, string>; takeOver?: string } = {},
): Promise<Told> {
  const lines: string[] = [];
  const isDeployed = await deploy({
    target,
    folder: folder.path,
    environment: { ...cloudflare.environment, ...secrets },
    brand: opened,
    commit: "4f1ff5a35990",
    build: () => Promise.resolve(version),
    address: cloudflare.address,
    timeoutSeconds: 2,
    takeOver,
    say: (line) => lines.push(line),
  });
  return { isDeployed, said: lines.join("\n") };
}

const days = (number: number) => ({ condition: { maxAge: number * 86_400 } });
const ask = (path: string) => fetch(new URL(path, cloudflare.address));
const health = async () => (await ask("/api/health")).json();

type Refused = [status: number, code: number, message: string];
const denied: Refused = [403, 10_000, "Authentication error"];
test.each<[what: string, call: string, answer: Refused, said: string]>([
  ["R2 is off", "GET r2", [403, 10_042, "Please enable R2"], "R2, which holds the copies, is not"],
  ["D1 is not the token's", "GET d1", denied, "› D1: Edit"],
  ["KV is not", "GET storage", denied, "Workers KV Storage: Edit"],
  ["Workers are not", "GET workers", denied, "Workers Scripts: Edit"],
  ["the zone is not", "GET /zones", [403, 9109, "Unauthorized"], "Zone › Zone: Read"],
  ["lists are asked too fast", "GET d1", [429, 971, "Please wait"], "Run the command again"],
  ["Cloudflare is ill", "GET d1", [500, 1, "internal error"], "Run the command again"],
])("where %s nothing changes, and the owner reads why", async (_what, call, answer, said) => {
  cloudflare.refusals.set(call, answer);
  const told = await run("staging").then((ended) => ended.said, refusalOf);
  cloudflare.refusals.clear();
  expect(told).toContain(said);
  expect(cloudflare.changes).toEqual([]);
});

test("a host whose zone is missing, or that something else has, changes nothing until its owner gives it away", async () => {
  cloudflare.zones.clear();
  expect((await run("staging")).said).toContain(
    "no zone of this account holds staging.sillage.test",
  );
  cloudflare.zones.add("sillage.test");
  cloudflare.records.set("staging.sillage.test", "A 203.0.113.9");
  const { isDeployed, said } = await run("staging");
  expect(isDeployed).toBe(false);
  expect(said).toContain("has a DNS record that would be replaced: A 203.0.113.9");
  expect(said).toContain("--take-over staging.sillage.test");
  expect(cloudflare.changes).toEqual([]);
});

const database = "11111111-1111-4111-8111-111111111111";

test("a plan, a product, a place and a database that are wrong are said together, and nothing changes", async () => {
  const { databases, subscriptions, refusals } = cloudflare;
  databases.push({ uuid: database, name: "sillage-shop-staging", running_in_region: "WNAM" });
  await cloudflare.query(database, "CREATE TABLE customers (id)");
  const [paid] = subscriptions.splice(0);
  cloudflare.records.clear();
  const { said } = await run("staging");
  for (const fault of [
    "the account needs the Workers Paid plan",
    "the database sillage-shop-staging is in WNAM, not in apac: another database_name",
    "holds another's tables (customers): another database_name",
  ])
    expect(said).toContain(fault);
  expect(cloudflare.changes).toEqual([]);

  await cloudflare.query(database, "DROP TABLE customers");
  databases.length = 0;
  if (paid !== undefined) subscriptions.push(paid);
  refusals.clear();
  refusals.set("GET subscriptions", [403, 10_000, "Authentication error"]);
  cloudflare.zones.clear();
  const { said: warned } = await run("staging");
  expect(warned).toContain("! nobody could ask for Workers Paid: the token needs Account › Bill");
  cloudflare.zones.add("sillage.test");
  refusals.clear();
});

test("of two people who deploy at once the second is told who and since when", async () => {
  const wrangler = () => Promise.reject(new Error("is not asked"));
  const cloudflares = await askerOf(wrangler, cloudflare.environment);
  const lock = { database, target: "staging", seconds: 60 } as const;
  const refused = /^\w+@[\w.-]+ has been deploying since 20\d\d-.*: run the command again/;
  await withLock(cloudflares, lock, () =>
    expect(withLock(cloudflares, lock, async () => 1)).rejects.toThrow(refused),
  );
  const killed = "UPDATE deployment_lock SET ends = datetime('now', '-1 second')";
  const second = withLock(cloudflares, lock, async () => {
    await cloudflare.query(database, killed);
    return withLock(cloudflares, lock, async () => 2);
  });
  expect(await second, "the lock of who was killed ends").toBe(2);
  expect(await withLock(cloudflares, lock, async () => 3), "who is done lets others in").toBe(3);
});

test("a first deployment that fails leaves no Worker, and so no domain and no schedule", async () => {
  folder.replace("worker/wrangler.api.toml", 'SURVEY_ID = "scent-discovery"', 'SURVEY_ID = "none"');
  const { isDeployed, said } = await run("staging", { takeOver: "staging.sillage.test" });
  expect(isDeployed).toBe(false);
  expect(said).toContain("survey (refused)");
  expect(said).toContain("✓ sillage-staging is gone again: it had no version before");
  expect([...cloudflare.workers.keys()]).toEqual([]);
  cloudflare.records.clear();
  folder.replace("worker/wrangler.api.toml", 'SURVEY_ID = "none"', 'SURVEY_ID = "scent-discovery"');
});

test("the next one ends with a shop that answers, though Cloudflare is out of breath now and then", async () => {
  cloudflare.refusals.set("GET storage", [429, 971, "Please wait", 1]);
  cloudflare.refusals.set("GET d1/database", [500, 1, "internal error", 1]);
  cloudflare.refusals.set("PUT r2", [500, 1, "internal error", 1]);
  const { isDeployed, said } = await run("staging");
  expect(said).not.toContain("✗");
  expect(isDeployed).toBe(true);
  expect(cloudflare.refusals.size).toBe(0);

  const { deployed } = cloudflare;
  const [{ uuid } = { uuid: "" }] = cloudflare.databases;
  const [{ id } = { id: "" }] = cloudflare.namespaces;
  const [copies, owners] = ["sillage-copies", "Default Multipart Abort Rule"];
  const rules = [{ id: owners }, { id: copies, deleteObjectsTransition: days(30) }];
  expect(cloudflare.buckets).toMatchObject([{ name: "sillage-backups-staging", rules }]);
  expect(folder.read("worker/wrangler.api.toml")).toContain(`database_id = "${uuid}"`);
  for (const file of ["wrangler.toml", "worker/wrangler.api.toml"])
    expect(folder.read(file)).toContain(`id = "${id}"`);
  expect(deployed("sillage-api-staging").schedules).toEqual(["* * * * *"]);
  expect(deployed("sillage-staging").schedules).toEqual([]);
  expect(deployed("sillage-staging").domains).toEqual(["staging.sillage.test"]);
  expect(deployed("sillage-staging").secrets.size).toBe(0);

  const secrets = [...deployed("sillage-api-staging").secrets];
  expect(secrets.map(([name]) => name).sort()).toEqual([
    "PAYMENT_RESULT_SECRET",
    "SESSION_SECRET",
    "UPSTREAM_TOKEN_KEY",
  ]);
  for (const [, value] of secrets) {
    expect(said, "a secret is never printed").not.toContain(value);
    expect(folder.read("worker/wrangler.api.toml")).not.toContain(value);
  }
  const { active } = deployed("sillage-api-staging");
  expect(await health()).toMatchObject({ version, deployment: { id: active } });
  const [inbox] = await cloudflare.query(uuid, "SELECT count(*) AS kept FROM payment_inbox");
  expect(inbox?.results, "the test of callbacks leaves nothing").toEqual([{ kept: 0 }]);
});

test("after a leak the code of both Workers goes back first, and the key that is changed then stays changed", async () => {
  const api = cloudflare.deployed("sillage-api-staging");
  const leaked = api.secrets.get("SESSION_SECRET");
  const code = api.uploads.get(api.active)?.metadata;
  const active = () =>
    ["sillage-api-staging", "sillage-staging"].map((name) => cloudflare.deployed(name).active);
  const before = active();
  expect((await run("staging")).isDeployed).toBe(true);
  expect(active()).not.toEqual(before);
  const { environment } = cloudflare;
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  expect(await back({ target: "staging", folder: folder.path, environment, say })).toBe(true);
  expect(active()).toEqual(before);
  expect(lines).toContain(`✓ sillage-staging is back at ${before[1]}`);
  const file = join(tmpdir(), `sillage-${randomUUID()}.json`);
  const command = ["npm", "run", "--silent", "keys", "--", "new", "SESSION_SECRET", file];
  expect((await typeCommand(cloudflare, [...command, "--staging"])).said).toContain("✓");
  rmSync(file);
  const present = api.secrets.get("SESSION_SECRET");
  expect(present).not.toBe(leaked);
  expect(api.uploads.get(api.active)).toMatchObject({ metadata: code, isKey: true });
  expect((await health()).deployment.id).toBe(api.active);
});

test("a second deployment keeps ids, data and secrets, and says the way back; a failed smoke test takes it", async () => {
  const [api, pages] = ["sillage-api-staging", "sillage-staging"].map(cloudflare.deployed);
  if (api === undefined || pages === undefined) expect.unreachable();
  const before = { api: api.active, pages: pages.active };
  const secrets = new Map(api.secrets);
  const again = await run("staging");
  expect(again.said).toContain("The way back: npm run deploy -- back staging");
  expect(again.isDeployed).toBe(true);
  expect(api.active).not.toBe(before.api);
  expect(api.secrets).toEqual(secrets);
  expect(cloudflare.databases).toHaveLength(1);
  expect(cloudflare.buckets).toHaveLength(1);

  const good = { api: api.active, pages: pages.active };
  folder.replace("worker/wrangler.api.toml", 'SURVEY_ID = "scent-discovery"', 'SURVEY_ID = "none"');
  const failed = await run("staging");
  expect(failed.isDeployed).toBe(false);
  expect(failed.said).toContain("/api/health answers 200: survey (refused) do not work");
  expect(failed.said).toContain(`✓ sillage-staging is back at ${good.pages}`);
  expect(failed.said).toContain(`✓ sillage-api-staging is back at ${good.api}`);
  expect(await health()).toMatchObject({ upstream: true, deployment: { id: good.api } });
});

test("an upload that Cloudflare refuses takes nothing back, and one that it took by half is taken back", async () => {
  folder.replace("worker/wrangler.api.toml", 'SURVEY_ID = "none"', 'SURVEY_ID = "scent-discovery"');
  const { refusals, changes } = cloudflare;
  const { active } = cloudflare.deployed("sillage-api-staging");
  const rollback = "POST workers/scripts/sillage-api-staging/deployments";
  const before = changes.filter((change) => change === rollback).length;
  const ill: Refused = [500, 10_001, "internal error"];
  refusals.set("POST workers/scripts/sillage-api-staging/versions", ill);
  const refused = await run("staging").finally(() => refusals.clear());
  expect(refused.said).toContain("✗ Cloudflare did not answer");
  expect(refused.said).not.toContain("is back at");
  expect(changes.filter((change) => change === rollback)).toHaveLength(before);

  refusals.set("PUT workers/scripts/sillage-api-staging/schedules", ill);
  const half = await run("staging").finally(() => refusals.clear());
  expect(half.said).toContain(`✓ sillage-api-staging is back at ${active}`);
  expect(half.said).not.toContain("✓ sillage-staging");
  expect(cloudflare.deployed("sillage-api-staging").active).toBe(active);
});
