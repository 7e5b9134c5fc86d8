import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Driver {
  goto(url: string): Promise<void>;
  evaluate(expression: string): Promise<string>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  troubles(): string[];
  close(): Promise<void>;
}

export interface Engine {
  open(browserTag: string): Promise<Driver>;
  close(): Promise<void>;
}

export function clickActions(x: number, y: number): object {
  return {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
}

export function keyActions(text: string): object {
  const actions = [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return { type: "key", id: "keyboard", actions };
}

/** A program that a driver starts, with a folder of its own; both are gone after `end`. */
export interface Program {
  says(pattern: RegExp): Promise<string>;
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
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: [...stdio] });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => (written += String(data)));
  child.on("error", ({ message }) => (written += message));
  const gone = once(child, "close").catch(() => []);
  const endWithTests = () => void child.kill("SIGKILL");
  process.once("exit", endWithTests);
  return {
    lines: () => written.split("\n"),
    says: (pattern) =>
      vi.waitFor(
        () => {
          const match = pattern.exec(written);
          if (match === null) throw new Error(`${command} said only: ${written}`);
          return match[1] ?? match[0];
        },
        { timeout: 120_000, interval: 100 },
      ),
    async end() {
      child.kill();
      await Promise.race([gone, once(AbortSignal.timeout(5_000), "abort")]);
      endWithTests();
      process.off("exit", endWithTests);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
