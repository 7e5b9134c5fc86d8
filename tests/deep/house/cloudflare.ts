// Cloudflare's API as far as `npm run deploy` uses it, over loopback: what is uploaded runs, with its bindings, in workerd. Whatever
// it does not know is refused, so that a new call of wrangler fails the tests.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { freePort } from "../../support/network.ts";
import { root } from "../../support/repository.ts";
import type { D1Like } from "../../support/shop.ts";
import type { Json } from "../../support/shopper.ts";

interface Deployed {
  uploads: Map<string, Upload>;
  active: string;
  deployments: string[];
  secrets: Map<string, string>;
  schedules: string[];
  domains: string[];
}

interface Upload {
  metadata: Json;
  script: string;
  timestamp: string;
  secrets: Map<string, string>;
  /** Another key, and the code of before. */
  isKey?: true;
}

interface Call {
  json: Json;
  form: Promise<FormData> | null;
  query: URLSearchParams;
  what: string;
}

const account = "test-account";
const compatibilityDate = "2026-10-01";
const module = (contents: string) => [{ type: "ESModule" as const, path: "index.js", contents }];

/** Bound from the beginning to a Worker that does nothing, and given away when one is asked for. */
const spareDatabases = ["1", "2"].map(
  (number) => `${number.repeat(8)}-1111-4111-8111-111111111111`,
);
const spareNamespaces = ["a", "b"].map((letter) => letter.repeat(32));
/** What the repository's own files name, as if they had been filled in. */
export const named = {
  database: "00000000-0000-4000-8000-000000000001",
  namespace: "00000000000040008000000000000002",
};
const bound = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, id]));
const owner = {
  name: "owner",
  compatibilityDate,
  modules: module("export default { fetch: () => new Response(null, { status: 404 }) };"),
  d1Databases: bound(...spareDatabases, named.database),
  kvNamespaces: bound(...spareNamespaces, named.namespace),
};

const author = { author_email: "", author_id: "", source: "wrangler" };
const never = new Date(0).toISOString();
const version = (id: string) => ({
  id,
  number: 1,
  metadata: { created_on: never, modified_on: "", ...author },
  annotations: {},
  resources: { bindings: [], script: {}, script_runtime: {} },
});
const deployment = (id: string) => ({
  id,
  ...author,
  strategy: "percentage",
  created_on: never,
  versions: [{ version_id: id, percentage: 100 }],
});
const notPublic = { enabled: false, previews_enabled: false };

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Cloudflare = Awaited<ReturnType<typeof startCloudflare>>;

export const emptyWorker = (): Deployed => ({
  uploads: new Map(),
  secrets: new Map(),
  active: "",
  deployments: [],
  schedules: [],
  domains: [],
});

export async function typeCommand(
  { environment }: Cloudflare,
  [tool = "", ...words]: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; said: string }> {
  const options = { cwd, env: { ...process.env, ...environment, ...env } };
  const told = await promisify(execFile)(tool, words, options).catch(
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code: 0, ...told, said: told.stdout + told.stderr };
}

/** @param client - the static files. @param outbound - answers what the Workers ask of the open internet. */
export async function startCloudflare(
  client: string,
  outbound: (request: Request) => Promise<Response>,
) {
  const port = await freePort();
  const optionsOf = (workers: Json[]) =>
    convertV4MiniflareOptions({ host: "127.0.0.1", port, workers });
  const miniflare = new Miniflare(optionsOf([owner]));
  await miniflare.ready;

  const databases: { uuid: string; name: string; running_in_region: string }[] = [];
  const namespaces: { id: string; title: string }[] = [];
  /** What else the account holds: a page has twenty rows. */
  const others = Array.from({ length: 120 }, (_, at) => ({
    uuid: `other-${at}`,
    id: `other-${at}`,
    name: `other-${at}`,
    title: `other-${at}`,
  }));
  const pageOf = <Row>({ query: asked }: Call, rows: Row[]) => {
    const begin = (Number(asked.get("page") ?? 1) - 1) * 20;
    return rows.slice(begin, begin + 20);
  };
  const buckets: { name: string; creation_date: string; rules: Json[] }[] = [];
  const subscriptions = [{ rate_plan: { id: "workers_paid", public_name: "Workers Paid" } }];
  const workers = new Map<string, Deployed>();
  const records = new Map<string, string>();
  const zones = new Set(["sillage.test"]);
  /** What calls that begin so are answered with, as `GET d1`, so many times or always. */
  const refusals = new Map<
    string,
    [status: number, code: number, message: string, times?: number]
  >();
  const changes: string[] = [];

  const must = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`there is no ${what}`);
    return value;
  };
  const deployed = (name: string) => must(workers.get(name), name);
  const bucket = (name: string) =>
    must(
      buckets.find((one) => one.name === name),
      name,
    );
  const nearTaipei = (location: string) => {
    if (location !== "apac") throw new Error("a location is final");
  };

  async function query(id: string, sql: string) {
    const database: D1Like = await miniflare.getD1Database(id, owner.name);
    const answers = [];
    for (const statement of splitSqlQuery(sql)) {
      const { results } = await database.prepare(statement).all();
      const meta = { duration: 1, rows_read: 0, rows_written: 0 };
      answers.push({ success: true, results, meta });
    }
    return answers;
  }

  function running(name: string, { uploads, active, secrets }: Deployed) {
    const { metadata, script, timestamp } = must(uploads.get(active), `version of ${name}`);
    const of = (type: string, value: (binding: Json) => unknown) =>
      Object.fromEntries(
        metadata.bindings
          .filter((binding: Json) => binding.type === type)
          .map((binding: Json) => [binding.name, value(binding)]),
      );
    const files = {
      directory: client,
      binding: "ASSETS",
      assetConfig: { html_handling: "none", not_found_handling: "none" },
      routerConfig: { has_user_worker: true },
      run_worker_first: metadata.assets?.config?.run_worker_first ?? true,
    };
    const known = { id: active, tag: "", timestamp };
    return {
      name,
      compatibilityDate,
      modules: module(script),
      bindings: {
        ...Object.fromEntries(secrets),
        ...of("plain_text", ({ text }) => text),
        ...of("version_metadata", () => known),
      },
      d1Databases: of("d1", ({ id }) => id),
      kvNamespaces: of("kv_namespace", ({ namespace_id }) => namespace_id),
      r2Buckets: of("r2_bucket", ({ bucket_name }) => bucket(bucket_name).name),
      ratelimits: of("ratelimit", ({ simple, namespace_id }) => ({ simple, namespace_id })),
      serviceBindings: of("service", ({ service }) => service),
      outboundService: outbound,
      ...(metadata.assets && { assets: files }),
    };
  }

  async function restart(): Promise<void> {
    const all = [...workers].filter(([, { active }]) => active !== "");
    const options = all
      .map(([name, each]) => running(name, each))
      .sort((one) => (one.assets ? -1 : 1));
    await miniflare.setOptions(optionsOf([...options, owner]));
  }

  async function upload(name: string, form: Call["form"]): Promise<string> {
    const parts = await must(form ?? undefined, "upload");
    const metadata = JSON.parse(String(parts.get("metadata")));
    const script = await (parts.get(metadata.main_module) as Blob).text();
    const worker = workers.get(name) ?? emptyWorker();
    const isKept = metadata.keep_bindings?.includes("secret_text") === true;
    const secrets = new Map(isKept ? worker.secrets : []);
    for (const { type, name: secret, text } of metadata.bindings)
      if (type === "secret_text") secrets.set(secret, text);
    const id = randomUUID();
    worker.uploads.set(id, { metadata, script, timestamp: new Date().toISOString(), secrets });
    workers.set(name, worker);
    return id;
  }

  async function activate(name: string, id: string): Promise<void> {
    deployed(name).secrets = must(deployed(name).uploads.get(id), `version ${id}`).secrets;
    deployed(name).active = id;
    deployed(name).deployments.push(id);
    await restart();
  }

  /** A star is one part of the path, and is told to what answers. */
  const routes: Record<string, (call: Call, name: string, id: string) => unknown> = {
    "GET /zones": ({ query: asked }) =>
      [...zones].filter((name) => name === asked.get("name")).map((name) => ({ id: "zone", name })),
    "GET /zones/*/dns_records": ({ query: asked }) => {
      const [type, content] = records.get(asked.get("name") ?? "")?.split(" ") ?? [];
      return type === undefined ? [] : [{ type, content }];
    },
    "GET workers/domains": ({ query: asked }) =>
      [...workers].flatMap(([service, { domains }]) =>
        domains
          .filter((host) => host === asked.get("hostname") || service === asked.get("service"))
          .map((host) => ({ id: host.replaceAll(".", "-"), service })),
      ),
    "DELETE workers/domains/*": (_, id) => {
      for (const worker of workers.values())
        worker.domains = worker.domains.filter((host) => host.replaceAll(".", "-") !== id);
    },
    "DELETE workers/scripts/*": async (_, name) => {
      if (deployed(name).domains.length > 0) throw new Error("the fake keeps what has a domain");
      if (deployed(name).schedules.length > 0)
        throw new Error("the fake keeps what has a schedule");
      workers.delete(name);
      await restart();
      return null;
    },
    "GET subscriptions": () => subscriptions,
    "GET storage/kv/namespaces/*/keys": () => [],
    "GET d1/database": (call) => pageOf(call, [...others, ...databases]),
    "POST d1/database": ({ json: { name, primary_location_hint } }) => {
      nearTaipei(primary_location_hint);
      const uuid = must(spareDatabases[databases.length], "database to give away");
      if (databases.some((one) => one.name === name))
        throw new Refusal(7502, `A database with the name ${name} already exists`);
      databases.push({ uuid, name, running_in_region: "APAC" });
      return databases.at(-1);
    },
    "GET d1/database/*": (_, id) => databases.find(({ uuid }) => uuid === id),
    "GET d1/database/*/time_travel/bookmark": () => ({ bookmark: "bookmark" }),
    "POST d1/database/*/time_travel/restore": () => ({ bookmark: "bookmark" }),
    // As if it had taken the same file before: wrangler then uploads nothing.
    "POST d1/database/*/import": () => ({
      success: true,
      messages: [],
      status: "complete",
      result: {
        num_queries: 1,
        final_bookmark: "bookmark",
        meta: { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 },
      },
    }),
    "GET /user/tokens/verify": () => ({ id: "token", status: "active" }),
    "GET /user": () => ({ email: "owner@sillage.test" }),
    "GET /memberships": () => [],
    "GET /accounts": () => [{ id: account, name: "an account" }],
    "POST workers/scripts/*/tails": () => ({
      id: "tail",
      url: "ws://127.0.0.1:9",
      expires_at: never,
    }),
    "POST d1/database/*/query": ({ json }, id) => query(id, json.sql),
    "GET storage/kv/namespaces": (call) => pageOf(call, [...others, ...namespaces]),
    "POST storage/kv/namespaces": ({ json: { title } }) => {
      const id = must(spareNamespaces[namespaces.length], "namespace to give away");
      namespaces.push({ id, title });
      return { id, title };
    },
    "PUT storage/kv/namespaces/*/bulk": async ({ json }, id) => {
      const namespace = await miniflare.getKVNamespace(id, owner.name);
      for (const { key, value } of json) await namespace.put(key, value);
      return { successful_key_count: json.length, unsuccessful_keys: [] };
    },
    "POST r2/buckets": ({ json: { name, locationHint } }) => {
      nearTaipei(locationHint);
      const rules = [{ id: "Default Multipart Abort Rule", enabled: true }];
      buckets.push({ name, creation_date: never, rules });
      return bucket(name);
    },
    "GET r2/buckets/*": (_, name) => bucket(name),
    "GET r2/buckets/*/lifecycle": (_, name) => ({ rules: bucket(name).rules }),
    "PUT r2/buckets/*/lifecycle": ({ json: { rules } }, name) => {
      bucket(name).rules = rules;
      return {};
    },
    "POST workers/scripts/*/assets-upload-session": () => ({ jwt: "a.b.c", buckets: [] }),
    "PUT workers/scripts/*": async ({ form }, name) => {
      const id = await upload(name, form);
      await activate(name, id);
      return { id: name, deployment_id: id.replaceAll("-", ""), startup_time_ms: 1 };
    },
    "PUT workers/scripts/*/schedules": ({ json }, name) => {
      deployed(name).schedules = json.map(({ cron }: Json) => cron);
      return { schedules: json };
    },
    "PUT workers/scripts/*/domains/records": ({ json: { origins } }, name) => {
      deployed(name).domains = origins.map(({ hostname }: Json) => hostname);
      return origins;
    },
    "GET workers/services/*": () => ({ default_environment: { script: {} } }),
    "GET workers/workers/*": () => ({ subdomain: notPublic }),
    "GET workers/scripts/*/settings": () => ({ bindings: [] }),
    "GET workers/scripts/*/subdomain": () => notPublic,
    "POST workers/scripts/*/subdomain": () => notPublic,
    "GET workers/scripts/*/secrets": (_, name) =>
      [...deployed(name).secrets.keys()].map((secret) => ({ name: secret })),
    "PATCH workers/scripts/*/secrets-bulk": async ({ json }, name) => {
      const worker = deployed(name);
      const secrets = new Map(worker.secrets);
      for (const [secret, value] of Object.entries<Json>(json.secrets))
        if (value !== null) secrets.set(secret, value.text);
        else if (!secrets.delete(secret)) throw new Error(`there is no ${secret}`);
      worker.secrets = secrets;
      const present = worker.uploads.get(worker.active);
      if (present === undefined) return {};
      const id = randomUUID();
      worker.uploads.set(id, { ...present, secrets, isKey: true });
      await activate(name, id);
      return {};
    },
    "GET workers/scripts/*/schedules": () => ({ schedules: [] }),
    "GET workers/scripts/*/deployments": (_, name) => ({
      deployments: deployed(name)
        .deployments.map((id, at) => ({
          ...deployment(id),
          annotations: deployed(name).uploads.get(id)?.isKey && {
            "workers/triggered_by": "secret",
          },
          created_on: new Date(at).toISOString(),
        }))
        .toReversed()
        .slice(0, 10),
    }),
    "POST workers/scripts/*/deployments": async ({ json }, name) => {
      await activate(name, json.versions[0].version_id);
      return deployment(deployed(name).active);
    },
    "POST workers/scripts/*/versions": async ({ form }, name) => {
      const id = await upload(name, form);
      return { ...version(id), startup_time_ms: 1, metadata: { has_preview: false } };
    },
    "GET workers/scripts/*/versions/*": (_, _name, id) => version(id),
    "GET workers/scripts/*/script-settings": () => ({ tags: [] }),
    "PATCH workers/scripts/*/script-settings": () => ({ tags: [] }),
    "POST workers/scripts/*/domains/changeset": () => ({
      added: [],
      removed: [],
      updated: [],
      conflicting: [],
    }),
  };
  const patterns = Object.entries(routes).map(
    ([path, answer]) => [new RegExp(`^${path.replaceAll("*", "([\\w-]+)")}$`), answer] as const,
  );

  async function answerTo(call: Call): Promise<{ status: number; body: object }> {
    const refused = (status: number, code: number, message: string) => ({
      status,
      body: { success: false, errors: [{ code, message }], messages: [], result: null },
    });
    const [, about = ""] =
      /^(?:GET|POST|PATCH) workers\/\w+\/([\w-]+)(?!.*assets-upload)/.exec(call.what) ?? [];
    if (about !== "" && !workers.has(about))
      return refused(404, 10007, "This Worker does not exist on your account.");
    const [begin = "", refusal] =
      [...refusals].find(([beginning]) => call.what.startsWith(beginning)) ?? [];
    if (refusal !== undefined) {
      const [status, code, message, times = Infinity] = refusal;
      if (times === 1) refusals.delete(begin);
      else refusals.set(begin, [status, code, message, times - 1]);
      return refused(status, code, message);
    }
    const [, sought] = /^GET r2\/buckets\/([^/]+)\/lifecycle$/.exec(call.what) ?? [];
    if (sought !== undefined && !buckets.some(({ name }) => name === sought))
      return refused(404, 10006, "The specified bucket does not exist.");
    if (/^GET r2\/buckets\/[^/]+\/objects\//.test(call.what))
      return refused(404, 10007, "The specified key does not exist.");
    const found = patterns.find(([pattern]) => pattern.test(call.what));
    if (found === undefined) return refused(404, 7003, `the fake does not know ${call.what}`);
    const [, name = "", id = ""] = found[0].exec(call.what) ?? [];
    try {
      const result = await found[1](call, name, id);
      return { status: 200, body: { success: true, errors: [], messages: [], result } };
    } catch (error) {
      if (error instanceof Refusal) return refused(400, error.code, error.message);
      return refused(500, 1, String(error));
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://api");
    const what = `${request.method} ${pathname.replace(`/accounts/${account}/`, "")}`;
    const type = request.headers["content-type"] ?? "";
    const bytes = new Uint8Array(Buffer.concat(chunks));
    const isForm = type.startsWith("multipart");
    const text = isForm ? "" : Buffer.from(bytes).toString();
    const isRead = what.startsWith("GET") || /"sql":"SELECT|^SHOW/.test(text);
    if (!isRead) changes.push(what);
    const { status, body } = await answerTo({
      what,
      query: searchParams,
      json: /^\s*[[{"]/.test(text) ? JSON.parse(text) : null,
      form: isForm ? new Response(bytes, { headers: { "Content-Type": type } }).formData() : null,
    });
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }
  /** A minute of Cloudflare's is a second here; one that an upload cuts off runs again with the next. */
  const minutes = setInterval(() => {
    for (const [name, { active, schedules }] of workers)
      if (active !== "" && schedules.length > 0)
        void miniflare
          .getWorker(name)
          .then((worker) => worker.scheduled({ cron: schedules[0] ?? "" }))
          .catch(() => undefined);
  }, 1_000);
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port: apiPort } = server.address() as AddressInfo;

  return {
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${apiPort}`,
      CLOUDFLARE_API_TOKEN: "token-of-a-test",
      CLOUDFLARE_ACCOUNT_ID: account,
    },
    address: `http://127.0.0.1:${port}`,
    changes,
    records,
    zones,
    refusals,
    subscriptions,
    workers,
    databases,
    namespaces,
    buckets,
    deployed,
    query,
    async close() {
      clearInterval(minutes);
      server.closeAllConnections();
      server.close();
      await miniflare.dispose();
    },
  };
}
