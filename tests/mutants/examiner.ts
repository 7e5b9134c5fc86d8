/** Asks `examine.ts`, in a process group of its own that is ended whenever it takes too long. */
import { fork, type ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Level } from "./sources.ts";

export interface Question {
  source: string;
  tests: string[];
}

export type Verdict =
  | { outcome: "survived" | "timeout" }
  | { outcome: "noticed"; file: string; by: string; because: string }
  | { outcome: "error"; by: string };

export interface Examiner {
  ask(question: Question, limitMs: number): Promise<Verdict>;
  end(): void;
}

const startMs = 180_000;

export function createExaminer(copy: string, level: Level): Examiner {
  let child: ChildProcess | null = null;
  const end = () => {
    if (child?.pid === undefined || child.exitCode !== null) return;
    // Its tests and their Workers too.
    process.kill(-child.pid, "SIGKILL");
    child = null;
  };
  process.once("exit", end);
  return {
    end,
    async ask(question, limitMs) {
      if (child === null) {
        child = start(copy, level);
        if ((await heard(child, startMs)) !== "ready") throw new Error(`${level} does not start`);
      }
      const answer = heard(child, limitMs);
      child.send(question);
      // Only `examine.ts` is at the other end.
      const verdict = (await answer) as Verdict | null;
      if (verdict === null) end();
      return verdict ?? { outcome: "timeout" };
    },
  };
}

function start(copy: string, level: Level): ChildProcess {
  const bundles = resolve(copy, `.bundles-${level}`);
  mkdirSync(bundles, { recursive: true });
  return fork(resolve(copy, "tests/mutants/examine.ts"), [copy, level], {
    cwd: copy,
    detached: true,
    env: { ...process.env, TEST_BUNDLES: bundles, CI: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Null when nothing comes in time, or the process ends. */
function heard(child: ChildProcess, limitMs: number): Promise<unknown> {
  return new Promise((done) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      child.off("message", settle).off("exit", nothing);
      done(answer);
    };
    const nothing = () => settle(null);
    const timer = setTimeout(nothing, limitMs);
    child.once("message", settle).once("exit", nothing);
  });
}
