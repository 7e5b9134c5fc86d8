/** A shop whose calls to its bindings are counted, and can be held up; `watched.ts` runs around its Worker. */
import { readFileSync } from "node:fs";
import { bundleOf } from "./bundles.ts";
import { startShop, type Shop } from "./shop.ts";
import type { Kind, Orders, Watched, WatchedCall, WatchedRequest } from "./watched.ts";

export interface WatchedShop extends Shop {
  /** Forgets what was seen until now. */
  order(orders: Orders): Promise<void>;
  /** What was seen since the last order. */
  seen(): Promise<Watched>;
}

type Options = Parameters<typeof startShop>[0];

const entry = `
import shop from "./index.js";
import { watched } from "./watched.js";
const worker = watched(shop);
export default worker;
export const direct = { fetch: worker.fetch };
`;

export async function startWatchedShop(options: Options = {}): Promise<WatchedShop> {
  const modules = {
    "entry.js": entry,
    "watched.js": readFileSync(await bundleOf("tests/support/watched.ts"), "utf8"),
  };
  const shop = await startShop({
    ...options,
    around: { modules, flags: ["nodejs_als"], direct: "direct" },
  });
  const watch = async (init: RequestInit = {}): Promise<Watched> =>
    (await shop.fetch("/watch", init)).json();
  return {
    ...shop,
    order: async (orders) => void (await watch({ method: "POST", body: JSON.stringify(orders) })),
    seen: () => watch(),
  };
}

export const callsOf = (requests: readonly WatchedRequest[], kind: Kind): WatchedCall[] =>
  requests.flatMap(({ calls }) => calls.filter((call) => call.kind === kind));

/** The longest chain of calls of which each began after the one before had ended. */
export function depthOf(calls: readonly WatchedCall[]): number {
  let depth = 0;
  let chainEnd = -1;
  // Taking the call that ends first gives the longest chain of intervals that do not overlap.
  const ended = calls.map(({ begin, end }) => ({ begin, end: end ?? Number.POSITIVE_INFINITY }));
  for (const { begin, end } of ended.toSorted((one, other) => one.end - other.end)) {
    if (begin <= chainEnd) continue;
    depth += 1;
    chainEnd = end;
  }
  return depth;
}
