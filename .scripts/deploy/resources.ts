// Database, KV namespace, queues and bucket: found by name or made, ids written into the configuration files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foundDatabase, listDatabases, listNamespaces, type Account } from "./account.ts";
import {
  apiFile,
  apiTable,
  bucketName,
  contentId,
  contentTitle,
  databaseId,
  databaseName,
  isUnset,
  pagesFile,
  pagesTable,
  queueNames,
  type Plan,
  type Wrangler,
} from "./plan.ts";

/** Tokyo is nearest to Taiwan, and the Worker is placed there. A location is final. */
const location = "apac";

/** @returns what was done, a line each. */
export async function ensureResources(
  wrangler: Wrangler,
  plan: Plan,
  account: Account,
): Promise<string[]> {
  return [
    ...(isUnset(databaseId(plan)) ? [await ensureDatabase(wrangler, plan, account)] : []),
    ...(isUnset(contentId(plan.api)) ? [await ensureContent(wrangler, plan, account)] : []),
    ...(await ensureQueues(wrangler, plan, account)),
    ...(bucketName(plan) === "" ? [] : [await ensureBucket(wrangler, plan, account)]),
  ];
}

async function ensureDatabase(wrangler: Wrangler, plan: Plan, account: Account): Promise<string> {
  const name = databaseName(plan);
  const found = foundDatabase(account, plan);
  if (found === undefined) await wrangler("d1", "create", name, "--location", location);
  const id = found ?? foundDatabase({ ...account, databases: await listDatabases(wrangler) }, plan);
  if (id === undefined) throw new Error(`the database ${name} was made and is not listed`);
  writeId(plan, apiFile, apiTable(plan.target, "d1_databases"), "database_id", id);
  return `database ${name} ${found === undefined ? `made in ${location}` : "found"}: ${id}`;
}

async function ensureContent(wrangler: Wrangler, plan: Plan, account: Account): Promise<string> {
  const wanted = contentTitle(plan.target);
  const idIn = (all: Account["namespaces"]) => all.find(({ title }) => title === wanted)?.id;
  const found = idIn(account.namespaces);
  if (found === undefined) await wrangler("kv", "namespace", "create", wanted);
  const id = found ?? idIn(await listNamespaces(wrangler));
  if (id === undefined) throw new Error(`the KV namespace ${wanted} was made and is not listed`);
  writeId(plan, apiFile, apiTable(plan.target, "kv_namespaces"), "id", id);
  writeId(plan, pagesFile, pagesTable(plan.target, "kv_namespaces"), "id", id);
  return `KV namespace ${wanted} ${found === undefined ? "made" : "found"}: ${id}`;
}

/** Wrangler refuses to upload a Worker before its queues are there. */
async function ensureQueues(wrangler: Wrangler, plan: Plan, account: Account): Promise<string[]> {
  const missing = queueNames(plan).filter((name) => !account.queues.includes(name));
  for (const name of missing) await wrangler("queues", "create", name);
  return missing.map((name) => `queue ${name} made`);
}

/** Erasures count on it: what a copy holds of a member ends when Time Travel's does. */
const copiesKeptDays = 30;

async function ensureBucket(wrangler: Wrangler, plan: Plan, { buckets }: Account): Promise<string> {
  const name = bucketName(plan);
  const isThere = buckets?.includes(name) === true;
  const where = ["--config", apiFile];
  if (!isThere) await wrangler("r2", "bucket", "create", name, "--location", location, ...where);
  const rule = {
    id: "expire",
    enabled: true,
    conditions: { prefix: "" },
    deleteObjectsTransition: { condition: { type: "Age", maxAge: copiesKeptDays * 24 * 3600 } },
  };
  const folder = mkdtempSync(join(tmpdir(), "sillage-lifecycle-"));
  try {
    const file = join(folder, "lifecycle.json");
    writeFileSync(file, JSON.stringify({ rules: [rule] }));
    await wrangler("r2", "bucket", "lifecycle", "set", name, "--file", file, "--force", ...where);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `bucket ${name} ${isThere ? "found" : `made in ${location}`}; files end after ${copiesKeptDays} days`;
}

function writeId({ folder }: Plan, file: string, table: string, key: string, id: string): void {
  const path = join(folder, file);
  writeFileSync(path, withId(readFileSync(path, "utf8"), table, key, id));
}

/** The text with `key` of the first `[[table]]` replaced, and everything else, comments too, as it was. */
export function withId(toml: string, table: string, key: string, id: string): string {
  const lines = toml.split("\n");
  const start = lines.indexOf(`[[${table}]]`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("["));
  const end = length === -1 ? lines.length : start + 1 + length;
  const at = lines.findIndex(
    (line, index) => index > start && index < end && line.startsWith(`${key} = "`),
  );
  if (start === -1 || at === -1) throw new Error(`[[${table}]] has no ${key}`);
  return lines.with(at, `${key} = "${id}"`).join("\n");
}
