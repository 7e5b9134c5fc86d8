/** A program that a driver starts, with a folder of its own; both are gone after `end`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Program {
  /** Resolves with the first match in what the program writes. */
  says(pattern: RegExp): Promise<string>;
  /** Every line that it wrote. */
  lines(): string[];
  end(): Promise<void>;
}

export function newFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "sillage-engine-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function startProgram(
  command: string,
  args: readonly string[],
  { env = {}, folder }: { env?: Record<string, string>; folder: string },
): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  let hasFailed: string | null = null;
  const watchers = new Set<() => void>();
  const look = () => watchers.forEach((watch) => watch());
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      written += data;
      look();
    });
  const gone = new Promise<void>((done) => {
    child.on("error", (error) => {
      hasFailed = error.message;
      look();
      done();
    });
    child.on("close", (code) => {
      hasFailed = `ended with ${code}`;
      look();
      done();
    });
  });
  const endWithTests = () => child.kill("SIGKILL");
  process.once("exit", endWithTests);
  return {
    lines: () => written.split("\n"),
    says: (pattern) =>
      new Promise((done, failed) => {
        const watch = () => {
          const match = pattern.exec(written);
          if (match === null && hasFailed === null) return;
          watchers.delete(watch);
          if (match === null) failed(new Error(`${command} ${hasFailed}\n${written}`));
          else done(match[1] ?? match[0]);
        };
        watchers.add(watch);
        watch();
      }),
    async end() {
      child.kill();
      await Promise.race([gone, once(AbortSignal.timeout(5_000), "abort")]);
      endWithTests();
      process.off("exit", endWithTests);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
