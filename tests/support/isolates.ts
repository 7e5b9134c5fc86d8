/** A shop whose Worker also runs as copies that share nothing but its bindings, as isolates at the edge do. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { bundleOf } from "./bundles.ts";
import { root } from "./repository.ts";
import { startShop, type Shop } from "./shop.ts";

/** The number of the copy that answers; without it the Worker itself does, which is warm. */
const copyHeader = "X-Copy";
const clockHeader = "X-Clock-Ahead-Ms";

export const inCopy = (copy: number) => ({ [copyHeader]: String(copy) });
/** Moves the clock of all of them on, from this request. */
export const laterBy = (ms: number) => ({ [clockHeader]: String(ms) });

/** A module is evaluated once under each of its names, when it is first imported. */
const entry = `
import shop from "./index.js";
const now = Date.now.bind(Date);
let aheadMs = 0;
Date.now = () => now() + aheadMs;
async function answer(request, env, execution) {
  aheadMs += Number(request.headers.get("${clockHeader}") ?? 0);
  const copy = request.headers.get("${copyHeader}");
  const worker = copy === null ? shop : (await import("./copy-" + copy + ".js")).default;
  return worker.fetch(request, env, execution);
}
export default { ...shop, fetch: answer };
export const direct = { fetch: answer };
`;

export async function startIsolates(copies: number): Promise<Shop> {
  const build = process.env.SHOP_BUILD;
  const script = readFileSync(
    build === undefined
      ? await bundleOf("wrangler.toml", "worker/index.ts")
      : resolve(root, build, "sillage/index.js"),
    "utf8",
  );
  const modules = Array.from({ length: copies }, (_, copy) => [`copy-${copy}.js`, script] as const);
  return startShop({
    around: { modules: { "entry.js": entry, ...Object.fromEntries(modules) }, direct: "direct" },
  });
}
