/**
 * Shop, reference upstream and stand-in cashier as processes of their own, with their databases on disk, so that they can be killed
 * with signal 9 in the middle of anything and started again over what is left.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import type { Hostility } from "./hostile.ts";
import { stageKeys, merchantId } from "./payments.ts";
import { rateCounters } from "./rate-counters.ts";

export interface KillableShop {
  url: URL;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  sql<Row>(
    database: "shop" | "upstream" | "cashier",
    sql: string,
    ...values: unknown[]
  ): Promise<Row[]>;
  beHostile(hostility: Hostility): Promise<void>;
  /** Signal 9 to every process of it. Resolves when they are gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills it and removes what it kept. */
  end(): Promise<void>;
}

const root = resolve(import.meta.dirname, "../..");
const startsWithinMs = 120_000;

export async function startKillableShop(): Promise<KillableShop> {
  const folder = join(root, "node_modules/.cache", `killable-${randomBytes(6).toString("hex")}`);
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}`);
  const configs = writeConfigs(folder, url);
  let running: ChildProcess | null = null;

  const post = (path: string, body: unknown) =>
    fetch(new URL(path, url), { method: "POST", body: JSON.stringify(body) });
  const shop: KillableShop = {
    url,
    fetch: (path, init) => fetch(new URL(path, url), { redirect: "manual", ...init }),
    sql: async (database, sql, ...values) => {
      const response = await post("/hostile/sql", { database, sql, values });
      if (!response.ok) throw new Error(`${response.status} ${sql}`);
      return response.json();
    },
    beHostile: async (hostility) => void (await post("/hostile", hostility)),
    kill: async () => {
      const killed = running;
      running = null;
      if (killed?.pid === undefined) return;
      const gone = new Promise((done) => killed.once("close", done));
      process.kill(-killed.pid, "SIGKILL");
      await gone;
    },
    start: async () => {
      running = launch(folder, configs, port);
      await answers(url, running);
    },
    end: async () => {
      await shop.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await shop.start();
  await migrate(shop);
  return shop;
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null
          ? done(address.port)
          : failed(new Error("no port")),
      );
    });
  });
}

function writeConfigs(folder: string, url: URL): string[] {
  const local = unstable_readConfig({ config: resolve(root, "wrangler.toml") });
  const secret = () => randomBytes(32).toString("base64url");
  const serviceToken = secret();
  const database = (binding: string, last: number) => ({
    binding,
    database_name: binding,
    database_id: `00000000-0000-4000-8000-00000000000${last}`,
  });
  const configs = {
    shop: {
      name: "killable-shop",
      main: join(root, "tests/support/hostile-shop.mjs"),
      compatibility_date: "2026-10-01",
      assets: {
        directory: join(root, "tests/fixtures/client"),
        binding: "ASSETS",
        run_worker_first: true,
      },
      d1_databases: [database("DB", 1), database("UPSTREAM_DB", 3), database("CASHIER_DB", 4)],
      queues: local.queues,
      // Thousands of messages come from one address.
      ratelimits: rateCounters("wrangler.toml", 1000),
      kv_namespaces: [{ binding: "CONTENT", id: "00000000000040008000000000000002" }],
      services: [
        { binding: "UPSTREAM", service: "killable-upstream" },
        { binding: "CASHIER", service: "killable-cashier" },
      ],
      vars: {
        ...local.vars,
        ECPAY_ENVIRONMENT: "stand-in",
        ECPAY_MERCHANT_ID: merchantId,
        ECPAY_HASH_KEY: stageKeys.hashKey,
        ECPAY_HASH_IV: stageKeys.hashIv,
        PUBLIC_ORIGIN: url.origin,
        ALLOWED_ORIGINS: "",
        SESSION_SECRET: secret(),
        UPSTREAM_TOKEN_KEY: secret(),
        PAYMENT_RESULT_SECRET: secret(),
        UPSTREAM_SERVICE_TOKEN: serviceToken,
      },
    },
    upstream: {
      name: "killable-upstream",
      main: join(root, "worker/stand-ins/upstream/index.ts"),
      compatibility_date: "2026-10-01",
      d1_databases: [database("DB", 3)],
      vars: { UPSTREAM_SERVICE_TOKEN: serviceToken },
    },
    cashier: {
      name: "killable-cashier",
      main: join(root, "worker/stand-ins/cashier/index.ts"),
      compatibility_date: "2026-10-01",
      d1_databases: [database("DB", 4)],
      vars: {
        ECPAY_MERCHANT_ID: merchantId,
        ECPAY_HASH_KEY: stageKeys.hashKey,
        ECPAY_HASH_IV: stageKeys.hashIv,
      },
    },
  };
  return Object.entries(configs).map(([name, config]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(config));
    return file;
  });
}

/** A process group of its own, since wrangler's workerd is a grandchild. */
function launch(folder: string, configs: string[], port: number): ChildProcess {
  const args = [
    join(root, "node_modules/wrangler/bin/wrangler.js"),
    "dev",
    ...configs.flatMap((config) => ["-c", config]),
  ];
  const options = [
    "--persist-to",
    join(folder, "state"),
    "--port",
    String(port),
    "--ip",
    "127.0.0.1",
    "--log-level",
    "none",
  ];
  return spawn(
    process.execPath,
    [...args, ...options, "--show-interactive-dev-session=false", "--inspector-port", "0"],
    {
      cwd: folder,
      detached: true,
      stdio: "ignore",
      env: {
        ...process.env,
        CI: "1",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_SEND_METRICS: "false",
      },
    },
  );
}

async function answers(url: URL, running: ChildProcess): Promise<void> {
  const until = Date.now() + startsWithinMs;
  let last: unknown;
  while (Date.now() < until && running.exitCode === null) {
    try {
      // The runtime answers by itself before the Worker is there.
      if ((await fetch(new URL("/hostile", url), { method: "POST", body: "{}" })).ok) return;
    } catch (error) {
      last = error;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`the shop did not start (exit code ${running.exitCode})`, { cause: last });
}

async function migrate(shop: KillableShop): Promise<void> {
  for (const [database, name] of [
    ["shop", "shop"],
    ["upstream", "reference-upstream"],
    ["cashier", "stand-in-cashier"],
  ] as const) {
    const folder = join(root, "migrations", name);
    for (const file of readdirSync(folder)
      .filter((entry) => entry.endsWith(".sql"))
      .sort()) {
      for (const sql of readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint"))
        await shop.sql(database, sql);
    }
  }
}
