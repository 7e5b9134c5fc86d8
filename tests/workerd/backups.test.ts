import { env } from "cloudflare:workers";
import type { Deps } from "../../worker/deps.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import { makeNightlyCopy, nightOf } from "../../worker/shop/backups/nightly-copy.ts";
import { manifestKey, openRows, sealRows } from "../../worker/shop/backups/sealed-copy.ts";
import type { NightlyCopy, TableRow } from "../../worker/shop/backups/sealed-copy.ts";
import { copiedTables, insertionsOf } from "../../worker/store/copied-rows.ts";
import { backupKey } from "../support/backup-key.ts";
import { attempt, breaches, now as brokenAt, paid } from "../support/breaches.ts";
import { grownTables } from "./grown-tables.ts";
import { brokenRules, dayMs, minuteMs, noon, openAttempt } from "./database.ts";
import { emptyBackups, leaveNothing } from "./ground.ts";
import { portsWith } from "./ports.ts";

const day = "2026-11-21";

const usual = { now: noon, publicKey: backupKey.x, bucket: env.BACKUPS };
type Wish = { now?: number; publicKey?: string | null; bucket?: R2Bucket | undefined };
function copying(wish: Wish = {}): Deps {
  const { now, publicKey, bucket } = { ...usual, ...wish };
  const own = { bindings: { BACKUPS: bucket } };
  return portsWith({ now: () => now, config: { BACKUP_PUBLIC_KEY: publicKey }, own }).deps;
}

async function kept(): Promise<string[]> {
  const { objects } = await env.BACKUPS.list();
  return objects.map(({ key }) => key);
}

afterEach(emptyBackups);

async function grow(count: number): Promise<void> {
  for (const sql of grownTables(count, noon)) await env.DB.prepare(sql).run();
}

async function textOf(key: string): Promise<string> {
  const file = await env.BACKUPS.get(key);
  if (file === null) throw new Error(`there is no ${key}`);
  return file.text();
}

const manifest = async (): Promise<NightlyCopy> => JSON.parse(await textOf(manifestKey(day)));
const openedPart = async (key: string) => openRows([backupKey], await textOf(key));
const columns = async (name: string) =>
  (await env.DB.prepare(`SELECT * FROM ${name} ORDER BY rowid`).all()).results;

test("a night's export holds every row of what cannot be made again, sealed, and says what it holds (R89)", async () => {
  await grow(1_100);
  for (let minute = 0; minute < 30; minute += 1) await makeNightlyCopy(copying());
  const { parts, endedAt } = await manifest();
  expect(endedAt).toBe(noon);
  expect(new Set(parts.map(({ table }) => table))).toEqual(new Set(copiedTables));
  for (const name of copiedTables) {
    const rows: unknown[] = [];
    for (const part of parts.filter(({ table }) => table === name)) {
      const opened = await openedPart(part.key);
      expect(opened).toHaveLength(part.rows);
      rows.push(...opened.map(({ row }) => row));
    }
    expect(rows, name).toEqual(await columns(name));
  }
  const [first] = parts;
  expect(await textOf(first?.key ?? "")).not.toContain("order-1");
  const secret = { ...backupKey, d: "AJzTtwhpyN5UtUVocDwsGVChYsZ74raZuDOFuXnsO2o" };
  await expect(openRows([secret], await textOf(first?.key ?? ""))).rejects.toThrow();
});

test("nothing is exported of sign-ins, codes, counters, carts and answers", () => {
  const left = ["sessions", "refresh_tokens", "sign_in_challenges", "limits", "carts"];
  for (const name of [...left, "cart_items", "idempotency_keys", "settings"])
    expect(copiedTables).not.toContain(name);
  expect(copiedTables).toHaveLength(12);
});

test("each rule that is broken is told of in that night, and one that cannot be asked holds up no copy", async () => {
  const statements = Object.values(breaches).flat();
  await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
  const config = { BACKUP_PUBLIC_KEY: backupKey.x };
  const { deps, errors } = portsWith({ now: () => brokenAt, config });
  for (let minute = 0; minute < 12; minute += 1) await makeNightlyCopy(deps);
  const told = errors.map(([, { reason }]) => reason).sort();
  expect(told).toEqual(Object.keys(breaches).sort());
  leaveNothing();
  await env.DB.prepare("DROP TABLE cancelled_orders").run();
  await emptyBackups();
  await expect(makeNightlyCopy(deps)).rejects.toThrow("cancelled_orders");
  expect(await kept()).toContain("progress.json");
});

test("a payment of a month ago may be without its outbox row, one of today may not", async () => {
  for (const [at, isBroken] of [
    [brokenAt - 31 * dayMs, false],
    [brokenAt, true],
  ] as const) {
    await env.DB.prepare(attempt("A", { ...paid, paid_at: at, settled_at: at })).run();
    const broken = (await brokenRules(brokenAt)).join();
    expect(broken.includes("a paid attempt has one settling")).toBe(isBroken);
    await env.DB.prepare("DELETE FROM payment_attempts").run();
  }
});

test("one export a night, from two in the morning in Taipei", async () => {
  expect(nightOf(Date.UTC(2026, 10, 21, 17, 59))).toBe("2026-11-21");
  expect(nightOf(Date.UTC(2026, 10, 21, 18, 0))).toBe("2026-11-22");
  await openAttempt();
  await makeNightlyCopy(copying());
  await makeNightlyCopy(copying({ now: noon + minuteMs }));
  expect((await kept()).filter((key) => key.endsWith("manifest.json"))).toEqual([manifestKey(day)]);
  await makeNightlyCopy(copying({ now: noon + dayMs }));
  expect(await kept()).toContain(manifestKey("2026-11-22"));
});

test("an export that was cut off goes on where it was", async () => {
  await openAttempt();
  const { BACKUPS } = env;
  const put = () => Promise.reject(new Error("no answer"));
  const failing = { put, get: BACKUPS.get.bind(BACKUPS), list: BACKUPS.list.bind(BACKUPS) };
  await expect(makeNightlyCopy(copying({ bucket: failing as never }))).rejects.toThrow("no answer");
  expect(await kept()).toEqual([]);
  await makeNightlyCopy(copying());
  expect((await manifest()).parts).toMatchObject([{ table: "payment_attempts", rows: 1 }]);
});

test.each([{ bucket: undefined }, { publicKey: null }])(
  "without a bucket or a key nothing is copied, and nothing fails (%o)",
  async (missing) => {
    await openAttempt();
    await runSchedule(copying(missing));
    expect(await kept()).toEqual([]);
  },
);

test("what was copied comes back as it was, and what is there already stays", async () => {
  await grow(100);
  await env.DB.prepare(
    `UPDATE payment_attempts SET snapshot = '{"customerName":"O''Hara; -- 調香師 \\u0000"}' WHERE rowid % 2`,
  ).run();
  const before = new Map<string, Record<string, unknown>[]>();
  for (const name of copiedTables) before.set(name, await columns(name));
  for (const [name, rows] of before) {
    const statements = insertionsOf(name, rows as TableRow["row"][]);
    for (const statement of statements) expect(statement.length).toBeLessThan(100_000);
    await env.DB.prepare(`DELETE FROM ${name}`).run();
    for (const statement of [...statements, ...statements]) await env.DB.prepare(statement).run();
    expect(await columns(name), name).toEqual(rows);
  }
  expect(() => insertionsOf("payment_attempts", [{ "1) --": 1 }])).toThrow("no column");
  expect(() => insertionsOf("sessions", [{ id: "1" }])).toThrow("no table of a copy");
  expect(insertionsOf("outbox", [])).toEqual([]);
});

test("after the pair was changed, what was sealed before opens with the older key beside the new one", async () => {
  const newer = { ...backupKey, x: "Ty0qDt8EA72FZuQwfzK6tvJzPFGFDWI5_OaaVFiIM3Q" };
  const row = { table: "outbox", row: { id: 1 } };
  const sealed = await sealRows(backupKey.x, [row]);
  expect(await openRows([newer, backupKey], sealed)).toEqual([row]);
  await expect(openRows([newer], sealed)).rejects.toThrow("is not here");
});
