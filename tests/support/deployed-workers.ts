/** What was uploaded to the fake of Cloudflare's API, running: databases, KV, secrets, versions, and which version is active. */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { freePort } from "./free-port.ts";

export type Outbound = (request: Request) => Promise<Response>;

interface UploadedBinding {
  name: string;
  type: string;
  text?: string;
  id?: string;
  namespace_id?: string;
  service?: string;
  queue_name?: string;
  bucket_name?: string;
  simple?: { limit: number; period: 10 | 60 };
}

export interface Upload {
  id: string;
  metadata: {
    bindings: UploadedBinding[];
    keep_bindings?: string[];
    assets?: { config?: { run_worker_first?: string[] } };
    annotations?: Record<string, string>;
  };
  script: string;
}

interface Deployed {
  uploads: Map<string, Upload>;
  active: string;
  /** Values by name, of all uploads. */
  secrets: Map<string, string>;
  schedules: string[];
  domains: string[];
}

/** As wrangler sends it. */
interface Consumer {
  script_name: string;
  dead_letter_queue?: string;
  settings: { batch_size?: number; max_retries?: number; max_wait_time_ms?: number };
}

interface Lifecycle {
  rules: { deleteObjectsTransition: { condition: { maxAge: number } } }[];
}

interface Bucket {
  name: string;
  creation_date: string;
  /** Days until a file ends, of each rule. */
  endsAfter: number[];
}

interface Made {
  id: string;
  name: string;
}

/** Bound from the beginning to a Worker that does nothing, and given away when one is asked for. */
const spareDatabases = [1, 2].map(
  (number) => `${number}`.repeat(8) + "-1111-4111-8111-111111111111",
);
const spareNamespaces = ["a", "b"].map((letter) => letter.repeat(32));
const owner = "owner";
const noRequest = { limit: 0, period: 60 as const };
const meta = { duration: 1, rows_read: 0, rows_written: 0 };

export class DeployedWorkers {
  readonly #workers = new Map<string, Deployed>();
  readonly #databases: Made[] = [];
  readonly #namespaces: Made[] = [];
  /** Who consumes it, by the name of the queue. */
  readonly #queues = new Map<string, Consumer | null>();
  readonly #buckets: Bucket[] = [];

  private constructor(
    readonly client: string,
    readonly outbound: Outbound,
    readonly port: number,
    readonly miniflare: Miniflare,
  ) {}

  static async start(client: string, outbound: Outbound): Promise<DeployedWorkers> {
    const port = await freePort();
    const miniflare = new Miniflare(optionsOf([ownerWorker], port));
    await miniflare.ready;
    return new DeployedWorkers(client, outbound, port, miniflare);
  }

  close(): Promise<void> {
    return this.miniflare.dispose();
  }

  /** Where the pages Worker answers. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  has(name: string): boolean {
    return this.#workers.has(name);
  }

  deployed(name: string): Deployed {
    const worker = this.#workers.get(name);
    if (worker === undefined) throw new Error(`${name} was not deployed`);
    return worker;
  }

  activeOf(name: string): string {
    return this.deployed(name).active;
  }

  secretsOf(name: string): string[] {
    return [...this.deployed(name).secrets.keys()];
  }

  databases(): { uuid: string; name: string; version: string }[] {
    return this.#databases.map(({ id, name }) => ({ uuid: id, name, version: "production" }));
  }

  makeDatabase({ name, ...rest }: { name: string; primary_location_hint?: string }) {
    if (rest.primary_location_hint !== "apac") throw new Error("a location is final");
    const made = take(spareDatabases, this.#databases, name);
    return { uuid: made.id, name, version: "production", ...rest };
  }

  namespaces(): { id: string; title: string }[] {
    return this.#namespaces.map(({ id, name }) => ({ id, title: name }));
  }

  makeNamespace(title: string): { id: string; title: string } {
    return { id: take(spareNamespaces, this.#namespaces, title).id, title };
  }

  /** Its name is a queue's id here. */
  queues(names: string[]) {
    return [...this.#queues]
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(([name, consumer]) => {
        const own = { consumer_id: name, type: "worker", script: consumer?.script_name };
        return {
          queue_id: name,
          queue_name: name,
          producers_total_count: 0,
          consumers_total_count: consumer === null ? 0 : 1,
          consumers: consumer === null ? [] : [own],
        };
      });
  }

  makeQueue(name: string) {
    this.#queues.set(name, null);
    return { queue_id: name, queue_name: name };
  }

  async setConsumer(queue: string, consumer: Consumer) {
    if (!this.#queues.has(queue)) throw new Error(`there is no queue ${queue}`);
    this.#queues.set(queue, consumer);
    await this.#restart();
    return { queue_name: queue, script_name: consumer.script_name };
  }

  buckets(): readonly Bucket[] {
    return this.#buckets;
  }

  bucket(name: string): Bucket {
    const found = this.#buckets.find((bucket) => bucket.name === name);
    if (found === undefined) throw new Error(`there is no bucket ${name}`);
    return found;
  }

  makeBucket({ name, locationHint }: { name: string; locationHint: string }): Bucket {
    if (locationHint !== "apac") throw new Error("a location is final");
    const made = { name, creation_date: new Date(0).toISOString(), endsAfter: [] };
    this.#buckets.push(made);
    return made;
  }

  setLifecycle(name: string, { rules }: Lifecycle) {
    this.bucket(name).endsAfter = rules.map(
      ({ deleteObjectsTransition: { condition } }) => condition.maxAge / 86_400,
    );
    return {};
  }

  async query(id: string, sql: string) {
    if (!this.#databases.some((database) => database.id === id))
      throw new Error("no such database");
    const database = await this.miniflare.getD1Database(id, owner);
    const found = await database.batch(
      splitSqlQuery(sql).map((statement) => database.prepare(statement)),
    );
    return found.map(({ results }) => ({ success: true, results, meta }));
  }

  async putAll(id: string, entries: { key: string; value: string }[]) {
    const namespace = await this.miniflare.getKVNamespace(id, owner);
    for (const { key, value } of entries) await namespace.put(key, value);
    return { successful_key_count: entries.length, unsuccessful_keys: [] };
  }

  /** Not active yet. */
  upload(name: string, upload: Upload): Upload {
    const { bindings, keep_bindings: kept = [] } = upload.metadata;
    const worker = this.#workers.get(name) ?? {
      uploads: new Map<string, Upload>(),
      active: "",
      secrets: new Map<string, string>(),
      schedules: [],
      domains: [],
    };
    if (!kept.includes("secret_text")) worker.secrets.clear();
    for (const { type, name: secret, text = "" } of bindings)
      if (type === "secret_text") worker.secrets.set(secret, text);
    worker.uploads.set(upload.id, upload);
    this.#workers.set(name, worker);
    return upload;
  }

  async activate(name: string, id: string): Promise<void> {
    const worker = this.deployed(name);
    if (!worker.uploads.has(id)) throw new Error(`${name} has no version ${id}`);
    worker.active = id;
    await this.#restart();
  }

  async #restart(): Promise<void> {
    const all = [...this.#workers].map(([each, deployed]) => this.#options(each, deployed));
    // The first one answers: pages, as soon as there are any.
    all.sort((one, other) => Number(one.assets === undefined) - Number(other.assets === undefined));
    await this.miniflare.setOptions(optionsOf([...all, ownerWorker], this.port));
  }

  setSchedules(name: string, schedules: { cron: string }[]) {
    this.deployed(name).schedules = schedules.map(({ cron }) => cron);
    return { schedules };
  }

  setDomains(name: string, { origins }: { origins: { hostname: string }[] }) {
    this.deployed(name).domains = origins.map(({ hostname }) => hostname);
    return origins;
  }

  #options(name: string, { uploads, active, secrets }: Deployed) {
    const upload = uploads.get(active);
    if (upload === undefined) throw new Error(`${name} has no version`);
    const { bindings, assets } = upload.metadata;
    const of = <Value>(type: string, value: (binding: UploadedBinding) => Value) =>
      Object.fromEntries(
        bindings
          .filter((binding) => binding.type === type)
          .map((binding) => [binding.name, value(binding)]),
      );
    const known = { id: active, tag: "", timestamp: new Date().toISOString() };
    return {
      name,
      compatibilityDate: "2026-10-01",
      modules: [{ type: "ESModule" as const, path: "index.js", contents: upload.script }],
      bindings: {
        ...Object.fromEntries(secrets),
        ...of("plain_text", ({ text = "" }) => text),
        ...of("version_metadata", () => known),
      },
      d1Databases: of("d1", ({ id = "" }) => id),
      kvNamespaces: of("kv_namespace", ({ namespace_id: id = "" }) => id),
      r2Buckets: of("r2_bucket", ({ bucket_name: bucket = "" }) => this.bucket(bucket).name),
      ratelimits: of("ratelimit", ({ simple = noRequest, namespace_id: id = "" }) => ({
        simple,
        namespace_id: id,
      })),
      analyticsEngineDatasets: of("analytics_engine", ({ name: dataset }) => ({ dataset })),
      queueProducers: of("queue", ({ queue_name: queue = "" }) => queue),
      queueConsumers: Object.fromEntries(
        [...this.#queues].flatMap(([queue, consumer]) =>
          consumer?.script_name === name ? [[queue, consumerOptions(consumer)]] : [],
        ),
      ),
      serviceBindings: of("service", ({ service = "" }) => service),
      outboundService: this.outbound,
      ...(assets === undefined ? {} : { assets: this.#assets(assets.config) }),
    };
  }

  #assets(config: { run_worker_first?: string[] } = {}) {
    return {
      directory: this.client,
      binding: "ASSETS",
      assetConfig: { html_handling: "none" as const, not_found_handling: "none" as const },
      routerConfig: { has_user_worker: true },
      run_worker_first: config.run_worker_first ?? true,
    };
  }
}

function consumerOptions({ settings, dead_letter_queue: deadLetterQueue }: Consumer) {
  const { batch_size: maxBatchSize, max_retries: maxRetries, max_wait_time_ms: waitMs } = settings;
  return {
    ...(maxBatchSize !== undefined && { maxBatchSize }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(waitMs !== undefined && { maxBatchTimeout: waitMs / 1000 }),
    ...(deadLetterQueue !== undefined && { deadLetterQueue }),
  };
}

const ownerWorker = {
  name: owner,
  compatibilityDate: "2026-10-01",
  modules: [
    {
      type: "ESModule" as const,
      path: "index.js",
      contents: "export default { fetch: () => new Response(null, { status: 404 }) };",
    },
  ],
  d1Databases: Object.fromEntries(spareDatabases.map((id) => [id, id])),
  kvNamespaces: Object.fromEntries(spareNamespaces.map((id) => [id, id])),
};

type WorkerOptions = NonNullable<
  Extract<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>["workers"]
>;

const optionsOf = (workers: WorkerOptions, port: number) =>
  convertV4MiniflareOptions({ host: "127.0.0.1", port, workers });

function take(spare: readonly string[], made: Made[], name: string): Made {
  const id = spare[made.length];
  if (id === undefined) throw new Error("no more to give away");
  made.push({ id, name });
  return { id, name };
}
