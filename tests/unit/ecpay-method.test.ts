/** `worker/payments/ecpay/method.ts`: ECPay as the shop's payment port knows it. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { verifyCheckMacValue } from "#ecpay/check-mac-value";
import { merchantId, noticeFields, signedNotice, stageKeys } from "../support/payments.ts";

interface Method {
  asking: object;
  start(trade: object): Promise<{ form: { url: string; fields: Record<string, string> } }>;
  returned(body: string): Promise<object | null>;
  notices: {
    isBelieved: boolean;
    read(body: string): Promise<{ kind: string }>;
    probe: {
      merchantTradeNo: string;
      path: string;
      answer: string;
      sign(now: number): Promise<string>;
    };
  };
}
/** The Worker's own module speaks of Workers types that a Node test does not know, so it is loaded, not imported. */
const { ecpay }: { ecpay: { open(surroundings: object): Method } } = await import(
  /* @vite-ignore */ resolve(import.meta.dirname, "../../worker/payments/ecpay/method.ts")
);

const methodIn = (ECPAY_ENVIRONMENT: string) =>
  ecpay.open({
    config: {
      ECPAY_ENVIRONMENT,
      ECPAY_MERCHANT_ID: merchantId,
      ECPAY_HASH_KEY: stageKeys.hashKey,
      ECPAY_HASH_IV: stageKeys.hashIv,
    },
    publicOrigin: "https://shop.example",
  });
const method = methodIn("production");
const order = { merchantTradeNo: "SL1", amountTwd: 100 };

test("whoever has read ECPay's documentation can sign for its staging account, so nothing said there is believed (R46)", () => {
  expect(
    ["production", "stand-in", "stage"].map((name) => methodIn(name).notices.isBelieved),
  ).toEqual([true, true, false]);
});

test("a genuine notice is a report about its trade", async () => {
  expect(await method.notices.read(await signedNotice(order))).toMatchObject({
    kind: "report",
    payment: { merchantTradeNo: "SL1", amountTwd: 100, status: "paid" },
    record: { merchantTradeNo: "SL1", fields: { TradeAmt: "100" } },
  });
});

const notSigned = (changes: Record<string, string> = {}) =>
  new URLSearchParams(noticeFields(order, changes)).toString();

test.each([
  ["without a signature", notSigned({ MerchantID: "7654321" }), "bad_mac"],
  ["about no number of ours", notSigned({ MerchantTradeNo: "no-number" }), "bad_mac"],
  ["whose names are no text", "%FF=1", "malformed"],
  ["that names a field twice", "a=1&a=2", "duplicate_key"],
])("of a message %s nothing is kept", async (_what, body, reason) => {
  expect(await method.notices.read(body)).toEqual({ kind: "refused", reason });
});

test("of a message that names a trade of our account without being signed only the number is told", async () => {
  const refused = { kind: "refused", reason: "bad_mac", names: "SL1" };
  expect(await method.notices.read(notSigned())).toEqual(refused);
});

test("the shop's own notice is read as ECPay's would be, about a number that no order can have", async () => {
  const { merchantTradeNo, path, answer, sign } = method.notices.probe;
  expect(await method.notices.read(await sign(Date.UTC(2026, 10, 21)))).toMatchObject({
    kind: "report",
    payment: { merchantTradeNo, amountTwd: 1, status: "paid" },
  });
  expect(merchantTradeNo).not.toMatch(/^SL/);
  expect([path, answer]).toEqual(["/api/v1/payments/ecpay/notify", "1|PROBE"]);
});

test("a signed message with an unknown field is kept for people, and settles nothing", async () => {
  const body = await signedNotice(order, { NewWallet: "yes" });
  expect(await method.notices.read(body)).toMatchObject({
    kind: "unverified",
    reason: "unknown_field",
    record: { merchantTradeNo: "SL1", fields: { NewWallet: "yes" } },
  });
});

const trade = {
  amountTwd: 1,
  orderNumber: "SL261121ABCDE",
  createdAt: Date.UTC(2026, 10, 21),
  locale: "ja",
};

test("the form of an order is signed, goes to ECPay, and brings notice and shopper back to the shop", async () => {
  const { url, fields } = (await method.start(trade)).form;
  expect(url).toBe("https://payment.ecpay.com.tw/Cashier/AioCheckOut/V5");
  expect(fields).toMatchObject({
    MerchantID: merchantId,
    MerchantTradeNo: expect.stringMatching(/^S[A-Z2-9]{19}$/),
    TotalAmount: "1",
    ReturnURL: "https://shop.example/api/v1/payments/ecpay/notify",
    OrderResultURL: "https://shop.example/api/v1/payments/ecpay/return",
    Language: "JPN",
    ItemName: "Sillage オーダーフレグランス ご注文 SL261121ABCDE",
  });
  const unsafe = { ...trade, locale: "en", orderNumber: "SL&1" };
  expect((await method.start(unsafe)).form.fields).toMatchObject({
    ItemName: "Sillage custom fragrance, order",
  });
  expect(await verifyCheckMacValue(fields, stageKeys)).toBe(true);
});

test("ECPay is asked as often as it allows, and left alone for half an hour when it refuses (R52)", () => {
  const minute = 60_000;
  expect(method.asking).toMatchObject({ mostPerMinute: 30, pauseMs: 30 * minute });
});
