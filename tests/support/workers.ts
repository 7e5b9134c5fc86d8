/** Workers side by side in one workerd, without the processes and the proxy that `wrangler dev` puts around each of them. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { rateCounters } from "./rate-counters.ts";
import { root } from "./repository.ts";

export interface WorkerInput {
  config: string;
  script: string;
  bindings: Record<string, string>;
  services?: Record<string, string>;
  /** The folder of the static assets, where it is not the configuration's; null for a Worker without any. */
  assets?: string | null;
  name?: string;
  around?: Around;
  /** What each number of `[[ratelimits]]` is multiplied with; 1 unless set. */
  ratesTimes?: number;
  outbound?: (request: Request) => Promise<Response>;
}

export interface Around {
  /** By name, the first of them the entry; the bundled Worker is `./index.js` for them. */
  modules: Record<string, string>;
  flags?: string[];
  /** An export of the entry that `directUrl` reaches, past all that Miniflare puts before a Worker. */
  direct?: string;
}

/** Of all that Miniflare says, what its e-mail would have sent. */
class Mails extends Log {
  readonly #lines: string[];

  constructor(lines: string[]) {
    super();
    this.#lines = lines;
  }

  override logWithLevel(_level: number, message: string): void {
    if (message.includes("send_email")) this.#lines.push(message);
  }
}

/** @param folder - of what outlives them. */
export async function startWorkers(inputs: WorkerInput[], folder?: string) {
  const lines: string[] = [];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: inputs.map(optionsOf),
      ...(folder !== undefined && { resourcePersistencePath: folder }),
      log: new Mails(lines),
      handleStructuredLogs: ({ message }) => void lines.push(message),
    }),
  );
  return {
    url: await miniflare.ready,
    directUrl: (worker: string, name: string) => miniflare.unsafeGetDirectURL(worker, name),
    env: <Bindings extends object>(worker: string) => miniflare.getBindings<Bindings>(worker),
    runSchedule: async (name: string, cron: string) => {
      const worker = await miniflare.getWorker(name);
      await worker.scheduled({ cron, scheduledTime: new Date() });
    },
    logs: () => lines,
    close: () => miniflare.dispose(),
  };
}

function optionsOf(input: WorkerInput) {
  const { config: path, script, bindings, services, assets, name, around, outbound } = input;
  const config = unstable_readConfig({ config: resolve(root, path) }, { hideWarnings: true });
  const ids = (all: { binding: string }[], id: "database_id" | "id") =>
    Object.fromEntries(
      all.map((entry) => [entry.binding, String(Reflect.get(entry, id) ?? entry.binding)]),
    );
  return {
    name: name ?? config.name ?? path,
    compatibilityDate: config.compatibility_date ?? "",
    modules: Object.entries({ ...around?.modules, "index.js": readFileSync(script, "utf8") }).map(
      ([module, contents]) => ({ type: "ESModule" as const, path: module, contents }),
    ),
    compatibilityFlags: around?.flags ?? [],
    unsafeDirectSockets: around?.direct === undefined ? [] : [{ entrypoint: around.direct }],
    bindings: { ...config.vars, ...bindings },
    d1Databases: ids(config.d1_databases, "database_id"),
    kvNamespaces: ids(config.kv_namespaces, "id"),
    r2Buckets: Object.fromEntries(
      (config.r2_buckets as { binding: string }[]).map(({ binding }) => [binding, binding]),
    ),
    ratelimits: Object.fromEntries(
      rateCounters(path, input.ratesTimes).map(({ name: binding, ...counter }) => [
        binding,
        counter,
      ]),
    ),
    email: { send_email: config.send_email },
    // A Worker that passes the API on delivers nothing.
    serviceBindings: services ?? {},
    ...(outbound && { outboundService: outbound }),
    ...(config.assets === undefined || assets === null
      ? {}
      : {
          assets: {
            directory: assets ?? resolve(root, dirname(path), config.assets.directory ?? ""),
            binding: config.assets.binding ?? "ASSETS",
            assetConfig: {
              html_handling: config.assets.html_handling ?? ("none" as const),
              not_found_handling: config.assets.not_found_handling ?? ("none" as const),
            },
            routerConfig: { has_user_worker: true },
            run_worker_first: config.assets.run_worker_first ?? true,
          },
        }),
  };
}
