// Which code a build is of, but for the files that the first deployment writes ids into.
import { execFileSync } from "node:child_process";
import { root } from "../installed.mjs";

const code = ["worker", "web", "package.json", "package-lock.json", "vite.config.ts"];
const configuration = [":!worker/wrangler.api.toml"];
const changed = ".changed";

/** `4f1ff5a0c2d1`, `.changed` behind it for other code; `unknown` without a repository. */
export function commitOfCode(folder = root): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const commit = git("rev-parse", "--short=12", "HEAD");
    const changes = git("status", "--porcelain", "--", ...code, ...configuration);
    return changes === "" ? commit : commit + changed;
  } catch {
    return "unknown";
  }
}

export const isCommitted = (commit: string) => commit !== "unknown" && !commit.endsWith(changed);
