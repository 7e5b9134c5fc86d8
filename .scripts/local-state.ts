// The databases and the content of this machine, where Vite and wrangler keep them as well. One
// workerd opens them all: several at a time get in each other's way (SQLITE_BUSY), and each costs
// seconds to start.
import { dirname, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig as readConfig } from "wrangler";
import { contentId, pagesFile } from "./deploy/plan.ts";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

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

/** Which of the shop's databases a command of operators is about. */
export const databaseOptions = {
  remote: { type: "boolean" },
  "persist-to": { type: "string" },
} as const;
export const databaseHelp = `  --remote              the deployed database
  --persist-to FOLDER   another local state than ${stateFolder}`;

interface Target {
  remote?: boolean | undefined;
  "persist-to"?: string | undefined;
}

/** The rows of each statement. The statements have no parameters. */
export type AskDatabase = <Row>(statements: readonly string[]) => Promise<Row[][]>;

/** This machine's database, or the deployed one through wrangler. */
export function withShopDatabase<Result>(
  { remote: isRemote, "persist-to": folder }: Target,
  work: (ask: AskDatabase) => Promise<Result>,
): Promise<Result> {
  if (isRemote === true) return work(askDeployed);
  return withLocalState(
    ({ shopDatabase }) =>
      work(async <Row>(statements: readonly string[]) => {
        const prepared = statements.map((statement) => shopDatabase.prepare(statement));
        return (await shopDatabase.batch<Row>(prepared)).map(({ results }) => results);
      }),
    folder,
  );
}

async function askDeployed<Row>(statements: readonly string[]): Promise<Row[][]> {
  const command = `${statements.map((sql) => sql.replaceAll(/\s*\n\s*/g, " ")).join(";\n")};`;
  const target = ["DB", "--remote", "--config", "worker/wrangler.api.toml"];
  const words = ["d1", "execute", ...target, "--json", "--yes", "--command", command];
  const output = await run("wrangler", words, { env: { CI: "1" } });
  const found: { results: Row[] }[] = JSON.parse(output.slice(output.indexOf("[")));
  return found.map(({ results }) => results);
}
