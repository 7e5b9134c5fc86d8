/** Bundles the reference upstream and the stand-in cashier once a run; every file of tests starts them anew from there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { run } from "../../.scripts/run.ts";

const root = resolve(import.meta.dirname, "../..");
const variable = "STAND_INS";

/** What wrangler wraps around a Worker in local mode: whoever is refused unread would otherwise wait for its body to be taken. */
const drained = (worker: string) => `
async function drainedFetch(request, env, context) {
  try {
    return await ${worker}.fetch(request, env, context);
  } finally {
    if (request.body !== null && !request.bodyUsed) await request.body.pipeTo(new WritableStream());
  }
}
export default { ...${worker}, fetch: drainedFetch };
`;

type StandIn = "upstream" | "cashier";

/** The folder of the bundle; null where nothing was bundled before, as outside of vitest. */
export function bundleOf(name: StandIn): string | null {
  const folder = process.env[variable];
  return folder === undefined ? null : resolve(folder, name);
}

/** Called by vitest before the first project that needs them; the processes of the tests inherit the variable. */
export default async function bundleStandIns(): Promise<(() => void) | undefined> {
  if (process.env[variable] !== undefined) return undefined;
  const cache = resolve(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(resolve(cache, "stand-ins-"));
  await Promise.all([bundle("upstream", folder), bundle("cashier", folder)]);
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

async function bundle(name: StandIn, into: string): Promise<void> {
  const folder = resolve(into, name);
  await run("wrangler", [
    "deploy",
    "--dry-run",
    "-c",
    `worker/stand-ins/${name}/wrangler.toml`,
    "--outdir",
    folder,
  ]);
  const file = resolve(folder, "index.js");
  const [head, worker, ...rest] = readFileSync(file, "utf8").split(
    /^export \{\s*(\w+) as default\s*\};$/m,
  );
  if (head === undefined || worker === undefined)
    throw new Error(`the bundle of ${name} does not end in its export`);
  writeFileSync(file, [head, drained(worker), ...rest].join(""));
}
