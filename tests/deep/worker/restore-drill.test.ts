/** The bad day: the database goes back half an hour while the shop was selling, and an empty one is filled from an export (E24, R89, R90). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listWaiting } from "../../../.scripts/payment-lists.ts";
import { Refusal } from "../../../.scripts/payment-desk.ts";
import { readManifest } from "../../../.scripts/restore/backup-files.ts";
import type { Cloudflare } from "../../../.scripts/restore/cloudflare.ts";
import {
  checkExport,
  loadExport,
  refuseUnlessEmpty,
} from "../../../.scripts/restore/from-export.ts";
import { restore, type Way } from "../../../.scripts/restore/restore.ts";
import { taipeiTime } from "../../../worker/payments/ecpay/taipei-time.ts";
import { progressKey } from "../../../worker/shop/backups/files.ts";
import { exportDay } from "../../../worker/shop/backups/write-export.ts";
import { exportedTables } from "../../../worker/store/copied-rows.ts";
import { backupKey } from "../../support/backup-key.ts";
import { longTest, sized } from "../../support/experiment.ts";
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
  type PayableOrder,
} from "../../support/payments.ts";
import { atEcpay, newPaidOrders, requestRefunds } from "../../support/refunds.ts";
import { cloudflareOf, copyOf, deskOf, filesOf } from "./restored.ts";
import { startShop, type Shop } from "../../support/shop.ts";
import { newShopper } from "../../support/shopper.ts";
import { turnOnSecondStep } from "../../support/upstream-state.ts";

const minuteMs = 60_000;
const many = sized(6, 40);
const vars = { BACKUP_PUBLIC_KEY: backupKey.x };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ vars });
});
afterAll(() => shop.close());

/** Both runs of the command, on the deployed shop. @returns what the second one printed. */
async function restoreTwice(on: Shop, way: Way, cloudflare: Cloudflare): Promise<string[]> {
  const lines: string[] = [];
  const wanted = {
    way,
    keys: [backupKey],
    files: filesOf(shop),
    cloudflare,
    reason: "a bad migration",
    desk: deskOf(on, lines),
    wait: () => Promise.resolve(),
  };
  expect(await restore({ ...wanted, by: { operator: "Lin", confirmed: null } })).toBe(false);
  const confirmed = /--confirm (\w+)/.exec(lines.splice(0).join("\n"))?.[1] ?? "";
  expect(await restore({ ...wanted, by: { operator: "Lin", confirmed } })).toBe(true);
  return lines;
}

/** Paid at ECPay, which tells the shop. */
async function pay(orders: readonly PayableOrder[]): Promise<void> {
  const at = Date.now();
  await allKnownAtEcpay(shop, orders, "paid");
  await sql(shop.cashierDb, "UPDATE trades SET decided_at = ? WHERE decided_at >= ?1", at);
  for (const order of orders) {
    const notice = await genuineNotice(order, { PaymentDate: taipeiTime(at) });
    expect((await notify(shop, notice)).text).toBe("1|OK");
  }
}

/** Half an hour passes for what is in the books. */
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

test(
  "half an hour of payments is lost and found again, everybody signs in anew, and nothing is paid twice (E24, R90)",
  longTest,
  async () => {
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
    await requestRefunds((text) => sql(shop.db, text), toRefund);
    const copy = await copyOf(shop.db);
    const since = Date.now();

    await halfAnHourPasses();
    await pay(openBefore.slice(0, -1));
    await allKnownAtEcpay(shop, openBefore.slice(-1), "paid");
    const begunMeanwhile = await newPayableOrders(shop, many);
    const unpaidMeanwhile = await newPayableOrders(shop, 1);
    await allKnownAtEcpay(shop, unpaidMeanwhile, null);
    await minutesPass(2);
    await pay(begunMeanwhile.slice(1));
    await allKnownAtEcpay(shop, begunMeanwhile.slice(0, 1), "paid");
    const lateShopper = await newMember(shop);
    const [lastPaid = expect.unreachable()] = await newPayableOrders(shop, 2);
    await pay([lastPaid]);
    const actionsOf = async () => (await atEcpay(shop, toRefund[0]?.merchantTradeNo ?? "")).actions;
    const refundsMade = await actionsOf();
    const heard = async () =>
      (await sql<{ key: string }>(shop.upstreamDb, "SELECT key FROM payment_events")).map(
        ({ key }) => key,
      );
    const heardBefore = await heard();

    const done: string[] = [];
    const lines = await restoreTwice(shop, { name: "to", since }, cloudflareOf(shop, done, copy));
    expect(done).toEqual(["write hold", `travel ${new Date(since).toISOString()}`, "remove hold"]);
    expect(lines.join("\n")).toContain("--bookmark 0000-bookmark");
    const missing = `payment_attempts from the journal: ${many + 1} of \\d+ were missing`;
    expect(lines.join("\n")).toMatch(new RegExp(missing));
    await minutesPass(Math.ceil((many * 2 + 4) / 20) + 2);

    expect(await brokenRules(shop.db)).toEqual([]);
    const known = [...paidBefore, ...openBefore, ...begunMeanwhile];
    expect(new Set(await statesOf(known))).toEqual(new Set(["paid, pending"]));
    expect(await statesOf(unpaidMeanwhile)).toEqual(["open, payment_pending"]);
    for (const { shopper } of [mei, noor, lateShopper]) {
      expect((await shopper.send("POST", "/auth/refresh")).status).toBe(401);
      expect((await shopper.get("/cart/")).status).toBe(401);
    }
    const code = (await mailsTo(shop, noor.email)).find((mail) => mail.code)?.code;
    const guessed = await halfSignedIn.send("POST", "/auth/login/verify-otp", { code }, bearer);
    expect(guessed.status).toBe(401);

    await notify(shop, await genuineNotice(lastPaid));
    const waiting: string[] = [];
    await listWaiting(deskOf(shop, waiting));
    const listed = waiting.join("\n");
    expect(listed).toContain(`message  ${lastPaid.merchantTradeNo}  unknown_order`);
    expect(listed).toMatch(/refund {2}\w+ {2}NT\$ 1000 unclear {2}restored/);
    expect(await actionsOf()).toEqual(refundsMade);
    const heardAfter = await heard();
    expect(new Set(heardAfter).size).toBe(heardAfter.length);
    expect(heardAfter).toEqual(expect.arrayContaining(heardBefore));
    expect(await sql(shop.db, "SELECT 1 FROM payment_attempts WHERE needs_refund")).toEqual([]);
    expect(
      await sql(shop.db, "SELECT operator FROM operator_actions WHERE action = 'restore'"),
    ).toEqual([{ operator: "Lin" }]);
    expect((await newShopper(shop).signIn(mei.email, mei.password)).status).toBe(200);
  },
);

test(
  "an export fills an empty database again, row by row, and a part that was changed is refused (R89)",
  longTest,
  async () => {
    const day = exportDay(Date.now());
    // The minutes before wrote one: another, of the books as they are now.
    await minutesPass(3);
    await shop.backups.delete(progressKey);
    await minutesPass(7);
    const exported = await copyOf(shop.db);

    const empty = await startShop({ vars });
    try {
      const desk = deskOf(empty);
      await checkExport(desk.print, filesOf(shop), { day, keys: [backupKey] });
      const { fill } = cloudflareOf(empty);
      await loadExport(desk, filesOf(shop), { day, keys: [backupKey], fill });
      const loaded = await copyOf(empty.db);
      const withoutNumbers = (rows: Record<string, unknown>[] = []) =>
        rows.map(({ rowid: _number, ...row }) => row);
      for (const table of exportedTables)
        expect(withoutNumbers(loaded.get(table)), table).toEqual(
          withoutNumbers(exported.get(table)),
        );
      expect(loaded.get("payment_attempts")?.length).toBeGreaterThan(many * 3);
      for (const table of ["sessions", "refresh_tokens", "sign_in_challenges"])
        expect(loaded.get(table)).toEqual([]);
      await expect(refuseUnlessEmpty(desk)).rejects.toThrow(Refusal);

      // What was paid while the export ran may be in it without its report.
      for (const table of exportedTables) await sql(empty.db, `DELETE FROM ${table}`);
      const { parts } = await readManifest(filesOf(shop), day);
      await restoreTwice(empty, { name: "export", day }, cloudflareOf(empty));
      await sql(empty.db, "DELETE FROM outbox WHERE id % 2");
      await restoreTwice(empty, { name: "after", since: Date.now() - 1 }, cloudflareOf(empty));
      expect(await brokenRules(empty.db)).toEqual([]);
      const reports =
        "SELECT idempotency_key, kind, payload FROM outbox WHERE payload ->> 'amount' = 100 ORDER BY 1";
      expect(await sql(empty.db, reports)).toEqual(await sql(shop.db, reports));

      const [first] = parts;
      if (first === undefined) throw new Error("the export is empty");
      await shop.backups.put(first.key, "another text");
      const check = checkExport(desk.print, filesOf(shop), { day, keys: null });
      await expect(check).rejects.toThrow("is not what was written");
      await shop.backups.delete(first.key);
      const filled = loadExport(desk, filesOf(shop), { day, keys: [backupKey], fill });
      await expect(filled).rejects.toThrow("is missing");
    } finally {
      await empty.close();
    }
  },
);

test("when Cloudflare does not bring the database back nothing else is done, and the schedule runs again", async () => {
  const done: string[] = [];
  const [before] = await sql(shop.db, "SELECT value FROM settings WHERE name = 'session_epoch'");
  const way = { name: "to", since: Date.now() - minuteMs } as const;
  await expect(restoreTwice(shop, way, cloudflareOf(shop, done))).rejects.toThrow(
    "no such bookmark",
  );
  expect(done.at(-1)).toBe("remove hold");
  expect(await sql(shop.db, "SELECT value FROM settings WHERE name = 'session_epoch'")).toEqual([
    before,
  ]);
});
