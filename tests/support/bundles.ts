/** Modules for workerd, each bundled once a run: the stand-ins, what tests put around a Worker, and the shop where its source runs instead of the build. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../..");
const variable = "TEST_BUNDLES";
const cache = resolve(root, "node_modules/.cache");

/** Called by vitest before the first project that needs them; the processes of the tests inherit the variable. */
export default async function bundleStandIns(): Promise<void> {
  await Promise.all(["upstream", "cashier"].map((name) => bundleOf(standIn(name))));
}

export const standIn = (name: string) => `worker/stand-ins/${name}/index.ts`;

const bundles = new Map<string, Promise<string>>();

/** @returns the path of one file that holds the source with all that it imports, but for the runtime's own modules. */
export function bundleOf(source: string): Promise<string> {
  const made = bundles.get(source) ?? bundle(source);
  bundles.set(source, made);
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

async function bundle(source: string): Promise<string> {
  const target = resolve(folderOfRun(), `${source.replaceAll(/\W/g, "-")}.js`);
  if (existsSync(target)) return target;
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    root,
    define: { "process.env.NODE_ENV": '"production"', "import.meta.env.DEV": "false" },
    resolve: { conditions: ["workerd", "worker", "module"] },
    build: {
      write: false,
      minify: true,
      target: "es2022",
      lib: { entry: resolve(root, source), formats: ["es"] },
      rolldownOptions: { external: /^(node|cloudflare):/ },
    },
  });
  const [made] = Array.isArray(built) ? built : [built];
  if (made === undefined || !("output" in made)) throw new Error(`${source} was not built`);
  // Another process may be at the same bundle, so that it appears in one step.
  writeFileSync(`${target}.${process.pid}`, made.output[0].code);
  renameSync(`${target}.${process.pid}`, target);
  return target;
}
