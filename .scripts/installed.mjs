// Runs on whatever Node calls it (20 or newer) and needs nothing installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");
export const isWindows = process.platform === "win32";
const bin = resolve(root, "node_modules/.bin");

/** Installs the locked dependencies unless this very lock file is installed already. */
export function install() {
  const installed = resolve(root, "node_modules/.package-lock.json");
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(resolve(root, "package-lock.json")).mtimeMs
  )
    return;
  console.log("Installing dependencies …");
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: isWindows,
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/**
 * The environment every tool runs in: the Node and the tools of node_modules first, and no calls home.
 *
 * @param {Record<string, string>} [extra]
 */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    NODE_NO_WARNINGS: "1",
    // Wrangler is started dozens of times, and half of what a start takes is compiling it.
    NODE_COMPILE_CACHE: resolve(root, "node_modules/.cache/compiled"),
    ...extra,
  };
}

/**
 * Runs one of our scripts on the Node of node_modules, in a process group of its own, and ends as it ends. Whichever process is
 * killed, the others end: what the script has started is ended here, npm is watched here, and the script notices the end of
 * this process through the channel (`endWithParent`).
 *
 * @param {string} script
 * @param {string[]} [args]
 */
export function handOver(script, args = []) {
  const node = resolve(root, "node_modules/node/bin", isWindows ? "node.exe" : "node");
  const child = spawn(node, [resolve(import.meta.dirname, script), ...args], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: environment(),
    detached: !isWindows,
  });
  child.on("error", (error) => {
    console.error(error);
    process.exit(1);
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => void (isWindows ? child.kill(signal) : killGroup(child.pid, signal)));
  child.on("exit", (code, signal) => {
    if (!isWindows) killGroup(child.pid, "SIGKILL");
    process.exit(code ?? (signal ? 1 : 0));
  });
  whenNpmIsGone(() => child.kill());
}

/**
 * npm runs scripts through a shell, and neither says anything when it is killed.
 *
 * @param {() => void} end
 */
function whenNpmIsGone(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = npmAbove(shell);
  setInterval(() => {
    if (process.ppid !== shell || (npm !== null && !existsSync(`/proc/${npm}`))) end();
  }, 500).unref();
}

/**
 * Null where there is no /proc to read, or no shell between npm and us.
 *
 * @param {number} shell
 */
function npmAbove(shell) {
  try {
    const [, parent] = readFileSync(`/proc/${shell}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return readFileSync(`/proc/${parent}/cmdline`, "utf8").includes("npm") ? Number(parent) : null;
  } catch {
    return null;
  }
}

/** For a script that was started by `handOver`: ends it and all that it started when the process that started it is gone. */
export function endWithParent() {
  if (process.channel === undefined) return;
  process.once("disconnect", () => {
    if (!isWindows) killGroup(process.pid, "SIGKILL");
    process.exit(1);
  });
}

/**
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
function killGroup(leader, signal) {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // ESRCH: nobody of the group is left.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
