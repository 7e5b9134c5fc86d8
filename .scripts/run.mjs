// Runs a tool from node_modules and keeps its output for when it fails.
import { spawn } from "node:child_process";
import { environment, root } from "./installed.mjs";

/** @returns what it says on stdout, apart from its warnings; rejects with all it said when it fails. */
export function run(command, args, { inherit = false, env = {} } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(env),
      stdio: inherit ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let said = "";
    child.stdout?.on("data", (data) => {
      output += data;
      said += data;
    });
    child.stderr?.on("data", (data) => (said += data));
    child.on("error", failed);
    // Not "exit": what it said last may still be on its way then.
    child.on("close", (code) =>
      code === 0 ? done(output) : failed(new Error(`${command} ${args.join(" ")} ended with ${code}\n${said}`)),
    );
  });
}
