// The whole shop in workerd for black-box tests: the edge Worker, the reference upstream and the stand-in cashier,
// each with its own empty database. With SHOP_BUILD set, the production build in that folder is what runs.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { checkedEntries } from "../../.scripts/content-entries.ts";
import { bundleOf, standIn } from "./bundles.ts";
import { root } from "./repository.ts";
import { startWorkers, type Around, type WorkerInput } from "./workers.ts";

interface ShopOptions {
  vars?: Record<string, string>;
  secrets?: Record<string, string>;
  upstreamVars?: Record<string, string>;
  /** What the reference upstream accepts where it is not the shop's own. */
  upstreamServiceToken?: string;
  /** The folder of its production build; SHOP_BUILD unless named. */
  build?: string;
  main?: string;
  /** Around the shop's Worker; it and the upstream can then be reached directly. */
  around?: Around;
  outbound?: NonNullable<WorkerInput["outbound"]>;
  beside?: WorkerInput[];
  /** What the numbers of the first filter are multiplied with; 1 counts as deployed. */
  ratesTimes?: number;
  /** As deployed: pages by one Worker, which has no secret, and the API by another. */
  hasPlacedApi?: boolean;
  /** The folder of its databases where they outlive it; made by whoever starts it first. */
  kept?: string;
}

export interface Shop {
  url: URL;
  directUrl(worker: string, name: string): Promise<URL>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  db: D1Like;
  upstreamDb: D1Like;
  cashierDb: D1Like;
  content: Pick<KVNamespace, "put" | "delete" | "get">;
  /** Copies of the books, where the shop has BACKUP_PUBLIC_KEY. */
  backups: Pick<R2Bucket, "put" | "delete" | "get">;
  serviceToken: string;
  runSchedule(): Promise<void>;
  logs(): string[];
  close(): Promise<void>;
}

/** What tests use of a D1 binding. */
export type D1Like = Pick<D1Database, "prepare">;

/** All tests send from one address. */
const beyondTests = 1000;
const secret = () => randomBytes(32).toString("base64url");

export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const serviceToken = options.upstreamServiceToken ?? secret();
  const secrets = {
    SESSION_SECRET: secret(),
    UPSTREAM_TOKEN_KEY: secret(),
    PAYMENT_RESULT_SECRET: secret(),
    UPSTREAM_SERVICE_TOKEN: serviceToken,
    ...options.secrets,
  };
  const { around, outbound } = options;
  const shop = {
    ...(await shopWorker({ ...options.vars, ...secrets }, options)),
    ...(around && { around }),
    ...(outbound && { outbound }),
    ratesTimes: options.ratesTimes ?? beyondTests,
  };
  const isNew = options.kept === undefined || !existsSync(options.kept);
  const workers = [
    ...(options.hasPlacedApi === true ? placed(shop, options.vars) : [shop]),
    {
      ...(await upstreamWorker(serviceToken, options.upstreamVars)),
      ...(around && { around: { ...drained, direct: "default" } }),
    },
    await standInWorker("cashier"),
    ...(options.beside ?? []),
  ];
  const running = await startWorkers(workers, options.kept);
  const [shopEnv, upstreamEnv, cashierEnv] = await Promise.all([
    running.env<{ DB: D1Like; CONTENT: Shop["content"]; BACKUPS: Shop["backups"] }>("sillage"),
    running.env<{ DB: D1Like }>("sillage-reference-upstream"),
    running.env<{ DB: D1Like }>("sillage-stand-in-cashier"),
  ]);
  if (isNew) {
    await migrate("shop", shopEnv.DB);
    await migrate("reference-upstream", upstreamEnv.DB);
    await migrate("stand-in-cashier", cashierEnv.DB);
  }
  const entries = await checkedEntries();
  await Promise.all(entries.map(({ key, value }) => shopEnv.CONTENT.put(key, value)));
  return {
    url: running.url,
    directUrl: running.directUrl,
    fetch: (path, init) => fetch(new URL(path, running.url), { redirect: "manual", ...init }),
    db: shopEnv.DB,
    upstreamDb: upstreamEnv.DB,
    cashierDb: cashierEnv.DB,
    content: shopEnv.CONTENT,
    backups: shopEnv.BACKUPS,
    serviceToken,
    runSchedule: () =>
      running.runSchedule(options.hasPlacedApi === true ? apiName : "sillage", "* * * * *"),
    logs: running.logs,
    close: running.close,
  };
}

export type UpstreamAlone = Awaited<ReturnType<typeof startUpstream>>;

export async function startUpstream(vars: Record<string, string> = {}) {
  const serviceToken = secret();
  const running = await startWorkers([await upstreamWorker(serviceToken, vars)]);
  const { DB: db } = await running.env<{ DB: D1Like }>("sillage-reference-upstream");
  await migrate("reference-upstream", db);
  return {
    fetch: (path: string, init?: RequestInit) =>
      fetch(new URL(path, running.url), { redirect: "manual", ...init }),
    db,
    serviceToken,
    runSchedule: () => running.runSchedule("sillage-reference-upstream", "*/5 * * * *"),
    close: running.close,
  };
}

/** The production build with the stand-ins bound to it; without a build, the Worker's source and a bare page. */
async function shopWorker(
  bindings: Record<string, string>,
  { main: entry, build: named = process.env.SHOP_BUILD }: ShopOptions,
): Promise<WorkerInput> {
  const build = entry === undefined ? named : undefined;
  return {
    config: "wrangler.toml",
    ...(build === undefined
      ? { script: await bundleOf(entry ?? "worker/index.ts"), around: drained }
      : { script: resolve(root, build, "sillage/index.js") }),
    bindings,
    services: { UPSTREAM: "sillage-reference-upstream", CASHIER: "sillage-stand-in-cashier" },
    assets: resolve(root, build === undefined ? "tests/fixtures/client" : `${build}/client`),
  };
}

const apiName = "sillage-api";

function placed(shop: WorkerInput, vars: Record<string, string> = {}): WorkerInput[] {
  const api = { ...shop, name: apiName, assets: null };
  return [{ ...shop, bindings: vars, services: { ...shop.services, API: apiName } }, api];
}

/** One call a database; a statement at a time, as wrangler does it, takes ten times as long. */
async function migrate(name: string, database: D1Like): Promise<void> {
  const folder = resolve(root, "migrations", name);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const sql = files.sort().map((file) => readFileSync(resolve(folder, file), "utf8"));
  await database.prepare(sql.join("\n")).run();
}

/** As wrangler does in local mode: a client refused unread would otherwise wait for its body to be taken. */
const drained: Around = {
  modules: {
    "drained.js": `
import worker from "./index.js";
async function fetch(request, env, context) {
  try {
    return await worker.fetch(request, env, context);
  } finally {
    if (request.body !== null && !request.bodyUsed) await request.body.pipeTo(new WritableStream());
  }
}
export default { ...worker, fetch };
`,
  },
};

/** Hashing a password at its real cost takes a quarter of a second; here it takes none unless a test asks for it. */
const quickHashing = { PASSWORD_HASH_COST: "1" };

function upstreamWorker(serviceToken: string, vars: Record<string, string> = {}) {
  return standInWorker("upstream", {
    ...quickHashing,
    ...vars,
    UPSTREAM_SERVICE_TOKEN: serviceToken,
  });
}

async function standInWorker(name: string, bindings: Record<string, string> = {}) {
  const config = `worker/stand-ins/${name}/wrangler.toml`;
  return { config, script: await bundleOf(standIn(name)), bindings, around: drained };
}

export const staging = {
  ECPAY_ENVIRONMENT: "stage",
  PUBLIC_ORIGIN: "https://shop.example",
  ALLOW_STAGE_ON: "shop.example",
};
