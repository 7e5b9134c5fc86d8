// The databases and the content of this machine, where Vite and wrangler keep them as well. One
// workerd opens them all: several at a time get in each other's way (SQLITE_BUSY), and each costs
// seconds to start.
import { dirname, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig as readConfig } from "wrangler";
import { contentId, pagesFile } from "./deploy/plan.ts";
import { root } from "./installed.mjs";

const configs = [
  pagesFile,
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
    kvNamespaces: { CONTENT: contentId(configOf(pagesFile)) },
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
      shopDatabase: await miniflare.getD1Database(pagesFile),
      databases,
      content: await miniflare.getKVNamespace("CONTENT"),
    };
    return await work(state);
  } finally {
    await miniflare.dispose();
  }
}

const configOf = (file: string) =>
  readConfig({ config: resolve(root, file) }, { hideWarnings: true });

const isDatabase = ({ binding }: { binding: string }) => binding === "DB";

function describe(config: string) {
  const database = configOf(config).d1_databases.find(isDatabase);
  const { database_id: id, migrations_dir: folder } = database ?? {};
  if (id === undefined || folder === undefined)
    throw new Error(`${config} has no database DB with an id and migrations`);
  return { config, id, migrations: resolve(root, dirname(config), folder) };
}
