/**
 * Reads that are the same for every visitor of one language, kept at the edge: five minutes fresh, then up to a day served
 * while one request asks anew, which also carries the shop through an outage. Only answers that passed their schema are kept.
 */
import type * as z from "zod/mini";
import type { Deps } from "../context.ts";
import { version } from "../http/build.ts";
import { addressOf } from "./address.ts";
import type { UpstreamCall } from "./port.ts";

const freshMs = 300_000;
const keptSeconds = 86_400;
const refreshPatienceMs = 30_000;
const storedAtHeader = "X-Stored-At";

type PublicCall = UpstreamCall<z.ZodMiniType>;

/** When the last refresh of each key began in this isolate, so that a crowd asks once. */
const refreshing = new Map<string, number>();

/** The answer as JSON text. */
export async function readPublic(deps: Deps, call: PublicCall): Promise<string> {
  const key = keyOf(deps, call);
  const stored = await caches.default.match(key);
  if (stored === undefined) return fetchAndStore(deps, call, key);
  const age = deps.now() - Number(stored.headers.get(storedAtHeader));
  if (age > freshMs) deps.waitUntil(refresh(deps, call, key));
  return stored.text();
}

/** Our own address and the language; the version too, since another version may read the answer differently. */
function keyOf({ publicOrigin }: Deps, call: PublicCall): string {
  const url = addressOf(`${publicOrigin}/api/v1`, call);
  url.searchParams.set("~language", call.locale);
  url.searchParams.set("~version", version);
  url.searchParams.sort();
  return url.href;
}

async function fetchAndStore(deps: Deps, call: PublicCall, key: string): Promise<string> {
  const { body } = await deps.upstream.call(call);
  const json = JSON.stringify(body);
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": `public, max-age=${keptSeconds}`,
    [storedAtHeader]: String(deps.now()),
  };
  deps.waitUntil(caches.default.put(key, new Response(json, { headers })));
  return json;
}

async function refresh(deps: Deps, call: PublicCall, key: string): Promise<void> {
  const now = deps.now();
  if (now - (refreshing.get(key) ?? 0) < refreshPatienceMs) return;
  refreshing.set(key, now);
  try {
    await fetchAndStore(deps, call, key);
  } catch (error) {
    deps.log.warn("a stale answer stays in use", { upstreamPath: call.path, error });
  } finally {
    refreshing.delete(key);
  }
}
