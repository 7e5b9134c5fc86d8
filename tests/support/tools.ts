import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "../../.scripts/run.ts";
import { root } from "../../.scripts/installed.mjs";

/** What few people run is installed at its first use. @returns the folder that holds the packages. */
export async function installTool(...packages: string[]): Promise<string> {
  const name = packages.join("+").replaceAll("/", "-");
  const folder = resolve(root, "node_modules/.cache/tools", name);
  // npm writes this file last.
  if (!existsSync(join(folder, "node_modules/.package-lock.json"))) {
    console.log(`Installing ${packages.join(" and ")} …`);
    // What a tool works on is here: its vitest is the repository's.
    const quiet = ["--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", "--prefix", folder, ...quiet, ...packages]);
  }
  return join(folder, "node_modules");
}
