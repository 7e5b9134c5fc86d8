// Runs a tool from node_modules and keeps its output for when it fails.
import { spawn } from "node:child_process";
import { environment, isWindows, root } from "./installed.mjs";

interface RunOptions {
  /** Shows the output as it comes instead of returning it. */
  inherit?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  /** What the tool reads from its standard input. */
  input?: string | undefined;
}

/** Resolves with stdout; rejects with stdout and stderr when the tool fails. */
export function run(
  command: string,
  args: readonly string[],
  { inherit = false, env = {}, cwd = root, input }: RunOptions = {},
): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(env),
      stdio: inherit ? "inherit" : [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      // npm installs its commands as .cmd files there, which only a shell can start.
      shell: isWindows,
    });
    child.stdin?.end(input);
    let stdout = "";
    let everything = "";
    child.stdout?.on("data", (data: Buffer) => {
      stdout += data;
      everything += data;
    });
    child.stderr?.on("data", (data: Buffer) => void (everything += data));
    child.on("error", failed);
    // "exit" may come before the last of the output.
    child.on("close", (code) =>
      code === 0
        ? done(stdout)
        : failed(new Error(`${command} ${args.join(" ")} ended with ${code}\n${everything}`)),
    );
  });
}
