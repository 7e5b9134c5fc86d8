// What the Cloudflare account has already. Reads only.
import { apiFile, bucketName, databaseName, queueNames, type Plan, type Wrangler } from "./plan.ts";

export interface Account {
  databases: { uuid: string; name: string }[];
  namespaces: { id: string; title: string }[];
  /** Names of the plan's queues that are there. */
  queues: string[];
  /** The plan's, if it is there; null where R2 was not switched on. */
  buckets: string[] | null;
  /** Names of the API's secrets; nobody can read their values. */
  secrets: string[];
  /** The version that answers now; null before the first deployment. */
  pagesVersion: string | null;
  apiVersion: string | null;
}

export async function readAccount(wrangler: Wrangler, plan: Plan): Promise<Account> {
  const { pages, api } = plan;
  const [databases, namespaces, queues, buckets, secrets, pagesVersion, apiVersion] =
    await Promise.all([
      listDatabases(wrangler),
      listNamespaces(wrangler),
      existingQueues(wrangler, queueNames(plan)),
      existingBuckets(wrangler, bucketName(plan)),
      secretNames(wrangler, api.name ?? ""),
      versionOf(wrangler, pages.name ?? ""),
      versionOf(wrangler, api.name ?? ""),
    ]);
  return { databases, namespaces, queues, buckets, secrets, pagesVersion, apiVersion };
}

export async function listDatabases(wrangler: Wrangler): Promise<Account["databases"]> {
  return parse(await wrangler("d1", "list", "--json"));
}

export async function listNamespaces(wrangler: Wrangler): Promise<Account["namespaces"]> {
  return parse(await wrangler("kv", "namespace", "list"));
}

/** The list that wrangler prints is a table for people. */
async function existingQueues(wrangler: Wrangler, names: string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map((name) => unlessAbsent(wrangler("queues", "info", name))),
  );
  return names.filter((_name, index) => found[index] !== null);
}

/** A list would hold the first twenty only. */
async function existingBuckets(wrangler: Wrangler, name: string): Promise<string[] | null> {
  if (name === "") return [];
  try {
    await wrangler("r2", "bucket", "lifecycle", "list", name, "--config", apiFile);
    return [name];
  } catch (error) {
    if (/enable R2|code: 10042/i.test(String(error))) return null;
    if (/code: 10006|bucket does not exist/i.test(String(error))) return [];
    throw error;
  }
}

async function secretNames(wrangler: Wrangler, name: string): Promise<string[]> {
  const output = await unlessAbsent(
    wrangler("secret", "list", "--name", name, "--format", "json", "--env="),
  );
  return output === null ? [] : parse<{ name: string }[]>(output).map((secret) => secret.name);
}

async function versionOf(wrangler: Wrangler, name: string): Promise<string | null> {
  const output = await unlessAbsent(
    wrangler("deployments", "status", "--json", "--name", name, "--env="),
  );
  if (output === null) return null;
  const { versions } = parse<{ versions: { version_id: string; percentage: number }[] }>(output);
  return versions.sort((one, other) => other.percentage - one.percentage)[0]?.version_id ?? null;
}

const listed = 10;
const trigger = "workers/triggered_by";
interface Deployment {
  created_on: string;
  annotations?: Record<string, string>;
  versions: { version_id: string }[];
}

/** The version before the present code; `first` where there was none, `unknown` where Cloudflare lists no older one. */
export async function uploadBefore(
  wrangler: Wrangler,
  name: string,
): Promise<{ version: string } | "first" | "unknown"> {
  const output = await wrangler("deployments", "list", "--json", "--name", name, "--env=");
  const newestFirst = parse<Deployment[]>(output).toSorted((one, other) =>
    other.created_on.localeCompare(one.created_on),
  );
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

/** Null for a Worker that was never deployed, or a queue that was never made. */
async function unlessAbsent(output: Promise<string>): Promise<string | null> {
  try {
    return await output;
  } catch (error) {
    const isAbsent =
      /code: 10007|Worker "[^"]*" not found|has no deployments|Queue "[^"]*" does not exist/.test(
        String(error),
      );
    if (isAbsent) return null;
    throw error;
  }
}

function parse<Value>(output: string): Value {
  return JSON.parse(output.slice(output.search(/[[{]/)));
}

export function foundDatabase(account: Account, plan: Plan): string | undefined {
  return account.databases.find(({ name }) => name === databaseName(plan))?.uuid;
}
