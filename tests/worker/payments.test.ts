import { signNotice } from "#ecpay/notification";
import { afterAll, beforeAll, expect, test } from "vitest";
import { longTest, sized } from "../support/experiment.ts";
import { expectInvariants } from "../support/invariants.ts";
import {
  attemptOf,
  comeBack,
  inboxOf,
  newAttempt,
  newTradeNo,
  noticeFields,
  notify,
  outboxOf,
  signedNotice,
  stageKeys,
  type Told,
} from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

const acknowledged = { status: 200, text: "1|OK" };
const refused = { status: 400, text: "0|invalid" };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

async function parallel<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => act(index)));
}

test(
  "concurrent duplicates of one genuine callback settle once and are all acknowledged (R48, R49)",
  longTest,
  async () => {
    const count = sized(60, 200);
    const attempt = await newAttempt(shop);
    const first = noticeFields(attempt);
    const bodies = await parallel(count, async (index) =>
      // A resent notice is worded otherwise, so its MAC differs.
      new URLSearchParams(
        await signNotice({ ...first, RtnMsg: index % 2 === 0 ? "交易成功" : "paid" }, stageKeys),
      ).toString(),
    );
    const answers = await Promise.all(bodies.map((body) => notify(shop, body)));
    expect(
      answers.filter((answer) => answer.text === "1|OK" && answer.status === 200),
    ).toHaveLength(count);
    expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({
      state: "paid",
      needs_refund: 0,
    });
    expect(await outboxOf(shop, attempt.orderId)).toHaveLength(1);
    expect(await inboxOf(shop, attempt.merchantTradeNo)).toEqual([]);
    await expect.poll(() => settlings(attempt.merchantTradeNo)).toBe(1);
  },
);

/** How often the shop took this attempt for newly paid. */
const settlings = (merchantTradeNo: string) =>
  shop.logs().filter((line) => line.includes("payment settled") && line.includes(merchantTradeNo))
    .length;

test("fresh orders with 10 callbacks each are each settled once (E1)", longTest, async () => {
  const count = sized(8, 40);
  const attempts = await parallel(count, () =>
    newAttempt(shop, { amountTwd: 1 + Math.floor(Math.random() * 9_000) }),
  );
  const bodies = await Promise.all(attempts.map((attempt) => signedNotice(attempt)));
  const answers = await parallel(10 * count, (index) => notify(shop, bodies[index % count] ?? ""));
  expect(answers.filter((answer) => answer.text === "1|OK")).toHaveLength(10 * count);
  for (const attempt of attempts) {
    expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({
      state: "paid",
      needs_refund: 0,
    });
    expect(await outboxOf(shop, attempt.orderId)).toHaveLength(1);
    await expect.poll(() => settlings(attempt.merchantTradeNo)).toBe(1);
  }
});

test.each([
  ["a wrong amount", { TradeAmt: "1" }, "wrong_amount"],
  ["another merchant", { MerchantID: "2000132" }, "other_merchant"],
  ["a simulated payment", { SimulatePaid: "1" }, "simulated"],
  ["an undocumented field", { NewWallet: "1" }, "unknown_field"],
  ["an odd amount", { TradeAmt: "100.0" }, "odd_value"],
  ["no amount", { TradeAmt: undefined }, "odd_value"],
  ["a code that only looks like success", { RtnCode: "01" }, "odd_code"],
  ["a number to pay with", { RtnCode: "2" }, "odd_code"],
  ["a store number to pay with", { RtnCode: "10100073" }, "odd_code"],
  ["a field that swallowed others", { CustomField1: "x&TradeAmt=100" }, "odd_value"],
])(
  "an authentic message with %s settles nothing, is kept and is acknowledged (R47, R49, R50)",
  async (_what, change, reason) => {
    const attempt = await newAttempt(shop);
    const body = await signedNotice(attempt, change);
    expect(await notify(shop, body)).toMatchObject(acknowledged);
    expect(await notify(shop, body)).toMatchObject(acknowledged);
    expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({
      state: "open",
      trade_no: null,
    });
    expect(await outboxOf(shop, attempt.orderId)).toEqual([]);
    expect(await inboxOf(shop, attempt.merchantTradeNo)).toMatchObject([
      { reason, resolved_at: null },
    ]);
  },
);

test("what ECPay tells of a card is not kept with the message (R56)", async () => {
  const attempt = await newAttempt(shop);
  const card = { card4no: "2222", card6no: "431195", auth_code: "777777" };
  expect(await notify(shop, await signedNotice(attempt, { ...card, TradeAmt: "1" }))).toMatchObject(
    acknowledged,
  );
  const kept = await shop.db
    .prepare("SELECT fields FROM payment_inbox WHERE merchant_trade_no = ?")
    .bind(attempt.merchantTradeNo)
    .first<{ fields: string }>();
  expect(kept?.fields).toContain('"TradeAmt":"1"');
  for (const told of [...Object.keys(card), ...Object.values(card)])
    expect(kept?.fields).not.toContain(told);
});

test("a message about an unknown order is kept and acknowledged (R50)", async () => {
  const unknown = { merchantTradeNo: newTradeNo(), amountTwd: 100 };
  expect(await notify(shop, await signedNotice(unknown))).toMatchObject(acknowledged);
  expect(await inboxOf(shop, unknown.merchantTradeNo)).toMatchObject([{ reason: "unknown_order" }]);
  const alerts = () =>
    shop
      .logs()
      .filter((line) => line.includes("quarantined") && line.includes(unknown.merchantTradeNo));
  await expect.poll(() => alerts().length).toBe(1);
});

test("an order number in other letters is another order", async () => {
  const attempt = await newAttempt(shop);
  const body = await signedNotice(attempt, {
    MerchantTradeNo: attempt.merchantTradeNo.toLowerCase(),
  });
  expect(await notify(shop, body)).toMatchObject(acknowledged);
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
});

const forgeries: [
  string,
  (body: string) => string | Uint8Array<ArrayBuffer>,
  Partial<Told>,
  string?,
][] = [
  ["a wrong MAC", (body) => body.replace(/CheckMacValue=.{4}/, "CheckMacValue=0000"), refused],
  ["a cut MAC", (body) => body.slice(0, -2), refused],
  ["no MAC", (body) => body.replace(/&CheckMacValue=.*/, ""), refused],
  ["a changed amount", (body) => body.replace("TradeAmt=100", "TradeAmt=101"), refused],
  ["a key twice", (body) => `${body}&TradeAmt=100`, refused],
  ["a key twice in front", (body) => `RtnCode=1&${body}`, refused],
  ["broken percent signs", (body) => body.replace("RtnMsg=", "RtnMsg=%E0%A4%A"), refused],
  [
    "bytes that are not UTF-8",
    (body) => new Uint8Array([...new TextEncoder().encode(body), 0xff, 0xfe]),
    refused,
  ],
  ["nothing at all", () => "", refused],
  [
    "a thousand keys",
    () => Array.from({ length: 1_000 }, (_, index) => `k${index}=`).join("&"),
    refused,
  ],
  ["too many bytes", (body) => `${body}&x=${"a".repeat(9_000)}`, { status: 413 }],
  [
    "JSON",
    (body) => JSON.stringify(Object.fromEntries(new URLSearchParams(body))),
    { status: 415 },
    "application/json",
  ],
  [
    "another charset",
    (body) => body,
    { status: 415 },
    "application/x-www-form-urlencoded; charset=big5",
  ],
];

test.each(forgeries)(
  "%s settles nothing and leaves nothing behind (R45, R50)",
  async (_what, forge, expected, contentType) => {
    const attempt = await newAttempt(shop);
    const before = await shop.db.prepare("SELECT count(*) AS kept FROM payment_inbox").first();
    const answer = await notify(shop, forge(await signedNotice(attempt)), contentType);
    expect(answer).toMatchObject(expected);
    expect(answer.text).toBe("0|invalid");
    expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
    expect(await shop.db.prepare("SELECT count(*) AS kept FROM payment_inbox").first()).toEqual(
      before,
    );
  },
);

test("forgeries are counted, and a flood of them is no flood of the log (R50)", async () => {
  const told = () => shop.logs().filter((line) => line.includes("payment message refused"));
  const before = told().length;
  const forged = (await signedNotice(await newAttempt(shop))).replace(
    /CheckMacValue=.{4}/,
    "CheckMacValue=0000",
  );
  for (let sent = 0; sent < 40; sent += 1)
    expect(await notify(shop, forged)).toMatchObject(refused);
  expect(told().length - before).toBeLessThan(20);
  await expect.poll(() => told().length).toBeGreaterThan(0);
  for (const line of told())
    expect(JSON.parse(line.slice(line.indexOf("{")))).toMatchObject({ count: expect.any(Number) });
});

test("a message signed with another merchant's published keys is no message of ours", async () => {
  const attempt = await newAttempt(shop);
  const fields = await signNotice(noticeFields(attempt), {
    hashKey: "5294y06JbISpM5x9",
    hashIv: "v77hoKGq4kWxNNIS",
  });
  expect(await notify(shop, new URLSearchParams(fields).toString())).toMatchObject(refused);
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
});

test("only POST reaches the callback", async () => {
  const attempt = await newAttempt(shop);
  const answer = await shop.fetch(`/api/v1/payments/ecpay/notify?${await signedNotice(attempt)}`);
  expect(answer.status).toBe(405);
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
});

test("a declined card can be followed by a payment on the same page", async () => {
  const attempt = await newAttempt(shop);
  expect(
    await notify(shop, await signedNotice(attempt, { RtnCode: "10100058", RtnMsg: "付款失敗" })),
  ).toMatchObject(acknowledged);
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("failed");
  expect(await outboxOf(shop, attempt.orderId)).toEqual([]);
  expect(await notify(shop, await signedNotice(attempt))).toMatchObject(acknowledged);
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("paid");
  expect(await outboxOf(shop, attempt.orderId)).toMatchObject([{ kind: "order.paid" }]);
});

test("what is paid stays paid, whatever comes late (R51)", async () => {
  const attempt = await newAttempt(shop);
  await notify(shop, await signedNotice(attempt));
  for (const change of [
    { RtnCode: "10100058" },
    { SimulatePaid: "1" },
    { TradeAmt: "1" },
    { RtnCode: "0" },
  ]) {
    expect(await notify(shop, await signedNotice(attempt, change))).toMatchObject(acknowledged);
  }
  expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({
    state: "paid",
    needs_refund: 0,
  });
  expect(await outboxOf(shop, attempt.orderId)).toHaveLength(1);
});

test("an attempt that ran out can still be paid", async () => {
  const attempt = await newAttempt(shop);
  await shop.db
    .prepare("UPDATE payment_attempts SET state = 'expired' WHERE merchant_trade_no = ?")
    .bind(attempt.merchantTradeNo)
    .run();
  await notify(shop, await signedNotice(attempt));
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("paid");
});

test("an order that is paid by two attempts at once owes exactly one of them back (R51)", async () => {
  for (let round = 0; round < 10; round += 1) {
    const one = await newAttempt(shop);
    const other = await newAttempt(shop, { orderId: one.orderId });
    const bodies = await Promise.all([one, other].map((attempt) => signedNotice(attempt)));
    await parallel(10, (index) => notify(shop, bodies[index % 2] ?? ""));
    const attempts = await Promise.all(
      [one, other].map(({ merchantTradeNo }) => attemptOf(shop, merchantTradeNo)),
    );
    expect(attempts.map(({ state }) => state)).toEqual(["paid", "paid"]);
    expect(attempts.reduce((sum, attempt) => sum + attempt.needs_refund, 0)).toBe(1);
    expect((await outboxOf(shop, one.orderId)).map(({ kind }) => kind).sort()).toEqual([
      "order.needs_refund",
      "order.paid",
    ]);
  }
});

test("a second trade for one number is for people to look at", async () => {
  const attempt = await newAttempt(shop);
  await notify(shop, await signedNotice(attempt));
  expect(await notify(shop, await signedNotice(attempt))).toMatchObject(acknowledged);
  expect(await inboxOf(shop, attempt.merchantTradeNo)).toMatchObject([{ reason: "second_trade" }]);
});

async function shownResult(told: Told) {
  expect(told.status).toBe(303);
  const address = new URL(told.location ?? "", shop.url);
  const answer = await shop.fetch(`/api/v1/payments/result${address.search}`);
  return {
    path: address.pathname,
    query: address.searchParams,
    status: answer.status,
    body: (await answer.json()) as { code?: string },
  };
}

test("the shopper comes back from ECPay to a signed result in the language of the order, and nothing is settled by it (R53)", async () => {
  const attempt = await newAttempt(shop, { amountTwd: 4_200 });
  const result = await shownResult(
    await comeBack(shop, await signedNotice(attempt, { RtnMsg: "Succeeded" })),
  );
  expect(result).toMatchObject({
    path: "/ja/payment-result",
    status: 200,
    body: {
      value: { status: "success", orderId: `N${attempt.orderId}`, amount: 4_200, currency: "TWD" },
    },
  });
  expect(await attemptOf(shop, attempt.merchantTradeNo)).toMatchObject({ state: "open" });
  expect(await outboxOf(shop, attempt.orderId)).toEqual([]);
});

test("an old message of ECPay shows the order again, and no longer to whom it goes (R54)", async () => {
  const attempt = await newAttempt(shop);
  const change = (sql: string) =>
    shop.db
      .prepare(`UPDATE payment_attempts SET snapshot = ${sql} WHERE merchant_trade_no = ?`)
      .bind(attempt.merchantTradeNo)
      .run();
  const snapshot = {
    orderDate: "2026-11-21T00:00:00.000Z",
    customerName: "Mei",
    customerPhone: "0912345678",
    customerAddress: "1 Test Road",
    invoice: null,
  };
  await change(`'${JSON.stringify(snapshot)}'`);
  const body = await signedNotice(attempt, { RtnMsg: "Succeeded" });
  const come = async () =>
    (await shownResult(await comeBack(shop, body))).body as { expiry: number; value: object };
  const person = {
    customer_name: "Mei",
    customer_phone: "0912345678",
    customer_address: "1 Test Road",
  };
  const first = await come();
  expect(first.value).toMatchObject(person);
  const second = await come();
  expect(second.value).toMatchObject(person);
  expect(second.expiry, "the same message again lasts no longer").toBe(first.expiry);
  await change(`json_set(snapshot, '$.shownAt', ${Date.now() - 11 * 60_000})`);
  const late = await come();
  expect(late.value).toMatchObject({ status: "success", orderId: `N${attempt.orderId}` });
  expect(late.value).toMatchObject({ customer_name: "", customer_phone: "", customer_address: "" });
});

test("a shopper whose card was declined sees that; one who has paid since does not", async () => {
  const attempt = await newAttempt(shop);
  const declined = await signedNotice(attempt, { RtnCode: "10100058" });
  expect((await shownResult(await comeBack(shop, declined))).body).toMatchObject({
    value: { status: "failed" },
  });
  await notify(shop, await signedNotice(attempt));
  expect((await shownResult(await comeBack(shop, declined))).body).toMatchObject({
    value: { status: "success" },
  });
});

test.each([
  ["a wrong MAC", (body: string) => body.replace(/CheckMacValue=.{4}/, "CheckMacValue=0000")],
  ["a key twice", (body: string) => `${body}&RtnCode=1`],
  ["nothing", () => ""],
])("a return with %s leads to the page without a result (R53)", async (_what, forge) => {
  const attempt = await newAttempt(shop);
  expect(await comeBack(shop, forge(await signedNotice(attempt)))).toMatchObject({
    status: 303,
    location: "/zh/payment-result",
  });
});

test("a return of an authentic message with a wrong amount or an undocumented field shows nothing", async () => {
  const attempt = await newAttempt(shop);
  expect(await comeBack(shop, await signedNotice(attempt, { TradeAmt: "1" }))).toMatchObject({
    location: "/ja/payment-result",
  });
  expect(
    (await comeBack(shop, await signedNotice(attempt, { NewField: "1" }))).location,
  ).not.toContain("?");
});

test("no changed, foreign or incomplete result is believed (R54)", async () => {
  const { query } = await shownResult(
    await comeBack(shop, await signedNotice(await newAttempt(shop))),
  );
  const data = query.get("data") ?? "";
  const sig = query.get("sig") ?? "";
  const other = (
    await shownResult(
      await comeBack(shop, await signedNotice(await newAttempt(shop, { amountTwd: 7 }))),
    )
  ).query;
  const richer = Buffer.from(
    Buffer.from(data, "base64url").toString().replace('"amount":100', '"amount":900'),
  ).toString("base64url");
  const noAlgorithm = `${Buffer.from('{"alg":"none"}').toString("base64url")}..`;
  const flipped = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  const mutants: [string, string][] = [
    [data, ""],
    ["", sig],
    [richer, sig],
    [data, noAlgorithm],
    [data, other.get("sig") ?? ""],
    [other.get("data") ?? "", sig],
    [`${data}=`, sig],
    [data, sig.replace("..", ".")],
    [data, `${sig}.x`],
    ...Array.from({ length: 60 }, (_, index): [string, string] => [
      flipped(data, (index * 7) % data.length),
      sig,
    ]),
    // The last letter of a signature carries two bits that mean nothing.
    ...Array.from({ length: 60 }, (_, index): [string, string] => [
      data,
      flipped(sig, (index * 3) % (sig.length - 1)),
    ]),
  ];
  for (const [mutantData, mutantSig] of mutants) {
    const answer = await shop.fetch(
      `/api/v1/payments/result?${new URLSearchParams({ data: mutantData, sig: mutantSig })}`,
    );
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { code: "result_invalid" },
    });
  }
});

test("while the database fails nothing is acknowledged, and ECPay's next try settles (R48, R49)", async () => {
  const attempt = await newAttempt(shop);
  const body = await signedNotice(attempt);
  await shop.db.prepare("ALTER TABLE outbox RENAME TO outbox_away").run();
  const during = await notify(shop, body);
  await shop.db.prepare("ALTER TABLE outbox_away RENAME TO outbox").run();
  expect(during.status).toBe(500);
  expect(during.text).not.toContain("1|OK");
  expect((await attemptOf(shop, attempt.merchantTradeNo)).state).toBe("open");
  expect(await notify(shop, body)).toMatchObject(acknowledged);
  expect(await outboxOf(shop, attempt.orderId)).toHaveLength(1);
});
