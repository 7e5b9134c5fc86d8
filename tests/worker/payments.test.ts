import { paymentResult } from "#contract/payment";
import { borrowShop } from "../support/borrowed.ts";
import { expectInvariants } from "../support/invariants.ts";
import {
  attemptOf,
  comeBack,
  inboxOf,
  newAttempt,
  newPayableOrder,
  notify,
  outboxOf,
  signedNotice,
  upstreamEvents,
  upstreamStatus,
} from "../support/payments.ts";

const acknowledged = { status: 200, text: "1|OK" };
const refused = { status: 400, text: "0|invalid" };
const heardOnce = [{ kind: "order.paid", outcome: "accepted" }];
const wrongMac = (body: string) => body.replace(/CheckMacValue=.{4}/, "CheckMacValue=0000");

const shop = await borrowShop();
afterAll(() => expectInvariants(shop.db));

const logged = (...parts: string[]) =>
  shop.logs().filter((line) => parts.every((part) => line.includes(part)));

test("a genuine callback settles its order once, however often it comes at once, and the upstream hears of it by the shop's own credential (R48, R49, R62)", async () => {
  const order = await newPayableOrder(shop);
  const bodies = await Promise.all(
    // A resent notice is worded otherwise, so its MAC differs.
    ["交易成功", "paid"].map((RtnMsg) => signedNotice(order, { RtnMsg, TradeNo: "26112100" })),
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => notify(shop, bodies[index % 2] ?? "")),
  );
  for (const answer of answers) expect(answer).toMatchObject(acknowledged);
  expect(await attemptOf(shop, order.merchantTradeNo)).toMatchObject({
    state: "paid",
    needs_refund: 0,
  });
  expect(await inboxOf(shop, order.merchantTradeNo)).toEqual([]);
  await expect.poll(() => upstreamStatus(shop, order.orderId)).toBe("pending");
  await expect
    .poll(() => outboxOf(shop, order.orderId))
    .toMatchObject([{ sent_at: expect.any(Number) }]);
  expect(await upstreamEvents(shop, order.orderId)).toEqual(heardOnce);
  expect(logged("payment settled", order.merchantTradeNo)).toHaveLength(1);
});

const form = "application/x-www-form-urlencoded";
test.each<[string, (body: string) => string | Uint8Array<ArrayBuffer>, number, string?]>([
  ["a wrong MAC", wrongMac, 400],
  ["bytes that are not UTF-8", (body) => new Uint8Array([...Buffer.from(body), 0xff]), 400],
  ["a thousand keys", () => Array.from({ length: 1_000 }, (_, at) => `k${at}=`).join("&"), 400],
  ["8 KiB and a byte", (body) => `${body}&x=`.padEnd(8_193, "a"), 413],
  ["JSON", (body) => JSON.stringify({ body }), 415, "application/json"],
  ["another charset", (body) => body, 415, `${form}; charset=big5`],
])("a callback with %s settles nothing (R45, R50)", async (_what, forge, status, type = form) => {
  const attempt = await newAttempt(shop);
  const rows = () => shop.db.prepare("SELECT count(*) AS kept FROM payment_inbox").first();
  const before = await rows();
  const answer = await notify(shop, forge(await signedNotice(attempt)), type);
  expect(answer).toMatchObject({ status, text: "0|invalid" });
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
  expect(await rows()).toEqual(before);
});

test("forgeries are counted, and a flood of them is no flood of the log (R50)", async () => {
  const told = () => logged("payment message refused");
  const before = told().length;
  const forged = wrongMac(await signedNotice(await newAttempt(shop)));
  for (let sent = 0; sent < 40; sent += 1)
    expect(await notify(shop, forged)).toMatchObject(refused);
  expect(told().length - before).toBeLessThan(20);
  // A line of another file's forgery keeps the next one back for ten seconds.
  await expect
    .poll(async () => {
      await notify(shop, forged);
      return told().length;
    })
    .toBeGreaterThan(0);
  for (const line of told())
    expect(JSON.parse(line.slice(line.indexOf("{")))).toMatchObject({ count: expect.any(Number) });
});

test("while the database fails nothing is acknowledged, a payment as little as a refusal, and ECPay's next try settles (R48, R49)", async () => {
  const attempt = await newAttempt(shop);
  const paid = await signedNotice(attempt);
  const declined = await signedNotice(attempt, { RtnCode: "10100058" });
  for (const [table, body] of [
    ["outbox", paid],
    ["payment_notices", declined],
  ] as const) {
    await shop.db.prepare(`ALTER TABLE ${table} RENAME TO away`).run();
    const during = await notify(shop, body).finally(() =>
      shop.db.prepare(`ALTER TABLE away RENAME TO ${table}`).run(),
    );
    expect(during.status).toBe(500);
    expect(JSON.parse(during.text)).toMatchObject({ code: "internal" });
  }
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
  expect(await notify(shop, declined)).toMatchObject(acknowledged);
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("failed");
  expect(await notify(shop, paid)).toMatchObject(acknowledged);
  expect(await outboxOf(shop, attempt.orderId)).toHaveLength(1);
});

async function resultOf(query: string) {
  const answer = await shop.fetch(`/api/v1/payments/result${query}`);
  return { status: answer.status, body: (await answer.json()) as object };
}

test("the shopper comes back from ECPay to a signed result in the language of the order, and nothing is settled by it (R53)", async () => {
  const attempt = await newAttempt(shop, { amountTwd: 4_200 });
  const told = await comeBack(shop, await signedNotice(attempt, { RtnMsg: "Succeeded" }));
  expect(told.status).toBe(303);
  const { pathname, search } = new URL(told.location ?? "", shop.url);
  expect(pathname).toBe("/ja/payment-result");
  const { status, body } = await resultOf(search);
  expect(status).toBe(200);
  expect(paymentResult.parse(body).value).toMatchObject({
    status: "success",
    orderId: `N${attempt.orderId}`,
    amount: 4_200,
    currency: "TWD",
  });
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
  expect(await outboxOf(shop, attempt.orderId)).toEqual([]);
  const none = { status: 400, body: { code: "result_invalid" } };
  expect(await resultOf(`${search}A`)).toMatchObject(none);
});
