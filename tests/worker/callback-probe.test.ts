/** The shop's own notice to itself, on the way that ECPay's take, and what becomes of ECPay's odd ones. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPayableOrder, attemptOf, notify, signedNotice } from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

const chat = "http://127.0.0.1:2/chat";
const probeTradeNo = "PROBE000000000000000";

let shop: Shop;
let isReachable = true;
const answers: string[] = [];
const texts: string[] = [];
beforeAll(async () => {
  shop = await startShop({
    vars: { PUBLIC_ORIGIN: "http://127.0.0.1:1", ALERT_WEBHOOK_URL: chat },
    outbound: async (request) => {
      const body = await request.text();
      if (request.url === chat) {
        texts.push(JSON.parse(body).text);
        return new Response();
      }
      if (!isReachable) return new Response("nobody there", { status: 530 });
      const { pathname } = new URL(request.url);
      const answer = await notify(shop, body);
      answers.push(`${pathname} ${answer.status} ${answer.text}`);
      return new Response(answer.text, { status: answer.status });
    },
  });
});
afterAll(() => shop.close());

const fiveMinutesLater = async () => {
  await shop.db.prepare("DELETE FROM limits WHERE key = 'callback-probe'").run();
  await shop.db.prepare("UPDATE tallies SET at = at - 300000").run();
  await shop.runSchedule();
};
const rows = async () => {
  const tables = ["payment_attempts", "payment_inbox", "payment_notices", "outbox"];
  const sql = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(" + ");
  return (await shop.db.prepare(`SELECT ${sql} AS count`).first<{ count: number }>())?.count;
};

test("every five minutes a signed notice is sent, read and looked for, and leaves no row", async () => {
  await shop.runSchedule();
  await shop.runSchedule();
  expect(answers).toEqual(["/api/v1/payments/ecpay/notify 200 1|PROBE"]);
  expect(await rows()).toBe(0);
  expect(texts).toEqual([]);
});

test("two in a row that do not get through are an alarm, which ends with the next that does", async () => {
  isReachable = false;
  await fiveMinutesLater();
  expect(texts).toEqual([]);
  await fiveMinutesLater();
  expect(texts).toMatchObject([
    expect.stringContaining("⚠ 127.0.0.1:1: notices do not get through"),
  ]);
  isReachable = true;
  await fiveMinutesLater();
  expect(texts[1]).toContain("over: notices do not get through");
});

test("a message that ECPay signed and that settles nothing reaches a person (R50)", async () => {
  texts.length = 0;
  await notify(shop, await signedNotice(await newPayableOrder(shop), { NewWallet: "yes" }));
  await shop.runSchedule();
  expect(texts).toMatchObject([expect.stringContaining("payment message quarantined")]);
});

test("a notice about the probe's number that is not signed is refused like all others, and a signed one pays nothing", async () => {
  const order = await newPayableOrder(shop);
  const before = await rows();
  const probe = { merchantTradeNo: probeTradeNo, amountTwd: order.amountTwd };
  const signed = await signedNotice(probe);
  expect(await notify(shop, signed)).toMatchObject({ status: 200, text: "1|PROBE" });
  const forged = signed.replace(/CheckMacValue=.{4}/, "CheckMacValue=0000");
  expect(await notify(shop, forged)).toMatchObject({ status: 400, text: "0|invalid" });
  // Its signature holds for no other number.
  const other = signed.replace(probeTradeNo, order.merchantTradeNo);
  expect(await notify(shop, other)).toMatchObject({ status: 400 });
  expect(await rows()).toBe(before);
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("open");
});
