import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../support/invariants.ts";
import {
  attemptOf,
  inboxOf,
  knownAtEcpay,
  newAttempt,
  newTradeNo,
  notify,
  outboxOf,
  signedNotice,
} from "../support/payments.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { staging } from "../support/staging.ts";

const acknowledged = { status: 200, text: "1|OK" };

/** Its cashier is what the staging shop reaches at ECPay's address. */
let ecpay: Shop;
let shop: Shop;
beforeAll(async () => {
  // Its own: in a shared one others may have used up the questions of a minute.
  ecpay = await startShop();
  shop = await startShop({
    vars: staging,
    outbound: async (request) => {
      const { origin, pathname } = new URL(request.url);
      if (origin !== "https://payment-stage.ecpay.com.tw")
        return new Response(null, { status: 404 });
      const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
      const body = await request.text();
      return ecpay.fetch(`/local/ecpay${pathname}`, { method: request.method, headers, body });
    },
  });
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await Promise.all([shop.close(), ecpay.close()]);
});

const timesAsked = async (merchantTradeNo: string) =>
  (await attemptOf(shop, merchantTradeNo)).query_count;

test("in stage a signed notice settles nothing that ECPay does not confirm: its keys are published (R55)", async () => {
  const attempt = await newAttempt(shop);
  await knownAtEcpay(ecpay, attempt, null);
  const before = await attemptOf(shop, attempt.merchantTradeNo);
  expect(await notify(shop, await signedNotice(attempt))).toMatchObject(acknowledged);
  await expect.poll(() => timesAsked(attempt.merchantTradeNo)).toBe(1);
  await expect
    .poll(async () => (await attemptOf(shop, attempt.merchantTradeNo)).next_query_at)
    .toBeGreaterThanOrEqual(before.next_query_at ?? Infinity);
  await shop.runSchedule();
  expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({
    state: "open",
    trade_no: null,
  });
  expect(await outboxOf(shop, attempt.orderId)).toEqual([]);
  expect(await inboxOf(shop, attempt.merchantTradeNo)).toMatchObject([
    { reason: "unconfirmed", resolved_at: null },
  ]);
});

test("in stage a payment that ECPay confirms is settled from its answer, at the notice", async () => {
  const attempt = await newAttempt(shop);
  await knownAtEcpay(ecpay, attempt, "paid");
  const body = await signedNotice(attempt, { TradeNo: "2611210000009999" });
  expect(await notify(shop, body)).toMatchObject(acknowledged);
  await expect
    .poll(async () => (await attemptOf(shop, attempt.merchantTradeNo)).state)
    .toBe("paid");
  const { trade_no: tradeNo } = await attemptOf(shop, attempt.merchantTradeNo);
  expect(tradeNo, "the notice's number is not believed").not.toBe("2611210000009999");
  expect(await outboxOf(shop, attempt.orderId)).toMatchObject([{ kind: "order.paid" }]);
  expect(await inboxOf(shop, attempt.merchantTradeNo)).toMatchObject([
    { resolved_at: expect.any(Number) },
  ]);
  const again = await signedNotice(attempt, { RtnMsg: "paid" });
  expect(await notify(shop, again)).toMatchObject(acknowledged);
  expect(await inboxOf(shop, attempt.merchantTradeNo), "nothing waits for people").toHaveLength(1);
});

test("in stage a later notice makes the schedule ask once more", async () => {
  const attempt = await newAttempt(shop);
  expect(await notify(shop, await signedNotice(attempt))).toMatchObject(acknowledged);
  await expect.poll(() => timesAsked(attempt.merchantTradeNo)).toBe(1);
  await knownAtEcpay(ecpay, attempt, "paid");
  await expect
    .poll(async () => {
      await notify(shop, await signedNotice(attempt));
      await shop.runSchedule();
      return (await attemptOf(shop, attempt.merchantTradeNo)).state;
    })
    .toBe("paid");
});

test("in stage nobody who knows ECPay's published keys fails an attempt or fills the books", async () => {
  const attempt = await newAttempt(shop);
  const failed = await signedNotice(attempt, { RtnCode: "10100248", RtnMsg: "refused" });
  expect(await notify(shop, failed)).toMatchObject(acknowledged);
  expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({ state: "open" });
  const unknown = { merchantTradeNo: newTradeNo(), amountTwd: 100 };
  for (const changes of [{}, { SimulatePaid: "1" }, { NewWallet: "1" }]) {
    const answer = await notify(shop, await signedNotice(unknown, changes));
    expect(answer).toMatchObject({ status: 400, text: "0|invalid" });
  }
  expect(await inboxOf(shop, unknown.merchantTradeNo)).toEqual([]);
});

test.each(["shop.example", "evil.example:5173", "192.168.1.7", "127.0.0.1.evil.example"])(
  "local mode, which shows everybody's mails, answers nobody who calls it %s (R55)",
  async (host) => {
    for (const path of ["/local/mail.json", "/local/ecpay/", "/api/v1/config", "/zh/home"]) {
      const answer = await rawRequest(ecpay, { path, headers: { Host: host } });
      expect([404, 500], path).toContain(answer.status);
      expect(answer.text, path).not.toContain("@");
    }
    for (const own of ["localhost:5173", "127.0.0.1"]) {
      const answer = await rawRequest(ecpay, { path: "/local/mail.json", headers: { Host: own } });
      expect(answer.status, own).toBe(200);
    }
  },
);

test("a configuration that is refused answers nothing, and its reason is in the log alone (R55)", async () => {
  const wrong = await startShop({
    vars: { PUBLIC_ORIGIN: "https://shop.example" },
  });
  try {
    for (const path of ["/zh/home", "/api/v1/config", "/local/mail.json"]) {
      const answer = await wrong.fetch(path);
      expect(answer.status, path).toBe(500);
      expect(await answer.text(), path).not.toContain("PUBLIC_ORIGIN");
    }
    expect(wrong.logs().join("\n")).toContain("PUBLIC_ORIGIN is not of this machine");
  } finally {
    await wrong.close();
  }
});
