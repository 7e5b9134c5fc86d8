/**
 * Edge cache for reads that are equal for all visitors of one language: fresh for five minutes,
 * then served for up to a day while one request refreshes, which also bridges an outage. Only
 * answers that passed their schema are stored, and for a minute that something is unknown. A miss
 * carries the member's token, and its answer is stored for everybody: only calls are marked public
 * whose answers do not depend on the caller.
 */
import type { ErrorCode } from "#contract/errors";
import { orWarn, type Deps } from "../deps.ts";
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
  const key = keyOf(deps, endpoint, asked);
  const ask = async () => {
    // Its language is that of its key, whatever the request around it speaks.
    const { body } = await deps.upstream.call(endpoint, { ...asked, locale: deps.locale });
    const json = JSON.stringify(body);
    store(deps, key, json, keptSeconds);
    return json;
  };
  const stored = await caches.default.match(key);
  const now = deps.now();
  const age = now - Number(stored?.headers.get(storedAtHeader));
  if (stored?.status === 200) {
    if (age > freshMs && now - (refreshing.get(key) ?? 0) >= refreshEveryMs) {
      refreshing.set(key, now);
      const refreshed = orWarn(deps, "a stale answer stays in use", ask());
      deps.waitUntil(refreshed.finally(() => refreshing.delete(key)));
    }
    return stored.text();
  }
  if (stored !== undefined && age < unknownSeconds * 1_000) {
    // Written below by this very version.
    const [code, facts] = JSON.parse(await stored.text()) as [ErrorCode, object];
    throw new ShopError(code, facts);
  }
  return ask().catch((error: unknown) => {
    // Made-up names cost the upstream one read a minute each.
    if (isUnknownUpstream(error))
      store(deps, key, JSON.stringify([error.code, error.facts]), unknownSeconds, 404);
    throw error;
  });
}

function store(deps: Deps, key: string, json: string, seconds: number, status = 200): void {
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": `public, max-age=${seconds}`,
    [storedAtHeader]: String(deps.now()),
  };
  deps.waitUntil(caches.default.put(key, new Response(json, { status, headers })));
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
