import { readFileSync } from "node:fs";
import { bundleOf } from "./bundles.ts";
import { startShop } from "./shop.ts";
import type { Kind, Watched, WatchedCall, WatchedRequest } from "./watched.ts";

const entry = `
import shop from "./index.js";
import { watched } from "./watched.js";
const worker = watched(shop);
export default worker;
export const direct = { fetch: worker.fetch };
`;

export async function startWatchedShop() {
  const modules = {
    "entry.js": entry,
    "watched.js": readFileSync(await bundleOf("tests/support/watched.ts"), "utf8"),
  };
  const around = { modules, flags: ["nodejs_als"], direct: "direct" };
  const shop = await startShop({ around });
  const watch = async (init: RequestInit = {}): Promise<Watched> =>
    (await shop.fetch("/watch", init)).json();
  return {
    ...shop,
    forget: () => watch({ method: "POST" }),
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
