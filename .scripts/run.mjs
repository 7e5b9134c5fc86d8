// Runs a tool from node_modules and keeps its output for when it fails.
import { spawn } from "node:child_process";
import { environment, root } from "./installed.mjs";

/** @returns the output; rejects with it when the tool fails. */
export function run(command, args, { inherit = false, env = {} } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(env),
      stdio: inherit ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += data));
    child.stderr?.on("data", (data) => (output += data));
    child.on("error", failed);
    child.on("exit", (code) =>
      code === 0 ? done(output) : failed(new Error(`${command} ${args.join(" ")} ended with ${code}\n${output}`)),
    );
  });
}
