/** A copy of the repository in the system's folder for such things: mistakes are made there and nowhere else. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Tracked and new files as they are, not as committed. @returns its path; it goes when this process ends. */
export function copyOf(root: string): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), "mutants-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  const listed = execFileSync("git", ["ls-files", "-z", "-c", "-o", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter(Boolean))
    if (existsSync(resolve(root, file))) cpSync(resolve(root, file), resolve(copy, file));
  symlinkSync(realpathSync(resolve(root, "node_modules")), resolve(copy, "node_modules"), "dir");
  return copy;
}
