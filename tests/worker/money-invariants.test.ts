import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariantsAt } from "../../worker/store/invariants.ts";
import { attempt, breaches, day, insert, now, paid } from "../support/breaches.ts";
import { brokenRules } from "../support/invariants.ts";
import { genuineNotice, newPayableOrders, notify } from "../support/payments.ts";
import { read, repositoryFiles, root } from "../support/repository.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

test("a shop at work breaks no rule, and a payment whose outbox row is gone after a month breaks none", async () => {
  const [order, old] = await newPayableOrders(shop, 2);
  if (order === undefined || old === undefined) throw new Error("no order");
  for (const each of [order, old]) await notify(shop, await genuineNotice(each));
  await shop.db
    .prepare("UPDATE payment_attempts SET paid_at = paid_at - ? WHERE merchant_trade_no = ?")
    .bind(31 * day, old.merchantTradeNo)
    .run();
  await shop.db.prepare("DELETE FROM outbox WHERE order_id = ?").bind(old.orderId).run();
  expect(await brokenRules(shop.db)).toEqual([]);
});

const reasonOf = (text: string): string => /"reason":"([^"]+)"/.exec(text)?.[1] ?? text;

test("every rule finds the rows that break it, and the schedule tells which rule it is, without naming a row", async () => {
  expect(Object.keys(breaches)).toEqual(invariantsAt(now).map(({ rule }) => rule));
  for (const sql of Object.values(breaches).flat()) await shop.db.prepare(sql).run();
  const broken = await brokenRules(shop.db);
  expect(broken.map((text) => text.slice(0, text.indexOf(": ")))).toEqual(Object.keys(breaches));
  const told = () =>
    shop.logs().filter((text) => text.includes(`"event":"an invariant is broken"`));
  // What lies about is swept as well: not before it was told of.
  await shop.db
    .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('retention_next_at', ?)")
    .bind(now + day)
    .run();
  await shop.runSchedule();
  await expect.poll(() => told().length).toBeGreaterThan(0);
  expect(Object.keys(breaches)).toEqual(expect.arrayContaining(told().map(reasonOf)));
  expect(told().join("\n")).not.toMatch(/\bB\d/);
});

test("people are told again, once an hour, of payment messages that nobody has settled (R50)", async () => {
  const message = {
    id: "M1",
    merchant_trade_no: "M1",
    reason: "odd_value",
    fields: "{}",
    received_at: now - 20 * 60_000,
  };
  await shop.db.prepare(insert("payment_inbox", message)).run();
  await shop.db.prepare("DELETE FROM limits WHERE key = 'waiting-messages'").run();
  await shop.runSchedule();
  await expect
    .poll(() => shop.logs().some((text) => text.includes("payment messages wait for people")))
    .toBe(true);
});

/** More than the command asks for at once; the last was guessed at too often. */
const manyChallenges = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 12000)
  INSERT INTO sign_in_challenges (id, member_key, upstream_temp_token, guesses, created_at, expires_at)
  SELECT 'C' || n, '', '', CASE n WHEN 12000 THEN 6 ELSE 0 END, 0, 0 FROM number`;

test("an operator's command names each broken rule and its row, however long the tables, and ends with a failure", () => {
  const folder = mkdtempSync(resolve(root, "node_modules/.cache/invariants-"));
  try {
    const migrations = repositoryFiles().filter((file) => /^migrations\/shop\/.*\.sql$/.test(file));
    const file = resolve(folder, "broken.sql");
    writeFileSync(
      file,
      `${migrations.sort().map(read).join(";\n")};\n${attempt("ORPHAN", { ...paid, state: "open" })};\n${manyChallenges};`,
    );
    const planted = spawnSync(
      "wrangler",
      ["d1", "execute", "DB", "--yes", "--local", "--persist-to", folder, "--file", file],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" },
      },
    );
    expect(planted.status, planted.stderr).toBe(0);
    const command = spawnSync(
      process.execPath,
      [".scripts/invariants.ts", "--persist-to", folder],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    expect(command.stderr).toContain("✗ an attempt that is not paid was never settled: ORPHAN");
    expect(command.stderr).toContain("✗ a code is guessed at five times at most: C12000");
    expect(command.stdout).toContain("2 of");
    expect(command.status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
