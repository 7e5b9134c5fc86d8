// The shop's Worker with its bindings under observation: what each request asks of them since the last POST /watch. Nothing of the
// shop knows of it. Runs in workerd, around the build (`watched-shop.ts`).
import { AsyncLocalStorage } from "node:async_hooks";

export type Kind = "d1" | "kv" | "upstream" | "assets" | "cashier";

export interface WatchedCall {
  kind: Kind;
  /** Positions in the order of all that happened; a call that has not ended has no end. */
  begin: number;
  end: number | null;
  queries: Query[];
}

export interface Query {
  sql: string;
  params: unknown[];
}

export interface WatchedRequest {
  method: string;
  path: string;
  /** 0 until it is answered. */
  status: number;
  begin: number;
  end: number | null;
  calls: WatchedCall[];
}

export interface Watched {
  requests: WatchedRequest[];
  underWay: number;
  quietForMs: number;
}

let requests: WatchedRequest[] = [];
let happened = 0;
let underWay = 0;
let lastChange = 0;
const current = new AsyncLocalStorage<WatchedRequest>();

async function watch<Answer>(
  kind: Kind,
  act: () => Promise<Answer>,
  queries: Query[] = [],
): Promise<Answer> {
  const entry: WatchedCall = { kind, begin: ++happened, end: null, queries };
  current.getStore()?.calls.push(entry);
  try {
    return await act();
  } finally {
    entry.end = ++happened;
  }
}

/** Below workerd's D1 API is one fetch a call, whatever method and session it was made with. */
function watchDatabase(database: object): void {
  const watchIn = (holder: object) => {
    const inner: Fetcher = Reflect.get(holder, "fetcher");
    if (typeof inner?.fetch !== "function") throw new Error("D1 has no fetcher to watch");
    const fetcher: Pick<Fetcher, "fetch"> = {
      fetch: (input, init) => {
        const queries: Query | Query[] = JSON.parse(String(init?.body));
        const asked = [queries].flat().map(({ sql, params }) => ({ sql, params }));
        return watch("d1", () => inner.fetch(input, init), asked);
      },
    };
    Reflect.set(holder, "fetcher", fetcher);
  };
  watchIn(database);
  watchIn(Reflect.get(database, "alwaysPrimarySession"));
}

function watchedBinding(kind: Kind, binding: object): object {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function"
        ? (...values: unknown[]) => watch(kind, async () => Reflect.apply(member, target, values))
        : member;
    },
  });
}

const kinds: Record<string, Kind> = {
  CONTENT: "kv",
  UPSTREAM: "upstream",
  ASSETS: "assets",
  CASHIER: "cashier",
};
const environments = new WeakMap<object, object>();

/** One for one, since the shop keeps what it derives from an environment. */
function watchedEnvironment(env: { DB: object }): { DB: object } {
  const known = environments.get(env);
  if (known !== undefined) return known as { DB: object };
  watchDatabase(env.DB);
  const entries = Object.entries(env).map(([name, binding]) => {
    const kind = kinds[name];
    return [name, kind === undefined ? binding : watchedBinding(kind, binding)];
  });
  const made: { DB: object } = Object.fromEntries(entries);
  environments.set(env, made);
  return made;
}

interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
}

interface Handlers {
  fetch(request: Request, env: object, execution: Execution): Promise<Response> | Response;
  scheduled(event: unknown, env: object, execution: Execution): Promise<void>;
}

function track<Result>(work: Promise<Result>): Promise<Result> {
  underWay += 1;
  lastChange = Date.now();
  return work.finally(() => {
    underWay -= 1;
    lastChange = Date.now();
  });
}

function begun(method: string, path: string): WatchedRequest {
  const entry = { method, path, status: 0, begin: ++happened, end: null, calls: [] };
  requests.push(entry);
  return entry;
}

async function answered(shop: Handlers, request: Request, env: object, execution: Execution) {
  const { pathname } = new URL(request.url);
  const entry = begun(request.method, pathname);
  const watchedExecution: Execution = {
    waitUntil: (work) => execution.waitUntil(track(Promise.resolve(work))),
    passThroughOnException: () => execution.passThroughOnException(),
  };
  return current.run(entry, async () => {
    const response = await shop.fetch(request, env, watchedExecution);
    entry.status = response.status;
    entry.end = ++happened;
    return response;
  });
}

function control(request: Request): Response {
  const seen: Watched = { requests, underWay, quietForMs: Date.now() - lastChange };
  if (request.method === "POST") requests = [];
  return Response.json(seen);
}

export function watched(shop: Handlers): Handlers {
  return {
    fetch(request, env, execution) {
      if (new URL(request.url).pathname === "/watch") return control(request);
      return track(answered(shop, request, watchedEnvironment(env as { DB: object }), execution));
    },
    scheduled(event, env, execution) {
      const watchedEnv = watchedEnvironment(env as { DB: object });
      return current.run(begun("SCHEDULE", ""), () => shop.scheduled(event, watchedEnv, execution));
    },
  };
}
