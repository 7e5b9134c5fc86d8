/** Modules for workerd, made from TypeScript. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "vite";
import { root } from "./repository.ts";

/** @returns the path of one file that holds the module with all that it imports, but for the runtime's own modules. */
export async function moduleOf(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    root,
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
  const folder = resolve(root, "node_modules/.cache/modules");
  mkdirSync(folder, { recursive: true });
  const target = resolve(folder, `${source.replaceAll(/\W/g, "-")}.js`);
  // Another process may be at the same module, so that it appears in one step.
  writeFileSync(`${target}.${process.pid}`, made.output[0].code);
  renameSync(`${target}.${process.pid}`, target);
  return target;
}
