/** What operators type about the books and a member, as commands of their own over a state in a folder. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withLocalState } from "../../../.scripts/local-state.ts";
import { shopTables } from "../../support/books.ts";
import { attempt, paid } from "../../support/breaches.ts";
import { root } from "../../support/repository.ts";

const message = "a".repeat(64);
/** More than the command asks for at once; the last was guessed at too often. */
const manyChallenges = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 12000)
  INSERT INTO sign_in_challenges (id, member_key, upstream_temp_token, guesses, created_at, expires_at)
  SELECT 'C' || n, '', '', CASE n WHEN 12000 THEN 6 ELSE 0 END, 0, 0 FROM number`;
const rows = [
  `INSERT INTO payment_inbox (id, reason, fields, received_at) VALUES ('${message}', 'odd', '{}', 1)`,
  attempt("ORPHAN", { ...paid, state: "open" }),
  manyChallenges,
  "INSERT INTO member_refusals (member_id, refusal) VALUES ('mei', 'family:tea')",
];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(resolve(root, "node_modules/.cache/commands-"));
  const sql = `${shopTables()}\n${rows.join(";\n")}`;
  await withLocalState(({ shopDatabase }) => shopDatabase.prepare(sql).run(), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (script: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [`.scripts/${script}.ts`, ...words], { cwd: root });

test("a change of payments asks twice, and ends with 1 or 2 when it is refused", async () => {
  const own = ["--persist-to", folder, "--as", "Lin"];
  const { stdout } = await call("payments", "resolve", message, "looked at it", ...own);
  const code = /--confirm (\w+)/.exec(stdout)?.[1] ?? "";
  const confirmed = ["resolve", message, "looked at it", "--confirm", code, ...own];
  expect((await call("payments", ...confirmed)).stdout).toContain("Done");
  await expect(call("payments", ...confirmed)).rejects.toMatchObject({ code: 1 });
  await expect(call("payments", "waiting", "more", ...own)).rejects.toMatchObject({ code: 2 });
});

test("each broken rule is named with its row, however long the tables, and the command fails", async () => {
  const failed = call("invariants", "--persist-to", folder);
  await expect(failed).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/^2 of/) });
  const { stderr } = (await failed.catch((error: unknown) => error)) as { stderr: string };
  expect(stderr).toContain("✗ an attempt that is not paid was never settled: ORPHAN");
  expect(stderr).toContain("✗ a code is guessed at five times at most: C12000");
});

test("a restore makes its key once, and ends with 2 when it is called wrongly", async () => {
  const key = resolve(folder, "key.json");
  const made = await call("restore", "--new-key", key);
  expect(made.stdout).toMatch(/^BACKUP_PUBLIC_KEY = "[\w-]{43}"\n$/);
  await expect(call("restore", "--new-key", key)).rejects.toThrow("EEXIST");
  await expect(call("restore", "--day", "2026-11-22")).rejects.toMatchObject({ code: 2 });
});

test("a member's data is printed whole, and removed", async () => {
  const member = async (action: string) =>
    (await call("member", action, "mei", "--persist-to", folder)).stdout;
  const kept = { refusals: [{ refusal: "family:tea" }], payments: [] };
  expect(JSON.parse(await member("export"))).toMatchObject(kept);
  expect(await member("erase")).toContain("member_refusals: 1\n");
  expect(JSON.parse(await member("export"))).toMatchObject({ refusals: [] });
});
