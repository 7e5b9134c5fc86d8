/**
 * Edge cache for reads that are equal for all visitors of one language: fresh for five minutes, then served for up to a day while
 * one request refreshes, which also bridges an outage. Only answers that passed their schema are stored. A miss carries the
 * member's token like every call of a member, and the answer is stored for everybody: that is right because only calls are marked
 * public whose answers no document makes depend on the caller.
 */
import type { Deps } from "../deps.ts";
import { version } from "../platform/build.ts";
import { addressOf } from "./address.ts";
import type { Locale } from "#contract/locales";
import type { EndpointSpec, UpstreamRequest } from "./port.ts";

const freshMs = 300_000;
const keptSeconds = 86_400;
const refreshEveryMs = 30_000;
const storedAtHeader = "X-Stored-At";

interface PublicRoute {
  path: `/${string}`;
  endpoint: EndpointSpec<unknown>;
}

/** Its language is that of its key, whatever the request around it speaks. */
type PublicRequest = UpstreamRequest & { locale: Locale };

/** Start of the last refresh of each key in this isolate, so that parallel requests refresh once. */
const refreshing = new Map<string, number>();

export async function readPublic(
  deps: Deps,
  route: PublicRoute,
  asked: Pick<UpstreamRequest, "params" | "query">,
): Promise<string> {
  const request: PublicRequest = { ...asked, locale: deps.locale };
  const key = keyOf(deps, route, request);
  const stored = await caches.default.match(key);
  if (stored === undefined) return fetchAndStore(deps, route, request, key);
  const age = deps.now() - Number(stored.headers.get(storedAtHeader));
  if (age > freshMs) deps.waitUntil(refresh(deps, route, request, key));
  return stored.text();
}

/** Includes the language, and the version with its commit, since other code may read the answer differently. */
function keyOf({ publicOrigin }: Deps, { path }: PublicRoute, request: PublicRequest): string {
  const url = addressOf(`${publicOrigin}/api/v1`, path, request);
  url.searchParams.set("~language", request.locale);
  url.searchParams.set("~version", version);
  url.searchParams.sort();
  return url.href;
}

async function fetchAndStore(
  deps: Deps,
  { endpoint }: PublicRoute,
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
  route: PublicRoute,
  request: PublicRequest,
  key: string,
): Promise<void> {
  const now = deps.now();
  if (now - (refreshing.get(key) ?? 0) < refreshEveryMs) return;
  refreshing.set(key, now);
  try {
    await fetchAndStore(deps, route, request, key);
  } catch (error) {
    deps.log.warn("a stale answer stays in use", { upstreamPath: route.path, error });
  } finally {
    refreshing.delete(key);
  }
}
