// What the Cloudflare account has already. Reads only.
import { askAll, unless, type Ask } from "./cloudflare.ts";
import { bucketName, databaseName, queueNames, type Plan } from "./plan.ts";

export interface LifecycleRule {
  id: string;
  deleteObjectsTransition?: { condition: { type: string; maxAge?: number } };
}

/** What another deployment may have changed meanwhile. */
export interface Deployed {
  /** Names of the API's secrets; nobody can read their values. */
  secrets: string[];
  /** The version that answers now; null before the first deployment. */
  pagesVersion: string | null;
  apiVersion: string | null;
}

export interface Account extends Deployed {
  databases: { uuid: string; name: string }[];
  namespaces: { id: string; title: string }[];
  /** Names of the plan's queues that are there. */
  queues: string[];
  /** Rules of the plan's bucket, if it is there; `off` where R2 was not switched on. */
  bucket: LifecycleRule[] | "missing" | "off";
}

export async function readAccount(ask: Ask, plan: Plan): Promise<Account> {
  const [databases, namespaces, queues, bucket, deployed] = await Promise.all([
    askAll<Account["databases"][0]>(ask, "d1/database"),
    askAll<Account["namespaces"][0]>(ask, "storage/kv/namespaces"),
    Promise.all(queueNames(plan).map((name) => queueNamed(ask, name))),
    readBucket(ask, bucketName(plan)),
    readDeployed(ask, plan),
  ]);
  const names = queues.flatMap((queue) => (queue === undefined ? [] : [queue.queue_name]));
  return { databases, namespaces, queues: names, bucket, ...deployed };
}

export async function readDeployed(ask: Ask, { pages, api }: Plan): Promise<Deployed> {
  const [secrets, pagesVersion, apiVersion] = await Promise.all([
    unless(ask<{ name: string }[]>(`workers/scripts/${api.name}/secrets`), noWorker),
    presentVersion(ask, pages.name ?? ""),
    presentVersion(ask, api.name ?? ""),
  ]);
  return { secrets: (secrets ?? []).map(({ name }) => name), pagesVersion, apiVersion };
}

export interface Queue {
  queue_id: string;
  queue_name: string;
  consumers: { consumer_id: string; script?: string }[];
}

export async function queueNamed(ask: Ask, name: string): Promise<Queue | undefined> {
  return (await ask<Queue[]>(`queues?name=${name}`)).find((queue) => queue.queue_name === name);
}

const noWorker = 10_007;
const noBucket = 10_006;
const noR2 = 10_042;

/** A list of buckets would hold the first twenty only. */
async function readBucket(ask: Ask, name: string): Promise<Account["bucket"]> {
  if (name === "") return "missing";
  const found = ask<{ rules?: LifecycleRule[] }>(`r2/buckets/${name}/lifecycle`);
  const rules = unless(
    found.then((bucket) => bucket.rules ?? []),
    noBucket,
  );
  return (
    (await unless(
      rules.then((known) => known ?? ("missing" as const)),
      noR2,
    )) ?? "off"
  );
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
  const { deployments = [] } = (await unless(asked, noWorker)) ?? {};
  return deployments.toSorted((one, other) => other.created_on.localeCompare(one.created_on));
}

/** The version that most are answered by; null for a Worker that was never deployed. */
export async function presentVersion(ask: Ask, name: string): Promise<string | null> {
  const [present] = await deploymentsOf(ask, name);
  const versions = present?.versions.toSorted((one, other) => other.percentage - one.percentage);
  return versions?.[0]?.version_id ?? null;
}

/** The version before the present code; `first` where there was none, `unknown` where Cloudflare lists no older one. */
export async function uploadBefore(
  ask: Ask,
  name: string,
): Promise<{ version: string } | "first" | "unknown"> {
  const newestFirst = await deploymentsOf(ask, name);
  const idOf = ({ versions }: Deployment) => versions[0]?.version_id ?? "";
  // A changed key makes a version too, of the same code.
  const codes = newestFirst.filter(({ annotations }) => annotations?.[trigger] !== "secret");
  const [present] = codes;
  if (present === undefined) return "unknown";
  // After going back the present code stands in the list twice: what counts is what came before its upload.
  const upload = codes.findLastIndex((one) => idOf(one) === idOf(present));
  const before = codes[upload + 1];
  if (before !== undefined) return { version: idOf(before) };
  return newestFirst.length < listed ? "first" : "unknown";
}

export function foundDatabase(account: Account, plan: Plan): string | undefined {
  return account.databases.find(({ name }) => name === databaseName(plan))?.uuid;
}
