// What commands cost on both sides of the clock. Runs on whatever Node calls it and needs nothing installed.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";

/**
 * In seconds. `processor` is null where the kernel does not tell: only Linux does.
 *
 * @typedef {{ wall: number; processor: number | null }} Cost
 */

/** Of cgroup v2, beside version 1 or alone. */
const bases = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"];
const ticksPerSecond = 100;
let counted = 0;

/**
 * Puts this process, and all that it will start, into a control group of its own: the kernel counts for a group also what outlives
 * whoever started it, as the processes of a browser do. The group goes with this process.
 *
 * @returns {string | null} its folder; null where we may make none, which root may on Linux.
 */
export function joinGroup() {
  const base = bases.find((path) => existsSync(`${path}/cgroup.procs`));
  if (base === undefined) return null;
  const group = `${base}/sillage-${process.pid}`;
  try {
    mkdirSync(group);
    writeFileSync(`${group}/cgroup.procs`, `${process.pid}`);
  } catch {
    return null;
  }
  process.once("exit", () => {
    writeFileSync(`${base}/cgroup.procs`, `${process.pid}`);
    removeGroup(group);
  });
  return group;
}

/**
 * Counts what one command costs.
 *
 * @param {string | null} parent what `joinGroup` gave; without it, processes that outlive their parents are not counted.
 */
export function startCounting(parent) {
  const started = Date.now();
  const before = endedChildrenSeconds();
  counted += 1;
  const group = parent === null ? null : `${parent}/${counted}`;
  if (group !== null) mkdirSync(group);
  return {
    /**
     * The command, so that it counts.
     *
     * @param {string} command
     * @param {readonly string[]} args
     * @returns {[string, readonly string[]]}
     */
    within(command, args) {
      const join = `echo $$ > "${group}/cgroup.procs"; exec "$@"`;
      return group === null ? [command, args] : ["sh", ["-c", join, "sh", command, ...args]];
    },
    /** @returns {Cost} */
    end() {
      const now = endedChildrenSeconds();
      const ofChildren = now === null || before === null ? null : now - before;
      const processor = group === null ? ofChildren : secondsOf(group);
      if (group !== null) removeGroup(group);
      return { wall: (Date.now() - started) / 1000, processor };
    },
  };
}

/**
 * Of all that ever ran in a group.
 *
 * @param {string} group
 */
export function secondsOf(group) {
  const [, microseconds] = /usage_usec (\d+)/.exec(readFileSync(`${group}/cpu.stat`, "utf8")) ?? [];
  return Number(microseconds) / 1e6;
}

/** @param {string} group */
function removeGroup(group) {
  try {
    rmdirSync(group);
  } catch (error) {
    // Something in it still ends; an empty group costs nothing.
    if (!(error instanceof Error && "code" in error && error.code === "EBUSY")) throw error;
  }
}

/** Of all processes that were started here and have ended (proc(5): cutime and cstime). */
function endedChildrenSeconds() {
  try {
    const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
    const [user = 0, system = 0] = fields.split(" ").slice(13, 15).map(Number);
    return (user + system) / ticksPerSecond;
  } catch {
    return null;
  }
}
