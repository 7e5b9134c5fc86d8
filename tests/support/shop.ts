/**
 * The whole shop in workerd for black-box tests: the edge Worker, the reference upstream and the stand-in cashier,
 * each with its own empty database. With SHOP_BUILD set, the production build in that folder is what runs.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { createTestHarness, unstable_readConfig, type TestHarness } from "wrangler";
import { checkedEntries } from "../../.scripts/content-entries.ts";
import { bundleOf } from "./stand-ins.ts";

type Harnessed = Parameters<typeof createTestHarness>[0] extends (infer Options) | undefined
  ? NonNullable<Options>
  : never;
type WorkerInput = Harnessed extends { workers: (infer Input)[] } ? Input : never;

interface ShopOptions {
  vars?: Record<string, string>;
  secrets?: Record<string, string>;
  /** Of the reference upstream. */
  upstreamVars?: Record<string, string>;
  /** Another entry of the shop's Worker; it runs from its source. */
  main?: string;
}

export interface Shop {
  url: URL;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  db: D1Like;
  upstreamDb: D1Like;
  cashierDb: D1Like;
  content: {
    put(key: string, value: string): Promise<void>;
    delete(key: string): Promise<void>;
    get(key: string): Promise<string | null>;
  };
  serviceToken: string;
  /** Runs the shop's schedule once, as the cron trigger does every minute. */
  runSchedule(): Promise<void>;
  runUpstreamSchedule(): Promise<void>;
  logs(): string[];
  close(): Promise<void>;
}

/** What tests use of a D1 binding. */
export interface D1Like {
  prepare(sql: string): D1StatementLike;
}
interface D1StatementLike {
  bind(...values: unknown[]): D1StatementLike;
  all<Row = Record<string, unknown>>(): Promise<{ results: Row[] }>;
  first<Row = Record<string, unknown>>(): Promise<Row | null>;
  run(): Promise<unknown>;
}

export const root = resolve(import.meta.dirname, "../..");
const secret = () => randomBytes(32).toString("base64url");

export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const serviceToken = secret();
  const secrets = {
    SESSION_SECRET: secret(),
    UPSTREAM_TOKEN_KEY: secret(),
    PAYMENT_RESULT_SECRET: secret(),
    UPSTREAM_SERVICE_TOKEN: serviceToken,
    ...options.secrets,
  };
  const harness = createTestHarness({
    root,
    workers: [
      shopWorker(options.vars ?? {}, secrets, options.main),
      upstreamWorker(serviceToken, options.upstreamVars),
      cashierWorker(),
    ],
  });
  const { url } = await harness.listen();
  const shop = harness.getWorker("sillage");
  const upstream = harness.getWorker("sillage-reference-upstream");
  const cashier = harness.getWorker("sillage-stand-in-cashier");
  const [shopEnv, upstreamEnv, cashierEnv] = await Promise.all([
    shop.getEnv(),
    upstream.getEnv(),
    cashier.getEnv(),
  ]);
  await migrate("shop", shopEnv.DB);
  await migrate("reference-upstream", upstreamEnv.DB);
  await migrate("stand-in-cashier", cashierEnv.DB);
  const entries = await checkedEntries();
  await Promise.all(
    entries.map(({ key, value }: { key: string; value: string }) =>
      shopEnv.CONTENT.put(key, value),
    ),
  );
  return {
    url,
    fetch: (path, init) => fetch(new URL(path, url), { redirect: "manual", ...init }),
    db: shopEnv.DB,
    upstreamDb: upstreamEnv.DB,
    cashierDb: cashierEnv.DB,
    content: shopEnv.CONTENT,
    serviceToken,
    runSchedule: async () =>
      void (await shop.scheduled({ cron: "* * * * *", scheduledTime: new Date() })),
    runUpstreamSchedule: async () =>
      void (await upstream.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() })),
    logs: () => harness.getLogs().map((entry) => entry.message),
    close: () => harness.close(),
  };
}

export interface UpstreamAlone {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  db: D1Like;
  serviceToken: string;
  runSchedule(): Promise<void>;
  close(): Promise<void>;
}

/** The reference upstream by itself. */
export async function startUpstream(vars: Record<string, string> = {}): Promise<UpstreamAlone> {
  const serviceToken = secret();
  const harness: TestHarness = createTestHarness({
    root,
    workers: [upstreamWorker(serviceToken, vars)],
  });
  const { url } = await harness.listen();
  const upstream = harness.getWorker("sillage-reference-upstream");
  const env = await upstream.getEnv();
  await migrate("reference-upstream", env.DB);
  return {
    fetch: (path, init) => fetch(new URL(path, url), { redirect: "manual", ...init }),
    db: env.DB,
    serviceToken,
    runSchedule: async () =>
      void (await upstream.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() })),
    close: () => harness.close(),
  };
}

/** The production build with the stand-ins bound to it; without a build, the Worker's source and a bare page. */
export function shopWorker(
  vars: Record<string, string>,
  secrets: Record<string, string>,
  entry?: string,
): WorkerInput {
  const build = entry === undefined ? process.env.SHOP_BUILD : undefined;
  const local = JSON.parse(
    JSON.stringify(unstable_readConfig({ config: resolve(root, "wrangler.toml") })),
  );
  const config =
    build === undefined
      ? local
      : JSON.parse(readFileSync(resolve(root, build, "sillage/wrangler.json"), "utf8"));
  return {
    config: {
      name: config.name,
      main:
        build === undefined
          ? resolve(root, entry ?? "worker/index.ts")
          : resolve(root, build, "sillage", config.main),
      compatibility_date: config.compatibility_date,
      rules: build === undefined ? [] : config.rules,
      no_bundle: build !== undefined,
      assets: {
        ...config.assets,
        directory: resolve(root, build === undefined ? "tests/fixtures/client" : `${build}/client`),
      },
      d1_databases: config.d1_databases.map((database: object) => ({
        ...database,
        migrations_dir: resolve(root, "migrations/shop"),
      })),
      kv_namespaces: config.kv_namespaces,
      services: local.services,
      vars: { ...local.vars, ...vars },
    },
    // As secrets they win over a developer's .dev.vars, which plain vars do not.
    secrets,
  };
}

/** One call a database; a statement at a time, as wrangler does it, takes ten times as long. That both end alike has a test. */
async function migrate(name: string, database: D1Like): Promise<void> {
  const folder = resolve(root, "migrations", name);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const sql = files.sort().map((file) => readFileSync(resolve(folder, file), "utf8"));
  await database.prepare(sql.join("\n")).run();
}

/** Hashing a password at its real cost takes a quarter of a second; here it takes none unless a test asks for it. */
const quickHashing = { PASSWORD_HASH_COST: "1" };

export function upstreamWorker(
  serviceToken: string,
  vars: Record<string, string> = {},
): WorkerInput {
  return {
    ...standIn("upstream"),
    vars: { ...quickHashing, ...vars },
    secrets: { UPSTREAM_SERVICE_TOKEN: serviceToken },
  };
}

export function cashierWorker(): WorkerInput {
  return standIn("cashier");
}

function standIn(name: "upstream" | "cashier") {
  const bundle = bundleOf(name);
  const configPath = `worker/stand-ins/${name}/wrangler.toml`;
  return bundle === null ? { configPath } : { configPath, prebuiltWorkerDir: bundle };
}
