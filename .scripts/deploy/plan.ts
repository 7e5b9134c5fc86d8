// What is deployed where: the two Workers of an environment as wrangler reads their configuration.
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { run } from "../run.ts";

export const targets = ["staging", "production"] as const;
export type Target = (typeof targets)[number];
export type WorkerConfig = ReturnType<typeof readConfig>;

export type Plan = ReturnType<typeof readPlan>;

export const pagesFile = "wrangler.toml";
export const apiFile = "worker/wrangler.api.toml";
/** Of `worker/wrangler.api.toml`, whose top level is production. */
const apiEnvironment = (target: Target) => (target === "production" ? "" : target);

/** @param folder - where the two configurations are. */
export function readPlan(target: Target, folder: string) {
  const read = (file: string, env: string) =>
    readConfig({ config: join(folder, file), env }, { hideWarnings: true });
  const api = read(apiFile, apiEnvironment(target));
  const database = bindingOf(api.d1_databases, "DB");
  return {
    target,
    folder,
    pages: read(pagesFile, target),
    api,
    databaseId: database?.database_id ?? "",
    databaseName: database?.database_name ?? "",
    contentId: contentId(api),
    bucketName: bindingOf(api.r2_buckets, "BACKUPS")?.bucket_name ?? "",
  };
}

const pagesArguments = (target: Target) => ["--config", pagesFile, "--env", target];
export const apiArguments = (target: Target) => [
  "--config",
  apiFile,
  `--env=${apiEnvironment(target)}`,
];

/** One build for every environment: only configuration and secrets differ. */
export const pagesUpload = (target: Target) => [
  "dist/sillage/index.js",
  "--no-bundle",
  "--upload-source-maps",
  "--assets=dist/client",
  ...pagesArguments(target),
];

/** Table of the bindings in the file, as TOML spells it. */
export const pagesTable = (target: Target, name: string) => `env.${target}.${name}`;
export const apiTable = (target: Target, name: string) =>
  target === "production" ? name : `env.${target}.${name}`;

/** Asks nothing back, and looks for no newer wrangler. */
const quiet = { CI: "1", WRANGLER_HIDE_BANNER: "true" };

export type Wrangler = (...args: string[]) => Promise<string>;

/** Shows output only of failures: it advises to put local keys into production's file. */
export function wranglerIn(
  folder: string,
  environment: Record<string, string | undefined>,
): Wrangler {
  const env = { ...environment, ...quiet } as Record<string, string>;
  return (...args) => run("wrangler", args, { cwd: folder, env });
}

type Named = "id" | "database_id" | "database_name" | "service" | "bucket_name";
type Binding = { binding: string } & { [Name in Named]?: string };

export function bindingOf(bindings: readonly Binding[], name: string): Binding | undefined {
  return bindings.find(({ binding }) => binding === name);
}

export const contentId = (config: WorkerConfig) =>
  bindingOf(config.kv_namespaces, "CONTENT")?.id ?? "";
/** Tokyo is nearest to Taiwan, and the Worker is placed there. A location is final. */
export const location = "apac";

/** As the repository has it before the first deployment; it belongs to nobody. */
export const isUnset = (id: string) => id === "" || /^0{8}-?0{4}-?4000-?8000-?0+\d{1,2}$/.test(id);
