/** Copies of the books outside the database. */
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import {
  holdKey,
  journalKey,
  manifestKey,
  partKey,
  progressKey,
  type Export,
} from "../../worker/shop/backups/files.ts";
import { isHeld } from "../../worker/shop/backups/hold.ts";
import { openRows, sealRows, type TableRow } from "../../worker/shop/backups/sealed-rows.ts";
import { exportDay, writeExport } from "../../worker/shop/backups/write-export.ts";
import { writeJournal } from "../../worker/shop/backups/write-journal.ts";
import { exportedTables, insertionsOf } from "../../worker/store/copied-rows.ts";
import { backupKey } from "../support/backup-key.ts";
import { grownTables } from "./grown-tables.ts";
import { dayMs, minuteMs, noon, openAttempt } from "./database.ts";
import { emptyBackups } from "./ground.ts";
import { portsWith } from "./ports.ts";
import { statementsOf } from "./statements.ts";

const day = "2026-11-21";

interface Wish {
  now?: number;
  publicKey?: string | null;
  bucket?: R2Bucket | undefined;
  warned?: string[];
}

function copying({ now = noon, publicKey = backupKey.x, warned = [], ...rest }: Wish = {}): Deps {
  const bucket = "bucket" in rest ? rest.bucket : env.BACKUPS;
  const log = { ...portsWith({}).deps.log, warn: (event: string) => warned.push(event) };
  const own = { bindings: { BACKUPS: bucket }, log };
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

const manifest = async (): Promise<Export> => JSON.parse(await textOf(manifestKey(day)));
const openedPart = async (key: string) => openRows([backupKey], await textOf(key));
async function openedJournal(at: number): Promise<TableRow[][]> {
  const lines = (await textOf(journalKey(at))).split("\n");
  return Promise.all(lines.map((line) => openRows([backupKey], line)));
}

const columns = (name: string) =>
  env.DB.prepare(`SELECT * FROM ${name} ORDER BY rowid`)
    .all()
    .then(({ results }) => results);

test("a night's export holds every row of what cannot be made again, sealed, and says what it holds (R89)", async () => {
  await grow(1_100);
  for (let minute = 0; minute < 15; minute += 1) await writeExport(copying());
  const { parts, endedAt } = await manifest();
  expect(endedAt).toBe(noon);
  expect(new Set(parts.map(({ table }) => table))).toEqual(new Set(exportedTables));
  for (const name of exportedTables) {
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
    expect(exportedTables).not.toContain(name);
  expect(exportedTables).toHaveLength(11);
});

test("no run of an export reads more than its share, and what is written is not read again", async () => {
  await grow(2_000);
  const read: number[] = [];
  for (let minute = 0; minute < 15; minute += 1) {
    const asked = await statementsOf(() => writeExport(copying()));
    read.push(asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0));
  }
  expect(Math.max(...read)).toBeLessThanOrEqual(2_100);
  const rows = (await manifest()).parts.reduce((sum, part) => sum + part.rows, 0);
  expect(read.reduce((sum, count) => sum + count, 0)).toBeLessThan(rows + 200);
});

test("one export a night, from two in the morning in Taipei", async () => {
  expect(exportDay(Date.UTC(2026, 10, 21, 17, 59))).toBe("2026-11-21");
  expect(exportDay(Date.UTC(2026, 10, 21, 18, 0))).toBe("2026-11-22");
  await openAttempt();
  await writeExport(copying());
  await writeExport(copying({ now: noon + minuteMs }));
  expect((await kept()).filter((key) => key.endsWith("manifest.json"))).toEqual([manifestKey(day)]);
  await writeExport(copying({ now: noon + dayMs }));
  expect(await kept()).toContain(manifestKey("2026-11-22"));
});

test("an export that was cut off goes on where it was", async () => {
  await openAttempt();
  const failing = new Proxy(env.BACKUPS, {
    get: (bucket, name) =>
      name === "put"
        ? () => Promise.reject(new Error("no answer"))
        : Reflect.get(bucket, name).bind(bucket),
  });
  await expect(writeExport(copying({ bucket: failing }))).rejects.toThrow("no answer");
  expect(await kept()).toEqual([]);
  await writeExport(copying());
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

test("a payment that was begun is in the journal a minute later, once, and nothing is written where nothing came", async () => {
  await writeJournal(copying());
  expect(await kept()).toEqual([]);
  await openAttempt();
  await writeJournal(copying());
  await writeJournal(copying({ now: noon + minuteMs }));
  await openAttempt({ id: "second", merchantTradeNo: "TRY2" });
  await writeJournal(copying({ now: noon + 2 * minuteMs }));
  const lines = await openedJournal(noon);
  expect(lines.map((rows) => rows.map(({ row }) => row["merchant_trade_no"]))).toEqual([
    ["TRY1"],
    ["TRY2"],
  ]);
  await openAttempt({ id: "third", merchantTradeNo: "TRY3" });
  await writeJournal(copying({ now: noon + 60 * minuteMs }));
  expect(await openedJournal(noon + 60 * minuteMs)).toHaveLength(1);
});

test("of two runs at once neither loses what the other wrote", async () => {
  const key = journalKey(noon);
  for (const begun of [false, true]) {
    await openAttempt({ id: `${begun}`, merchantTradeNo: `TRY${begun ? 2 : 1}` });
    const overtaken = new Proxy(env.BACKUPS, {
      get: (bucket, name) => async (asked: string, value: string, options?: R2PutOptions) => {
        if (name === "put") {
          const found = await bucket.get(asked);
          await bucket.put(asked, `${(await found?.text()) ?? "first"}\nother`);
          return bucket.put(asked, value, options);
        }
        return bucket.get(asked);
      },
    });
    await expect(writeJournal(copying({ bucket: overtaken }))).rejects.toThrow("another run");
    expect(await textOf(key)).toMatch(/other$/);
    await writeJournal(copying());
    expect(await openRows([backupKey], (await textOf(key)).split("\n").at(-1) ?? "")).toHaveLength(
      1,
    );
  }
});

test("while a restore holds the schedule it does nothing; after an hour it goes on by itself", async () => {
  await openAttempt();
  await env.BACKUPS.put(holdKey, "");
  const { uploaded } = (await env.BACKUPS.head(holdKey)) ?? { uploaded: new Date(0) };
  const warned: string[] = [];
  await runSchedule(copying({ now: uploaded.getTime() + 59 * minuteMs, warned }));
  expect(await kept()).toEqual([holdKey]);
  expect(warned).toEqual(["the schedule is held while the database is restored"]);
  await runSchedule(copying({ now: uploaded.getTime() + 61 * minuteMs }));
  expect(await kept()).toContain(progressKey);
});

test("a bucket that does not answer holds up nothing but copies", async () => {
  const warned: string[] = [];
  const down = new Proxy(env.BACKUPS, { get: () => () => Promise.reject(new Error("down")) });
  expect(await isHeld(copying({ bucket: down, warned }))).toBe(false);
  expect(warned).toEqual(["the bucket of copies does not answer"]);
});

test("what was copied comes back as it was, and what is there already stays", async () => {
  await grow(100);
  await env.DB.prepare(
    `UPDATE payment_attempts SET snapshot = '{"customerName":"O''Hara; -- 調香師 \\u0000"}' WHERE rowid % 2`,
  ).run();
  const before = new Map<string, Record<string, unknown>[]>();
  for (const name of exportedTables) before.set(name, await columns(name));
  for (const [name, rows] of before) {
    const statements = insertionsOf(name, rows as TableRow["row"][]);
    for (const statement of statements) expect(statement.length).toBeLessThan(100_000);
    await env.DB.prepare(`DELETE FROM ${name}`).run();
    for (const statement of [...statements, ...statements]) await env.DB.prepare(statement).run();
    expect(await columns(name), name).toEqual(rows);
  }
  expect(() => insertionsOf("payment_attempts", [{ unknown: 1 }])).toThrow("no column unknown");
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

test("a part that was changed on the way does not open", async () => {
  const sealed = await sealRows(backupKey.x, [{ table: "outbox", row: { id: 1 } }]);
  expect(await openRows([backupKey], sealed)).toEqual([{ table: "outbox", row: { id: 1 } }]);
  const at = sealed.length - 30;
  const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
  await expect(openRows([backupKey], changed)).rejects.toThrow();
  expect(partKey(day, "outbox", "x")).toBe("exports/2026-11-21/outbox-x.jwe");
});
