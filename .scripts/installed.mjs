// Runs on whatever Node calls it (20 or newer) and needs nothing installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");
const bin = resolve(root, "node_modules/.bin");

/** Installs the locked dependencies unless this very lock file is installed already. */
export function install() {
  const installed = resolve(root, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(resolve(root, "package-lock.json")).mtimeMs) return;
  console.log("Installing dependencies …");
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** The environment every tool runs in: the Node and the tools of node_modules first, and no calls home. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    NODE_NO_WARNINGS: "1",
    ...extra,
  };
}

/** Runs one of our scripts on the Node of node_modules and ends as it ends. */
export function handOver(script, args = process.argv.slice(2), extra = {}) {
  const child = spawn(resolve(bin, "node"), [resolve(import.meta.dirname, script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: environment(extra),
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
