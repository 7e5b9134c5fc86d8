// Tools that few people run are installed at their first use, in the version named there.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

/** Returns the folder of the package. */
export async function installTool(name: string, version: string): Promise<string> {
  const folder = resolve(root, "node_modules/.cache/tools", `${name}-${version}`);
  // npm writes this file last.
  if (!existsSync(join(folder, "node_modules/.package-lock.json"))) {
    console.log(`Installing ${name} ${version} …`);
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", "--prefix", folder, ...quiet, `${name}@${version}`]);
  }
  return join(folder, "node_modules", name);
}
