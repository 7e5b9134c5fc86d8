/**
 * What breaks is told within two minutes of the schedule, with where, what and the first command. The clock is the schedule's:
 * after each of its minutes, what was counted becomes a minute older.
 */
import { afterAll, expect, test } from "vitest";
import { report } from "../../support/experiment.ts";
import { stageFault } from "../../support/faults.ts";
import { newPayableOrders, notify, signedNotice } from "../../support/payments.ts";
import { startShop } from "../../support/shop.ts";

const chat = "http://127.0.0.1:2/chat";
const texts: string[] = [];
const shop = await startShop({
  vars: { ALERT_WEBHOOK_URL: chat },
  // ECPay publishes this pair too, but the stand-in cashier signs with another.
  secrets: { ECPAY_HASH_KEY: "5294y06JbISpM5x9", ECPAY_HASH_IV: "v77hoKGq4kWxNNIS" },
  outbound: async (request) => {
    texts.push(JSON.parse(await request.text()).text);
    return new Response(null);
  },
});
const rows: { fault: string; minutes: number; text: string }[] = [];
afterAll(async () => {
  report("told after so many minutes of the schedule", rows);
  await shop.close();
});

const sql = (text: string) => shop.db.prepare(text).run();
const minutePasses = async () => {
  await sql("UPDATE tallies SET at = at - 60000");
  await sql("UPDATE limits SET window_ends_at = window_ends_at - 60000, last_at = last_at - 60000");
};

interface Fault {
  break(): Promise<unknown>;
  mend(): Promise<unknown>;
  /** What the first message about it says. */
  says: RegExp;
}
const health = /curl https:\/\/localhost\/api\/health/.source;

const faults: Record<string, Fault> = {
  "ECPay's keys are wrong": {
    async break() {
      const members = ["mei", "ken", "ana"];
      const orders = await Promise.all(
        members.map((memberId) => newPayableOrders(shop, 1, { memberId })),
      );
      for (const order of orders.flat()) await notify(shop, await signedNotice(order));
    },
    mend: async () => undefined,
    says: /notices about our trades are refused\n[^\n]*trade \w{20} [^]*--search 'payment message refused'/,
  },
  "the upstream answers 503, and no shopper is about": {
    break: () => stageFault(shop, { mode: "refuse" }),
    mend: () => stageFault(shop, { mode: "none" }),
    says: new RegExp(`the upstream does not answer\\nschedule: look around[^]*First: ${health}`),
  },
  "a table of payments is gone": {
    break: () => sql("ALTER TABLE payment_attempts RENAME TO away"),
    mend: () => sql("ALTER TABLE away RENAME TO payment_attempts"),
    says: /a part of the schedule failed\n[a-z ]+ · Error: D1_ERROR: no such table: payment_attempts[^]*First: npx wrangler tail/,
  },
  "the table of counts is gone": {
    break: () => sql("ALTER TABLE tallies RENAME TO away"),
    mend: () => sql("ALTER TABLE away RENAME TO tallies"),
    says: /does not reach its database\n.*no such table: tallies[^]*First: npx wrangler d1 info/,
  },
  "one text of sixteen is gone": {
    break: () => shop.content.delete("info-pages/ShippingInformation"),
    mend: async () => undefined,
    says: /published texts are gone\n.*info-pages\/ShippingInformation[^]*First: npm run content:publish/,
  },
  "the upstream takes no payments, for a quarter of an hour": {
    break: () =>
      sql(
        "INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, next_at) VALUES ('late', 'order.paid', 'late', '{}', 0, 0)",
      ),
    mend: () => sql("DELETE FROM outbox"),
    says: /events for the upstream are late\n[^]*First: curl/,
  },
};

test.each(Object.entries(faults))("%s: somebody is told within two minutes", async (fault, it) => {
  for (const table of ["alarms", "tallies"]) await sql(`DELETE FROM ${table}`);
  await it.break();
  texts.length = 0;
  let minutes = 0;
  const told = () => texts.find((text) => it.says.test(text));
  while (told() === undefined && minutes < 3) {
    await shop.runSchedule();
    minutes += 1;
    if (!fault.includes("counts")) await minutePasses();
  }
  await it.mend();
  rows.push({ fault, minutes, text: (told() ?? texts.join(" // ")).replaceAll("\n", " ⏎ ") });
  expect(told(), texts.join("\n")).toBeDefined();
  expect(minutes).toBeLessThanOrEqual(2);
});

test("a schedule that has stopped is told by health, to whoever asks from outside", async () => {
  await shop.runSchedule();
  const status = async () => (await (await shop.fetch("/api/health")).json()).schedule.is_late;
  expect(await status()).toBe(false);
  await sql("UPDATE settings SET value = value - 181000 WHERE name = 'schedule_finished_at'");
  // A look is kept ten seconds.
  await expect.poll(status, { timeout: 120_000, interval: 1_000 }).toBe(true);
  expect((await shop.fetch("/api/health")).status).toBe(503);
});
