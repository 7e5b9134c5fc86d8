/**
 * Edge cache for reads that are equal for all visitors of one language: fresh for five minutes,
 * then served for up to a day while one request refreshes, which also bridges an outage. Only
 * answers that passed their schema are stored. A miss carries the member's token, and its answer is
 * stored for everybody: only calls are marked public whose answers do not depend on the caller.
 */
import type { Deps } from "../deps.ts";
import { version } from "../platform/build.ts";
import type { Locale } from "#contract/locales";
import type { FixedEndpoint, UpstreamRequest } from "./endpoint.ts";
import { addressOf } from "./exchange.ts";

const freshMs = 300_000;
const keptSeconds = 86_400;
const refreshEveryMs = 30_000;
const storedAtHeader = "X-Stored-At";

/** Its language is that of its key, whatever the request around it speaks. */
type PublicRequest = UpstreamRequest & { locale: Locale };
type Asked = Pick<UpstreamRequest, "params" | "query">;

/** When each key's refresh in this isolate began, so that parallel requests refresh once. */
const refreshing = new Map<string, number>();

/** As JSON. */
export async function readPublic(
  deps: Deps,
  endpoint: FixedEndpoint<unknown>,
  asked: Asked,
): Promise<string> {
  const request: PublicRequest = { ...asked, locale: deps.locale };
  const key = keyOf(deps, endpoint, request);
  const stored = await caches.default.match(key);
  if (stored === undefined) return fetchAndStore(deps, endpoint, request, key);
  const age = deps.now() - Number(stored.headers.get(storedAtHeader));
  if (age > freshMs) deps.waitUntil(refresh(deps, endpoint, request, key));
  return stored.text();
}

export async function readPublicBody<Result>(
  deps: Deps,
  endpoint: FixedEndpoint<Result>,
  asked: Asked = {},
): Promise<Result> {
  // Written by `fetchAndStore` of this very version, from a body of this type.
  return JSON.parse(await readPublic(deps, endpoint, asked)) as Result;
}

/** With the language, and with the version: other code may read the answer differently. */
function keyOf(
  { publicOrigin }: Deps,
  { path }: FixedEndpoint<unknown>,
  request: PublicRequest,
): string {
  const url = addressOf(`${publicOrigin}/api/v1`, path, request);
  url.searchParams.set("~language", request.locale);
  url.searchParams.set("~version", version);
  url.searchParams.sort();
  return url.href;
}

async function fetchAndStore(
  deps: Deps,
  endpoint: FixedEndpoint<unknown>,
  request: PublicRequest,
  key: string,
): Promise<string> {
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

async function refresh(
  deps: Deps,
  endpoint: FixedEndpoint<unknown>,
  request: PublicRequest,
  key: string,
): Promise<void> {
  const now = deps.now();
  if (now - (refreshing.get(key) ?? 0) < refreshEveryMs) return;
  refreshing.set(key, now);
  try {
    await fetchAndStore(deps, endpoint, request, key);
  } catch (error) {
    deps.log.warn("a stale answer stays in use", { upstreamPath: endpoint.path, error });
  } finally {
    refreshing.delete(key);
  }
}
