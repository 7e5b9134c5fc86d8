/** Asks the type check and `examine.ts`, which is in a process group of its own and ended whenever it takes too long. */
import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Question, Verdict } from "./examine.ts";

/** Far longer than the tests take: what waits for ever fails by their own limits, what never stops by this one. */
const longestMs = 300_000;

export function createExaminer(copy: string) {
  let child: ChildProcess | null = null;
  const end = () => {
    // Its tests and their Workers too.
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    child = null;
  };
  process.once("exit", end);
  return {
    end,
    async ask(question: Question): Promise<Verdict> {
      if (child === null) {
        child = start(copy);
        if ((await heard(child)) !== "ready") throw new Error("the tests do not start");
      }
      const answer = heard(child);
      child.send(question);
      // Only `examine.ts` is at the other end.
      const verdict = (await answer) as Verdict | null;
      if (verdict === null) end();
      return verdict ?? { outcome: "timeout" };
    },
  };
}

function start(copy: string): ChildProcess {
  const bundles = resolve(copy, ".git/bundles");
  mkdirSync(bundles, { recursive: true });
  const { SHOP_BUILD: _sources, ...env } = process.env;
  return fork(resolve(copy, "tests/mutants/examine.ts"), [copy], {
    cwd: copy,
    detached: true,
    env: { ...env, TEST_BUNDLES: bundles, CI: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Null when nothing comes in time, or the process ends. */
function heard(child: ChildProcess): Promise<unknown> {
  return new Promise((done) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      child.off("message", settle).off("exit", nothing);
      done(answer);
    };
    const nothing = () => settle(null);
    const timer = setTimeout(nothing, longestMs);
    child.once("message", settle).once("exit", nothing);
  });
}

/** Looks again only at what a mistake can have changed. @returns what is first said against it. */
export function refusedByTypes(
  copy: string,
  source: string,
  projects: readonly string[],
): string | null {
  for (const project of projects) {
    const kept = ["--incremental", "--tsBuildInfoFile", `.git/types-${project}`];
    const args = ["-p", project, "--pretty", "false", ...kept];
    const { status, stdout } = spawnSync("tsc", args, { cwd: copy, encoding: "utf8" });
    if (status !== 0) return stdout.split("\n")[0] ?? "";
  }
  const rules = ["--config", ".scripts/promises.oxlintrc.json", "--format", "unix"];
  const args = ["--type-aware", ...rules, source];
  const { status, stdout } = spawnSync("oxlint", args, { cwd: copy, encoding: "utf8" });
  return status === 0 ? null : (stdout.split("\n")[0] ?? "");
}
