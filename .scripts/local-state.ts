// The databases and the content of this machine, where Vite and wrangler keep them as well. One workerd opens them all: several
// at a time get in each other's way (SQLITE_BUSY), and each costs seconds to start.
import { dirname, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig as readConfig } from "wrangler";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

const shopConfig = "wrangler.toml";
const configs = [
  shopConfig,
  "worker/stand-ins/upstream/wrangler.toml",
  "worker/stand-ins/cashier/wrangler.toml",
];

/** As wrangler's `--persist-to` names it. */
export const stateFolder = ".wrangler/state";

export type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;
type Content = Awaited<ReturnType<Miniflare["getKVNamespace"]>>;

export interface LocalState {
  shopDatabase: Database;
  /** Each Worker's database and the folder of its migrations. */
  databases: { database: Database; migrations: string }[];
  content: Content;
}

interface DatabaseConfig {
  binding: string;
  database_id?: string;
  migrations_dir?: string;
}

interface NamespaceConfig {
  binding: string;
  id?: string;
}

/** Opens the state for the time of `work`. */
export async function withLocalState<Result>(
  work: (state: LocalState) => Promise<Result>,
  folder = stateFolder,
): Promise<Result> {
  const described = configs.map(describe);
  const options = {
    script: "",
    modules: true,
    resourcePersistencePath: resolve(root, folder, "v3"),
    d1Databases: Object.fromEntries(described.map(({ config, id }) => [config, id])),
    kvNamespaces: { CONTENT: contentId() },
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  try {
    const databases = await Promise.all(
      described.map(async ({ config, migrations }) => ({
        database: await miniflare.getD1Database(config),
        migrations,
      })),
    );
    const state = {
      shopDatabase: await miniflare.getD1Database(shopConfig),
      databases,
      content: await miniflare.getKVNamespace("CONTENT"),
    };
    return await work(state);
  } finally {
    await miniflare.dispose();
  }
}

function describe(config: string) {
  const path = resolve(root, config);
  const database = find<DatabaseConfig>("DB", readConfig({ config: path }).d1_databases);
  if (database?.database_id === undefined || database.migrations_dir === undefined)
    throw new Error(`${config} has no database DB with an id and migrations`);
  return {
    config,
    id: database.database_id,
    migrations: resolve(dirname(path), database.migrations_dir),
  };
}

function contentId(): string {
  const namespace = find<NamespaceConfig>(
    "CONTENT",
    readConfig({ config: resolve(root, shopConfig) }).kv_namespaces,
  );
  if (namespace?.id === undefined)
    throw new Error(`${shopConfig} has no namespace CONTENT with an id`);
  return namespace.id;
}

function find<Binding extends { binding: string }>(
  name: string,
  bindings: readonly Binding[],
): Binding | undefined {
  return bindings.find(({ binding }) => binding === name);
}

// Reads the shop's database with plain SQL: this machine's, or the deployed one through wrangler.
interface Target {
  isRemote: boolean;
  /** Another local state than the usual one. */
  folder?: string;
}

/** The rows of each statement. The statements have no parameters. */
export function askShopDatabase<Row>(
  statements: readonly string[],
  { isRemote, folder }: Target,
): Promise<Row[][]> {
  if (isRemote) return askDeployed(statements);
  return withLocalState(async ({ shopDatabase }) => {
    const found = await shopDatabase.batch<Row>(
      statements.map((statement) => shopDatabase.prepare(statement)),
    );
    return found.map(({ results }) => results);
  }, folder);
}

async function askDeployed<Row>(statements: readonly string[]): Promise<Row[][]> {
  const target = ["--remote", "--config", "worker/wrangler.api.toml"];
  const command = `${statements.join(";\n")};`;
  const output = await run(
    "wrangler",
    ["d1", "execute", "DB", "--json", "--yes", "--command", command, ...target],
    {
      env: { CI: "1" },
    },
  );
  const found: { results: Row[] }[] = JSON.parse(output.slice(output.indexOf("[")));
  return found.map(({ results }) => results);
}
