/** A copy of the repository in the system's folder for such things: mistakes are made there and nowhere else. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { repositoryFiles, root } from "../support/repository.ts";

/** What a mistake keeps from ever coming need not be waited for as long as on the busiest machine. */
const long = /\btimeout: \d?\d0_000\b/g;

/** Tracked and new files as they are, not as committed. @returns its path; it goes when this process ends. */
export function copyOfRepository(): string {
  const copy = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), "mutants-"));
  process.once("exit", () => fs.rmSync(copy, { recursive: true, force: true, maxRetries: 9 }));
  for (const file of repositoryFiles()) {
    fs.cpSync(resolve(root, file), resolve(copy, file));
    if (!/^tests\/(support|vitest)/.test(file)) continue;
    const text = fs.readFileSync(resolve(copy, file), "utf8");
    fs.writeFileSync(resolve(copy, file), text.replaceAll(long, "timeout: 15_000"));
  }
  // Some tests of the Worker read what the build made of the page.
  const client = resolve(root, "dist/client");
  if (!fs.existsSync(client)) throw new Error("Run `npm run build` first.");
  const fixture = resolve(copy, "tests/fixtures/client");
  // One of its files is a link, and what is written through it would be the repository's own.
  fs.rmSync(fixture, { recursive: true });
  fs.cpSync(client, fixture, { recursive: true });
  // Rules of the repository ask git for its files, and a link is no folder to it.
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  fs.appendFileSync(resolve(copy, ".gitignore"), "node_modules\n");
  fs.symlinkSync(fs.realpathSync(resolve(root, "node_modules")), resolve(copy, "node_modules"));
  return copy;
}
