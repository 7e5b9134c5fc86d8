/**
 * Edge cache for reads that are equal for all visitors of one language: fresh for five minutes,
 * then served for up to a day while one request refreshes, which also bridges an outage. Only
 * answers that passed their schema are stored, and for a minute that something is unknown. A miss
 * carries the member's token, and its answer is stored for everybody: only calls are marked public
 * whose answers do not depend on the caller.
 */
import type { ErrorCode } from "#contract/errors";
import type { Deps } from "../deps.ts";
import { isUnknownUpstream, ShopError } from "../errors/shop-error.ts";
import { version } from "../platform/build.ts";
import type { FixedEndpoint, UpstreamRequest } from "./endpoint.ts";
import { addressOf } from "./client.ts";

const freshMs = 300_000;
const keptSeconds = 86_400;
const unknownSeconds = 60;
const refreshEveryMs = 30_000;
const storedAtHeader = "X-Stored-At";

type Asked = Pick<UpstreamRequest, "params" | "query">;

/** When each key's refresh in this isolate began, so that parallel requests refresh once. */
const refreshing = new Map<string, number>();

export async function readPublic(deps: Deps, endpoint: FixedEndpoint<unknown>, asked: Asked) {
  // Its language is that of its key, whatever the request around it speaks.
  const request = { ...asked, locale: deps.locale };
  const key = keyOf(deps, endpoint, asked);
  function store(json: string, seconds: number, status = 200): void {
    const headers = {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${seconds}`,
      [storedAtHeader]: String(deps.now()),
    };
    deps.waitUntil(caches.default.put(key, new Response(json, { status, headers })));
  }
  async function fetchAndStore(): Promise<string> {
    const { body } = await deps.upstream.call(endpoint, request);
    const json = JSON.stringify(body);
    store(json, keptSeconds);
    return json;
  }
  /** Made-up names cost the upstream one read a minute each. */
  function storeUnknown(error: unknown): never {
    if (isUnknownUpstream(error))
      store(JSON.stringify([error.code, error.facts]), unknownSeconds, 404);
    throw error;
  }
  function refresh(): Promise<unknown> {
    refreshing.set(key, deps.now());
    const failed = (error: unknown) =>
      deps.log.warn("a stale answer stays in use", { upstreamPath: endpoint.path, error });
    return fetchAndStore()
      .catch(failed)
      .finally(() => refreshing.delete(key));
  }
  const stored = await caches.default.match(key);
  const now = deps.now();
  const age = now - Number(stored?.headers.get(storedAtHeader));
  const isUnknown = stored?.status === 404;
  if (stored === undefined || (isUnknown && age >= unknownSeconds * 1_000))
    return fetchAndStore().catch(storeUnknown);
  if (isUnknown) {
    // Written by `storeUnknown` of this very version.
    const [code, facts] = JSON.parse(await stored.text()) as [ErrorCode, object];
    throw new ShopError(code, facts);
  }
  const isStale = age > freshMs;
  if (isStale && now - (refreshing.get(key) ?? 0) >= refreshEveryMs) deps.waitUntil(refresh());
  return stored.text();
}

export async function readPublicBody<T>(deps: Deps, endpoint: FixedEndpoint<T>, asked: Asked = {}) {
  // Written by `readPublic` of this very version, from a body of this type.
  return JSON.parse(await readPublic(deps, endpoint, asked)) as T;
}

/** With the version: other code may read the answer differently. */
function keyOf({ publicOrigin, locale }: Deps, { path }: FixedEndpoint<unknown>, asked: Asked) {
  const url = addressOf(`${publicOrigin}/api/v1`, path, asked);
  url.searchParams.set("~language", locale);
  url.searchParams.set("~version", version);
  url.searchParams.sort();
  return url.href;
}
