// What the Cloudflare account has already. Reads only.
import { askAll, unless, type Ask } from "./cloudflare.ts";
import type { Plan } from "./plan.ts";

export interface LifecycleRule {
  id: string;
  deleteObjectsTransition?: { condition: { type: string; maxAge?: number } };
}

export type Account = Awaited<ReturnType<typeof readAccount>>;

export async function readAccount(ask: Ask, plan: Plan) {
  const [databases, namespaces, bucket, deployed] = await Promise.all([
    askAll<{ uuid: string; name: string }>(ask, "d1/database"),
    askAll<{ id: string; title: string }>(ask, "storage/kv/namespaces"),
    readBucket(ask, plan.bucketName),
    readDeployed(ask, plan),
  ]);
  return { databases, namespaces, bucket, ...deployed };
}

/** What another deployment may change: names of secrets, and the versions that answer or null. */
export async function readDeployed(ask: Ask, { pages, api }: Plan) {
  const [secrets, pagesVersion, apiVersion] = await Promise.all([
    unless(ask<{ name: string }[]>(`workers/scripts/${api.name}/secrets`), noWorker, []),
    presentVersion(ask, pages.name ?? ""),
    presentVersion(ask, api.name ?? ""),
  ]);
  return { secrets: secrets.map(({ name }) => name), pagesVersion, apiVersion };
}

const noWorker = 10_007;
const noBucket = 10_006;
const noR2 = 10_042;

/** Its rules, if it is there; `off` without R2. A list of buckets would hold twenty only. */
async function readBucket(ask: Ask, name: string): Promise<LifecycleRule[] | "missing" | "off"> {
  if (name === "") return "missing";
  const found = ask<{ rules?: LifecycleRule[] }>(`r2/buckets/${name}/lifecycle`);
  const rules = found.then((bucket) => bucket.rules ?? []);
  return unless(unless(rules, noBucket, "missing" as const), noR2, "off" as const);
}

const listed = 10;
const trigger = "workers/triggered_by";
interface Deployment {
  created_on: string;
  annotations?: Record<string, string>;
  versions: { version_id: string; percentage: number }[];
}

async function deploymentsOf(ask: Ask, name: string): Promise<Deployment[]> {
  const asked = ask<{ deployments: Deployment[] }>(`workers/scripts/${name}/deployments`);
  const { deployments } = await unless(asked, noWorker, { deployments: [] as Deployment[] });
  return deployments.toSorted((one, other) => other.created_on.localeCompare(one.created_on));
}

/** The version that most are answered by; null for a Worker that was never deployed. */
export async function presentVersion(ask: Ask, name: string): Promise<string | null> {
  const [present] = await deploymentsOf(ask, name);
  const versions = present?.versions.toSorted((one, other) => other.percentage - one.percentage);
  return versions?.[0]?.version_id ?? null;
}

/**
 * The last version of the code before the present one: a changed key makes a version of the same
 * code, and the newest of them has the keys of then. `first` where there was never other code,
 * `unknown` where Cloudflare lists none that is older.
 */
export async function uploadBefore(
  ask: Ask,
  name: string,
): Promise<{ version: string } | "first" | "unknown"> {
  const oldestFirst = (await deploymentsOf(ask, name)).toReversed();
  /** The versions of each code, the oldest first, and of what code it took the place. */
  const codes: string[][] = [];
  const replaced = new Map<string[], string[]>();
  let present: string[] = [];
  for (const { versions, annotations } of oldestFirst) {
    const id = versions[0]?.version_id ?? "";
    const known = codes.find((ids) => ids.includes(id));
    if (known !== undefined) present = known;
    else if (annotations?.[trigger] === "secret" && codes.length > 0) present.push(id);
    else {
      const code = [id];
      replaced.set(code, present);
      codes.push((present = code));
    }
  }
  const version = replaced.get(present)?.at(-1);
  if (version !== undefined) return { version };
  return codes.length === 1 && oldestFirst.length < listed ? "first" : "unknown";
}

export function foundDatabase(account: Account, plan: Plan): string | undefined {
  return account.databases.find(({ name }) => name === plan.databaseName)?.uuid;
}
