// Database, KV namespace and bucket: found by name or made; their ids go into the files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foundDatabase, type Account, type LifecycleRule } from "./account.ts";
import type { Ask } from "./cloudflare.ts";
import { apiFile, apiTable, isUnset, location, pagesFile, pagesTable, type Plan } from "./plan.ts";

interface Making {
  ask: Ask;
  plan: Plan;
  account: Account;
  say: (line: string) => void;
}

/** @returns its id. */
export async function ensureDatabase({ ask, plan, account, say }: Making): Promise<string> {
  if (!isUnset(plan.databaseId)) return plan.databaseId;
  const name = plan.databaseName;
  const found = foundDatabase(account, plan);
  const wanted = { name, primary_location_hint: location };
  const id = found ?? (await ask<{ uuid: string }>("d1/database", "POST", wanted)).uuid;
  writeId(plan, apiFile, apiTable(plan.target, "d1_databases"), "database_id", id);
  say(`✓ database ${name} ${found === undefined ? `made in ${location}` : "found"}: ${id}`);
  return id;
}

export async function ensureResources(making: Making): Promise<void> {
  const { plan } = making;
  if (isUnset(plan.contentId)) await ensureContent(making);
  if (plan.bucketName !== "") await ensureBucket(making);
}

async function ensureContent({ ask, plan, account, say }: Making): Promise<void> {
  const title = plan.target === "production" ? "sillage-content" : `sillage-content-${plan.target}`;
  const found = account.namespaces.find((one) => one.title === title)?.id;
  const id = found ?? (await ask<{ id: string }>("storage/kv/namespaces", "POST", { title })).id;
  writeId(plan, apiFile, apiTable(plan.target, "kv_namespaces"), "id", id);
  writeId(plan, pagesFile, pagesTable(plan.target, "kv_namespaces"), "id", id);
  say(`✓ KV namespace ${title} ${found === undefined ? "made" : "found"}: ${id}`);
}

/** Erasures count on it: what a copy holds of a member ends when Time Travel's does. */
const copiesKeptDays = 30;
const copiesEnd = {
  id: "sillage-copies",
  enabled: true,
  conditions: { prefix: "" },
  deleteObjectsTransition: { condition: { type: "Age", maxAge: copiesKeptDays * 24 * 3600 } },
};

/** Other rules than this one are the owner's, or Cloudflare's own. */
async function ensureBucket({ ask, plan, account: { bucket }, say }: Making): Promise<void> {
  const name = plan.bucketName;
  const isThere = typeof bucket !== "string";
  if (!isThere) await ask("r2/buckets", "POST", { name, locationHint: location });
  const path = `r2/buckets/${name}/lifecycle`;
  const { rules = [] } = await ask<{ rules?: LifecycleRule[] }>(path);
  const others = rules.filter(({ id }) => id !== copiesEnd.id);
  await ask(path, "PUT", { rules: [...others, copiesEnd] });
  const how = isThere ? "found" : `made in ${location}`;
  say(`✓ bucket ${name} ${how}; files end after ${copiesKeptDays} days`);
}

function writeId({ folder }: Plan, file: string, table: string, key: string, id: string): void {
  const path = join(folder, file);
  writeFileSync(path, withId(readFileSync(path, "utf8"), table, key, id));
}

/** The text with `key` of the first `[[table]]` replaced, and all else as it was. */
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
