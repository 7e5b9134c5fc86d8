/**
 * Cloudflare's API as far as `npm run deploy` uses it, over loopback: what is uploaded runs, with its bindings, in workerd. Answers have
 * the shape that wrangler reads; anything else is refused, so that a new call of wrangler fails the tests.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DeployedWorkers, type Outbound, type Upload } from "./deployed-workers.ts";

export interface Cloudflare {
  /** For the environment of wrangler. */
  environment: Record<string, string>;
  /** Every call that changes something, as `PUT scripts/sillage`. */
  changes: string[];
  workers: DeployedWorkers;
  close(): Promise<void>;
}

interface Call {
  /** `GET d1/database`, below the account. */
  what: string;
  body: Buffer;
  type: string;
  /** Of a list; wrangler asks on until one is empty. */
  page: number;
  /** Of a list that is asked for some of its names. */
  names: string[];
}
type Answer = { result: unknown } | { status: number; code: number; message: string };
const absent: Answer = {
  status: 404,
  code: 10007,
  message: "This Worker does not exist on your account.",
};

export async function startCloudflare(client: string, outbound: Outbound): Promise<Cloudflare> {
  const workers = await DeployedWorkers.start(client, outbound);
  const changes: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://api");
    const what = `${request.method} ${pathname.replace(/^\/accounts\/test-account\//, "")}`;
    if (!/^GET|\/query$/.test(what)) changes.push(what);
    const body = Buffer.concat(chunks);
    const type = request.headers["content-type"] ?? "";
    const page = Number(searchParams.get("page") ?? 1);
    const names = searchParams.getAll("name");
    const answer = await answerTo(workers, { what, body, type, page, names }).catch(
      (error: unknown) => ({
        status: 500,
        code: 1,
        message: String(error),
      }),
    );
    response.writeHead("status" in answer ? answer.status : 200, {
      "Content-Type": "application/json",
    });
    const isGood = "result" in answer;
    const errors = isGood ? [] : [{ code: answer.code, message: answer.message }];
    const result = isGood ? answer.result : null;
    response.end(JSON.stringify({ success: isGood, errors, messages: [], result }));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
      CLOUDFLARE_API_TOKEN: "token-of-a-test",
      CLOUDFLARE_ACCOUNT_ID: "test-account",
    },
    changes,
    workers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await workers.close();
    },
  };
}

type Route = readonly [
  RegExp,
  (workers: DeployedWorkers, call: Call, name: string) => unknown | Promise<unknown>,
];

const routes: Route[] = [
  [/^GET d1\/database$/, (workers, { page }) => (page > 1 ? [] : workers.databases())],
  [/^POST d1\/database$/, (workers, { body }) => workers.makeDatabase(parsed(body))],
  [
    /^GET d1\/database\/([\w-]+)$/,
    (workers, _call, id) => workers.databases().find(({ uuid }) => uuid === id),
  ],
  [
    /^POST d1\/database\/([\w-]+)\/query$/,
    (workers, { body }, id) => workers.query(id, parsed<{ sql: string }>(body).sql),
  ],
  [/^GET storage\/kv\/namespaces$/, (workers, { page }) => (page > 1 ? [] : workers.namespaces())],
  [
    /^POST storage\/kv\/namespaces$/,
    (workers, { body }) => workers.makeNamespace(parsed<{ title: string }>(body).title),
  ],
  [
    /^PUT storage\/kv\/namespaces\/(\w+)\/bulk$/,
    (workers, { body }, id) => workers.putAll(id, parsed(body)),
  ],
  [/^GET queues$/, (workers, { names }) => workers.queues(names)],
  [
    /^POST queues$/,
    (workers, { body }) => workers.makeQueue(parsed<{ queue_name: string }>(body).queue_name),
  ],
  [
    /^(?:POST|PUT) queues\/([\w-]+)\/consumers(?:\/[\w-]+)?$/,
    (workers, { body }, queue) => workers.setConsumer(queue, parsed(body)),
  ],
  [/^GET r2\/buckets$/, (workers) => ({ buckets: workers.buckets() })],
  [
    /^POST r2\/buckets$/,
    (workers, { body }) => workers.makeBucket(parsed<{ name: string; locationHint: string }>(body)),
  ],
  [/^GET r2\/buckets\/([\w-]+)$/, (workers, _call, name) => workers.bucket(name)],
  [
    /^PUT r2\/buckets\/([\w-]+)\/lifecycle$/,
    (workers, { body }, name) => workers.setLifecycle(name, parsed(body)),
  ],
  [
    /^POST workers\/scripts\/([\w-]+)\/assets-upload-session$/,
    () => ({ jwt: "a.b.c", buckets: [] }),
  ],
  [
    /^PUT workers\/scripts\/([\w-]+)$/,
    async (workers, { body, type }, name) => {
      const { id } = workers.upload(name, await uploadOf(body, type));
      await workers.activate(name, id);
      return { id: name, deployment_id: id.replaceAll("-", ""), startup_time_ms: 1 };
    },
  ],
  [
    /^PUT workers\/scripts\/([\w-]+)\/schedules$/,
    (workers, { body }, name) => workers.setSchedules(name, parsed(body)),
  ],
  [
    /^PUT workers\/scripts\/([\w-]+)\/domains\/records$/,
    (workers, { body }, name) => workers.setDomains(name, parsed(body)),
  ],
];

/** About a Worker that has to exist. */
const aboutWorkers: Route[] = [
  [/^GET workers\/services\/([\w-]+)$/, () => ({ default_environment: { script: {} } })],
  [
    /^GET workers\/workers\/([\w-]+)$/,
    () => ({ subdomain: { enabled: false, previews_enabled: false } }),
  ],
  [/^GET workers\/scripts\/([\w-]+)\/settings$/, () => ({ bindings: [] })],
  [
    /^GET workers\/scripts\/([\w-]+)\/subdomain$/,
    () => ({ enabled: false, previews_enabled: false }),
  ],
  [
    /^POST workers\/scripts\/([\w-]+)\/subdomain$/,
    () => ({ enabled: false, previews_enabled: false }),
  ],
  [
    /^GET workers\/scripts\/([\w-]+)\/secrets$/,
    (workers, _call, name) => workers.secretsOf(name).map((secret) => ({ name: secret })),
  ],
  [/^GET workers\/scripts\/([\w-]+)\/schedules$/, () => ({ schedules: [] })],
  [
    /^GET workers\/scripts\/([\w-]+)\/deployments$/,
    (workers, _call, name) => ({ deployments: [deployment(workers.activeOf(name))] }),
  ],
  [
    /^POST workers\/scripts\/([\w-]+)\/deployments$/,
    async (workers, { body }, name) => {
      const { versions } = parsed<{ versions: { version_id: string }[] }>(body);
      await workers.activate(name, versions[0]?.version_id ?? "");
      return deployment(workers.activeOf(name));
    },
  ],
  [
    /^POST workers\/scripts\/([\w-]+)\/versions$/,
    async (workers, { body, type }, name) => {
      const { id } = workers.upload(name, await uploadOf(body, type));
      return { ...version(id), startup_time_ms: 1, metadata: { has_preview: false } };
    },
  ],
  [/^(?:GET|PATCH) workers\/scripts\/([\w-]+)\/script-settings$/, () => ({ tags: [] })],
  [
    /^GET workers\/scripts\/([\w-]+)\/versions\/[\w-]+$/,
    (_workers, { what }) => version(what.split("/").at(-1) ?? ""),
  ],
  [/^POST workers\/scripts\/([\w-]+)\/domains\/changeset$/, () => changeset],
];

async function answerTo(workers: DeployedWorkers, call: Call): Promise<Answer> {
  for (const [pattern, answer] of [...routes, ...aboutWorkers]) {
    const match = pattern.exec(call.what);
    if (match === null) continue;
    const [, name = ""] = match;
    const isMissing = aboutWorkers.some(([one]) => one === pattern) && !workers.has(name);
    return isMissing ? absent : { result: await answer(workers, call, name) };
  }
  return { status: 404, code: 7003, message: `the fake does not know ${call.what}` };
}

function parsed<Value>(body: Buffer): Value {
  return JSON.parse(body.toString());
}

async function uploadOf(body: Buffer, type: string): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), {
    headers: { "Content-Type": type },
  }).formData();
  const metadata = JSON.parse(String(form.get("metadata")));
  const main = form.get(metadata.main_module);
  if (!(main instanceof Blob)) throw new Error("the upload has no main module");
  return { id: randomUUID(), metadata, script: await main.text() };
}

const changeset = { added: [], removed: [], updated: [], conflicting: [] };
const author = { author_email: "", author_id: "", source: "wrangler" };
const deployment = (id: string) => ({
  id,
  ...author,
  strategy: "percentage",
  created_on: new Date(0).toISOString(),
  versions: [{ version_id: id, percentage: 100 }],
});
const version = (id: string) => ({
  id,
  number: 1,
  metadata: { created_on: new Date(0).toISOString(), modified_on: "", ...author },
  annotations: {},
  resources: { bindings: [], script: {}, script_runtime: {} },
});
