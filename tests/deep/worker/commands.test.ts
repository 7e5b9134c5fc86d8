/** What operators type about the books. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../support/repository.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(resolve(root, "node_modules/.cache/commands-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (script: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [`.scripts/${script}.ts`, ...words], { cwd: root });

test("a restore makes its key once, and ends with 2 when it is called wrongly", async () => {
  const key = resolve(folder, "key.json");
  const made = await call("restore", "--new-key", key);
  expect(made.stdout).toMatch(/^BACKUP_PUBLIC_KEY = "[\w-]{43}"\n$/);
  await expect(call("restore", "--new-key", key)).rejects.toThrow("EEXIST");
  await expect(call("restore", "--day", "2026-11-22")).rejects.toMatchObject({ code: 2 });
});
