/** Workers bundled by wrangler, each once a run: the stand-ins, and the shop where its source runs instead of the build. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, resolve } from "node:path";
import { run } from "../../.scripts/run.ts";

const root = resolve(import.meta.dirname, "../..");
const variable = "TEST_BUNDLES";
const cache = resolve(root, "node_modules/.cache");

/** Called by vitest before the first project that needs them; the processes of the tests inherit the variable. */
export default async function bundleStandIns(): Promise<void> {
  await Promise.all(["upstream", "cashier"].map((name) => bundleOf(standInConfig(name))));
}

export const standInConfig = (name: string) => `worker/stand-ins/${name}/wrangler.toml`;

const bundles = new Map<string, Promise<string>>();

/** @param entry - another entry than the configuration's. @returns the path of the bundle. */
export function bundleOf(config: string, entry?: string): Promise<string> {
  const name = (entry ?? config).replaceAll(/\W/g, "-");
  let made = bundles.get(name);
  if (made === undefined) {
    made = bundle(config, entry, resolve(folderOfRun(), name));
    bundles.set(name, made);
  }
  return made;
}

/** Made by the first process that needs it, which also removes it. */
function folderOfRun(): string {
  const inherited = process.env[variable];
  if (inherited !== undefined) return inherited;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(resolve(cache, "bundles-"));
  process.env[variable] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function bundle(config: string, entry: string | undefined, target: string): Promise<string> {
  const ready = `${target}.js`;
  if (existsSync(ready)) return ready;
  const out = mkdtempSync(`${target}-`);
  const source = entry === undefined ? [] : [entry, "--assets", "tests/fixtures/client"];
  await run("wrangler", [
    "deploy",
    ...source,
    "--dry-run",
    "-c",
    config,
    "--env=",
    "--outdir",
    out,
  ]);
  const script = `${basename(entry ?? "index.ts").replace(/\.\w+$/, "")}.js`;
  const drained = drainingBodies(readFileSync(resolve(out, script), "utf8"));
  // Another process may be at the same bundle, so that it appears in one step.
  writeFileSync(resolve(out, "drained.js"), drained);
  renameSync(resolve(out, "drained.js"), ready);
  return ready;
}

/** What wrangler wraps around a Worker in local mode: a client refused unread would otherwise wait for its body to be taken. */
function drainingBodies(script: string): string {
  const [head, worker, ...rest] = script.split(/^export \{\s*(\w+) as default\s*\};$/m);
  if (head === undefined || worker === undefined)
    throw new Error("the bundle does not end in its export");
  const wrapped = `
async function drainedFetch(request, env, context) {
  try {
    return await ${worker}.fetch(request, env, context);
  } finally {
    if (request.body !== null && !request.bodyUsed) await request.body.pipeTo(new WritableStream());
  }
}
export default { ...${worker}, fetch: drainedFetch };
`;
  return [head, wrapped, ...rest].join("");
}
