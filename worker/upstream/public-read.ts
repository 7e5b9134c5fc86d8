/**
 * Edge cache for reads that are equal for all visitors of one language: fresh for five minutes,
 * then served for up to a day while one request refreshes, which also bridges an outage. Only
 * answers that passed their schema are stored. A miss carries the member's token, and its answer is
 * stored for everybody: only calls are marked public whose answers do not depend on the caller.
 */
import type { Deps } from "../deps.ts";
import { version } from "../platform/build.ts";
import type { FixedEndpoint, UpstreamRequest } from "./endpoint.ts";
import { addressOf } from "./client.ts";

const freshMs = 300_000;
const keptSeconds = 86_400;
const refreshEveryMs = 30_000;
const storedAtHeader = "X-Stored-At";

type Asked = Pick<UpstreamRequest, "params" | "query">;

/** When each key's refresh in this isolate began, so that parallel requests refresh once. */
const refreshing = new Map<string, number>();

/** As JSON. */
export async function readPublic(deps: Deps, endpoint: FixedEndpoint<unknown>, asked: Asked) {
  // Its language is that of its key, whatever the request around it speaks.
  const request = { ...asked, locale: deps.locale };
  const key = keyOf(deps, endpoint, asked);
  async function fetchAndStore(): Promise<string> {
    const { body } = await deps.upstream.call(endpoint, request);
    const json = JSON.stringify(body);
    const headers = {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${keptSeconds}`,
      [storedAtHeader]: String(deps.now()),
    };
    deps.waitUntil(caches.default.put(key, new Response(json, { headers })));
    return json;
  }
  async function refresh(): Promise<void> {
    refreshing.set(key, deps.now());
    try {
      await fetchAndStore();
    } catch (error) {
      deps.log.warn("a stale answer stays in use", { upstreamPath: endpoint.path, error });
    } finally {
      refreshing.delete(key);
    }
  }
  const stored = await caches.default.match(key);
  if (stored === undefined) return fetchAndStore();
  const now = deps.now();
  const isStale = now - Number(stored.headers.get(storedAtHeader)) > freshMs;
  if (isStale && now - (refreshing.get(key) ?? 0) >= refreshEveryMs) deps.waitUntil(refresh());
  return stored.text();
}

export async function readPublicBody<Result>(
  deps: Deps,
  endpoint: FixedEndpoint<Result>,
  asked: Asked = {},
): Promise<Result> {
  // Written by `readPublic` of this very version, from a body of this type.
  return JSON.parse(await readPublic(deps, endpoint, asked)) as Result;
}

/** With the language, and with the version: other code may read the answer differently. */
function keyOf({ publicOrigin, locale }: Deps, { path }: FixedEndpoint<unknown>, asked: Asked) {
  const url = addressOf(`${publicOrigin}/api/v1`, path, asked);
  url.searchParams.set("~language", locale);
  url.searchParams.set("~version", version);
  url.searchParams.sort();
  return url.href;
}
