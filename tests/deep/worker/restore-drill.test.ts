import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { taipeiTime } from "../../../worker/payments/ecpay/vocabulary.ts";
import {
  manifestKey,
  progressKey,
  type NightlyCopy,
} from "../../../worker/shop/backups/sealed-copy.ts";
import { nightOf } from "../../../worker/shop/backups/nightly-copy.ts";
import { copiedTables } from "../../../worker/store/copied-rows.ts";
import { backupKey } from "../../support/backup-key.ts";
import { deskOf } from "../../support/desk.ts";
import { sized } from "../../support/experiment.ts";
import { brokenRules } from "../../support/invariants.ts";
import { mailsTo, newMember } from "../../support/new-member.ts";
import {
  allKnownAtEcpay,
  booksOf,
  freshMinute,
  genuineNotice,
  newPayableOrders,
  notify,
  rows as sql,
  upstreamStatus,
  type PayableOrder,
} from "../../support/payments.ts";
import { atEcpay, newPaidOrders } from "../../support/refunds.ts";
import { startShop, type D1Like } from "../../support/shop.ts";
import { newShopper } from "../../support/shopper.ts";
import { root } from "../../support/repository.ts";
import { turnOnSecondStep } from "../../support/upstream-state.ts";

const minuteMs = 60_000;
const many = sized(6, 40);
const vars = { BACKUP_PUBLIC_KEY: backupKey.x };

const shop = await startShop({ vars });
afterAll(() => shop.close());

async function runFile(db: D1Like, path: string): Promise<void> {
  for (const statement of splitSqlQuery(readFileSync(path, "utf8")))
    await db.prepare(statement).run();
}
const restore = (...words: string[]) =>
  promisify(execFile)(process.execPath, [".scripts/restore.ts", ...words], { cwd: root });
const afterRestore = join(root, ".docs/operate/after-restore.sql");

async function pay(orders: readonly PayableOrder[]): Promise<void> {
  const at = Date.now();
  await allKnownAtEcpay(shop, orders, "paid");
  await sql(shop.cashierDb, "UPDATE trades SET decided_at = ? WHERE decided_at >= ?1", at);
  for (const order of orders) {
    const notice = await genuineNotice(order, { PaymentDate: taipeiTime(at) });
    expect((await notify(shop, notice)).text).toBe("1|OK");
  }
}

async function halfAnHourPasses(): Promise<void> {
  const [ms, since] = [30 * minuteMs, "created_at = created_at - ?1"];
  const ours = `UPDATE payment_attempts SET ${since}, expires_at = expires_at - ?1, next_query_at = next_query_at - ?1`;
  await sql(shop.db, ours, ms);
  await sql(shop.cashierDb, `UPDATE trades SET ${since}`, ms);
}

async function minutesPass(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await freshMinute(shop);
    await sql(shop.db, "UPDATE outbox SET next_at = 0, lease_until = 0 WHERE sent_at IS NULL");
    await shop.runSchedule();
  }
}

const statesOf = async (orders: readonly PayableOrder[]) =>
  (await booksOf(shop, orders)).map(({ state, upstream }) => `${state}, ${upstream}`);

test("half an hour of payments is lost and found again, everybody signs in anew, and nothing is paid twice (E24, R90)", async () => {
  await sql(shop.db, "INSERT INTO settings (name, value) VALUES ('session_epoch', 3)");
  const [mei, noor] = [await newMember(shop), await newMember(shop)];
  const paidBefore = await newPayableOrders(shop, many);
  await pay(paidBefore);
  const openBefore = await newPayableOrders(shop, many);
  const toRefund = await newPaidOrders(shop, 1);
  const expired =
    "UPDATE payment_attempts SET expires_at = 1, state = 'expired' WHERE merchant_trade_no = ?";
  await sql(shop.db, expired, openBefore.at(-1)?.merchantTradeNo);
  await turnOnSecondStep(shop, noor.email);
  const halfSignedIn = newShopper(shop);
  const { body } = await halfSignedIn.signIn(noor.email, noor.password);
  const bearer = { Authorization: `Bearer ${body.temp_token}` };
  await halfSignedIn.send("POST", "/auth/login/request-otp", { language_code: "en" }, bearer);
  await minutesPass(1);
  const desk = deskOf(shop);
  for (const { merchantTradeNo: trade } of toRefund)
    await desk.carryOut("refund", { trade, amount: "" });
  const copy = await copyOf(shop.db);
  const since = Date.now();

  await halfAnHourPasses();
  await pay(openBefore.slice(0, -1));
  await allKnownAtEcpay(shop, openBefore.slice(-1), "paid");
  const begunMeanwhile = await newPayableOrders(shop, many);
  await minutesPass(2);
  await pay(begunMeanwhile.slice(1));
  await allKnownAtEcpay(shop, begunMeanwhile.slice(0, 1), "paid");
  const lateShopper = await newMember(shop);
  const [lastPaid = expect.unreachable()] = await newPayableOrders(shop, 2);
  await pay([lastPaid]);
  const actionsOf = async () => (await atEcpay(shop, toRefund[0]?.merchantTradeNo ?? "")).actions;
  const refundsMade = await actionsOf();
  const heard = async () => {
    const events = await sql<{ key: string }>(shop.upstreamDb, "SELECT key FROM payment_events");
    return events.map(({ key }) => key);
  };
  const heardBefore = await heard();

  await bringBack(shop.db, copy);
  const stoodStill = "UPDATE settings SET value = ? WHERE name = 'schedule_finished_at'";
  await sql(shop.db, stoodStill, since - 30 * minuteMs);
  // Before anybody has typed anything: the schedule makes no refund again.
  await shop.runSchedule();
  expect(await actionsOf()).toEqual(refundsMade);
  await runFile(shop.db, afterRestore);
  await minutesPass(Math.ceil((many * 2 + 4) / 20) + 2);

  expect(await brokenRules(shop.db)).toEqual([]);
  const known = [...paidBefore, ...openBefore];
  expect(new Set(await statesOf(known))).toEqual(new Set(["paid, pending"]));
  // The upstream was told of those that were paid; the shop's books know of none, and ECPay's console names them.
  const paidMeanwhile = begunMeanwhile.slice(1);
  const ofTrade = "SELECT 1 FROM payment_attempts WHERE merchant_trade_no = ?";
  expect(await sql(shop.db, ofTrade, paidMeanwhile[0]?.merchantTradeNo)).toEqual([]);
  for (const { orderId } of paidMeanwhile)
    expect(await upstreamStatus(shop, orderId)).toBe("pending");
  for (const { shopper } of [mei, noor, lateShopper]) {
    expect((await shopper.send("POST", "/auth/refresh")).status).toBe(401);
    expect((await shopper.get("/cart/")).status).toBe(401);
  }
  const code = (await mailsTo(shop, noor.email)).find((mail) => mail.code)?.code;
  const guessed = await halfSignedIn.send("POST", "/auth/login/verify-otp", { code }, bearer);
  expect(guessed.status).toBe(401);

  await notify(shop, await genuineNotice(lastPaid));
  const { text: waiting } = await desk.open("");
  expect(waiting).toContain(`${lastPaid.merchantTradeNo}`);
  expect(waiting).toContain("no such trade");
  expect(waiting).toContain("unclear the schedule stood still");
  expect(await actionsOf()).toEqual(refundsMade);
  const heardAfter = await heard();
  expect(new Set(heardAfter).size).toBe(heardAfter.length);
  expect(heardAfter).toEqual(expect.arrayContaining(heardBefore));
  expect(await sql(shop.db, "SELECT 1 FROM payment_attempts WHERE needs_refund")).toEqual([]);
  expect((await newShopper(shop).signIn(mei.email, mei.password)).status).toBe(200);
});

test("a nightly copy fills an empty database again, row by row, and a part that was changed is refused (R89)", async () => {
  const day = nightOf(Date.now());
  // The minutes before made one: another, of the books as they are now.
  await minutesPass(3);
  await shop.backups.delete(progressKey);
  await minutesPass(14);
  const copied = await copyOf(shop.db);
  const folder = mkdtempSync(join(tmpdir(), "sillage-copies-"));
  const bring = async (key: string) => {
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    const text = (await (await shop.backups.get(key))?.text()) ?? expect.unreachable(key);
    writeFileSync(join(folder, key), text);
    return text;
  };
  const { parts }: NightlyCopy = JSON.parse(await bring(manifestKey(day)));
  for (const { key } of parts) await bring(key);
  writeFileSync(join(folder, "key"), `${JSON.stringify(backupKey)}\n`);
  const open = (...words: string[]) =>
    restore("--day", day, "--key", join(folder, "key"), "--from", folder, ...words);

  const empty = await startShop({ vars });
  try {
    expect((await open()).stdout).toContain(`The copy of ${day}`);
    await open("--into", join(folder, "rows.sql"));
    await runFile(empty.db, join(folder, "rows.sql"));
    const loaded = await copyOf(empty.db);
    const withoutNumbers = (rows: Record<string, unknown>[] = []) =>
      rows.map(({ rowid: _number, ...row }) => row);
    for (const table of copiedTables)
      expect(withoutNumbers(loaded.get(table)), table).toEqual(withoutNumbers(copied.get(table)));
    expect(loaded.get("payment_attempts")?.length).toBeGreaterThan(many * 2);
    for (const table of ["sessions", "refresh_tokens", "sign_in_challenges"])
      expect(loaded.get(table)).toEqual([]);

    // What was paid while the copy was made may be in it without its report.
    await sql(empty.db, "DELETE FROM outbox WHERE id % 2");
    await runFile(empty.db, afterRestore);
    expect(await brokenRules(empty.db)).toEqual([]);
    const reports =
      "SELECT idempotency_key, kind, payload FROM outbox WHERE payload ->> 'amount' = 100 ORDER BY 1";
    expect(await sql(empty.db, reports)).toEqual(await sql(shop.db, reports));

    const [first = expect.unreachable()] = parts;
    writeFileSync(join(folder, first.key), "another text");
    await expect(open()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not what was written"),
    });
    rmSync(join(folder, first.key));
    await expect(open()).rejects.toMatchObject({ stderr: expect.stringContaining("is missing") });
  } finally {
    await empty.close();
    rmSync(folder, { recursive: true });
  }
});

type Rows = Record<string, string | number | null>[];
type DatabaseCopy = ReadonlyMap<string, Rows>;

async function copyOf(db: D1Like): Promise<DatabaseCopy> {
  const tables = await sql<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'd1\\_%' ESCAPE '\\' AND name <> 'sqlite_sequence'",
  );
  const copy = new Map<string, Rows>();
  for (const { name } of tables)
    copy.set(name, await sql(db, `SELECT rowid AS rowid, * FROM ${name}`));
  return copy;
}

async function bringBack(db: D1Like, copy: DatabaseCopy): Promise<void> {
  for (const [table, kept] of copy) {
    await sql(db, `DELETE FROM ${table}`);
    const names = Object.keys(kept[0] ?? {});
    if (names.length === 0) continue;
    const values = names.map((name) => `value ->> '${name}'`).join(", ");
    const fill = `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values} FROM json_each(?)`;
    await sql(db, fill, JSON.stringify(kept));
  }
}

test("a restore makes its key once, and ends with 2 when it is called wrongly", async () => {
  const key = join(mkdtempSync(join(tmpdir(), "keys-")), "key.json");
  const made = await restore("--new-key", key);
  expect(made.stdout).toMatch(/^BACKUP_PUBLIC_KEY = "[\w-]{43}"\n$/);
  await expect(restore("--new-key", key)).rejects.toThrow("EEXIST");
  await expect(restore("--day", "2026-11-22")).rejects.toMatchObject({ code: 2 });
  rmSync(dirname(key), { recursive: true });
});
