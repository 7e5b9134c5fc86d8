import { verifyCheckMacValue } from "#ecpay/check-mac-value";
import { newMerchantTradeNo, orderForm } from "#ecpay/order-form";
import { cashierOf, taipeiTime } from "#ecpay/vocabulary";
import { merchantId, noticeFields, signedNotice, stageKeys as keys } from "../support/payments.ts";
import { ecpay } from "../../worker/payments/ecpay/method.ts";

const order = {
  MerchantID: "3002607",
  MerchantTradeNo: "SLABCDEFGH23456789AB",
  MerchantTradeDate: taipeiTime(Date.UTC(2026, 10, 21, 4, 5, 6)),
  TotalAmount: "100",
  TradeDesc: "Sillage custom fragrance",
  ItemName: "Sillage 客製香氛 訂單 SL261121ABCDE",
  ReturnURL: "https://shop.example/api/v1/payments/ecpay/notify",
  OrderResultURL: "https://shop.example/api/v1/payments/ecpay/return",
};

test("the form holds what ECPay wants, signed, and no word of the shopper's (R44)", async () => {
  const form = await orderForm(order, keys);
  const { CheckMacValue: _mac, ...fields } = form;
  expect(fields).toEqual({
    ...order,
    MerchantTradeDate: "2026/11/21 12:05:06",
    PaymentType: "aio",
    ChoosePayment: "Credit",
    UnionPay: "2",
    EncryptType: "1",
  });
  expect(await verifyCheckMacValue(form, keys)).toBe(true);
});

test.each([
  [{ TotalAmount: "0" }],
  [{ TotalAmount: "1.5" }],
  [{ MerchantTradeNo: "sl1" }],
  [{ MerchantTradeNo: "A".repeat(21) }],
  [{ ReturnURL: "https://shop.example/notify?a=b" }],
  [{ ReturnURL: "https://shop.example/<script>" }],
  [{ OrderResultURL: "https://shop.example/orders?page" }],
  [{ OrderResultURL: "https://shop.example/orders#top" }],
  [{ OrderResultURL: "javascript:alert(1)" }],
  [{ OrderResultURL: `https://shop.example/${"a".repeat(200)}` }],
  [{ OrderResultURL: "https://shop.example/a\u007fb" }],
  [{ MerchantTradeNo: "" }],
  [{ MerchantTradeNo: "SL1\n" }],
  [{ MerchantID: "3002607&TradeAmt=1" }],
  [{ ItemName: "order=1" }],
  [{ TotalAmount: String(2 ** 53) }],
])("a form with %o is never signed", async (change) => {
  await expect(orderForm({ ...order, ...change }, keys)).rejects.toThrow(RangeError);
});

test.each([
  [Date.UTC(2026, 10, 20, 16, 0, 0), "2026/11/21 00:00:00"],
  [Date.UTC(2026, 11, 31, 16, 0, 0), "2027/01/01 00:00:00"],
  [Date.UTC(2028, 1, 28, 16, 0, 0), "2028/02/29 00:00:00"],
])("%i is %s in Taipei, summer and winter", (epochMs, written) => {
  expect(taipeiTime(epochMs)).toBe(written);
});

const newNumber = () => newMerchantTradeNo(crypto.getRandomValues(new Uint8Array(19)));

test("trade numbers are twenty of A–Z and 0–9 and do not repeat (R43)", () => {
  const numbers = Array.from({ length: 2_000 }, () => newNumber());
  expect(new Set(numbers).size).toBe(2_000);
  for (const number of numbers) expect(number).toMatch(/^S[A-Z0-9]{19}$/);
  for (let place = 1; place < 20; place += 1)
    expect(new Set(numbers.map((number) => number[place])).size, "95 bits of chance").toBe(32);
  expect(() => newMerchantTradeNo(new Uint8Array(18))).toThrow(RangeError);
});

/** The stand-in is another site for the browser, as ECPay is, on the same computer. */
test.each([
  ["production", "https://shop.example", "https://payment.ecpay.com.tw", ""],
  ["stage", "https://shop.example", "https://payment-stage.ecpay.com.tw", ""],
  ["stand-in", "http://localhost:5173", "http://127.0.0.1:5173", "/local/ecpay"],
  ["stand-in", "http://127.0.0.1:5173", "http://localhost:5173", "/local/ecpay"],
  ["stand-in", "http://shop.test:5173", "http://shop.test:5173", "/local/ecpay"],
] as const)("in %s forms of %s go to %s", (environment, shop, origin, path) => {
  expect(cashierOf(environment, shop)).toEqual({ origin, url: origin + path });
});

const methodIn = (ECPAY_ENVIRONMENT: string) => {
  const { hashKey: ECPAY_HASH_KEY, hashIv: ECPAY_HASH_IV } = keys;
  const account = { ECPAY_MERCHANT_ID: merchantId, ECPAY_HASH_KEY, ECPAY_HASH_IV };
  const config = { ECPAY_ENVIRONMENT, ...account };
  return ecpay.open({ config, publicOrigin: "https://shop.example" } as never);
};
const method = methodIn("production");
const notices = method.notices ?? expect.unreachable();
const payable = { merchantTradeNo: "SL1", amountTwd: 100 };

test("whoever has read ECPay's documentation can sign for its staging account, so nothing said there is believed (R46)", () => {
  const isBelieved = (name: string) => methodIn(name).notices?.isBelieved;
  expect(["production", "stand-in", "stage"].map(isBelieved)).toEqual([true, true, false]);
});

test("a genuine notice is a report about its trade", async () => {
  expect(await notices.read(await signedNotice(payable))).toMatchObject({
    kind: "report",
    payment: { merchantTradeNo: "SL1", amountTwd: 100, status: "paid" },
    record: { merchantTradeNo: "SL1", fields: { TradeAmt: "100" } },
  });
});

const notSigned = (changes: Record<string, string> = {}) =>
  new URLSearchParams(noticeFields(payable, changes)).toString();

test.each([
  ["without a signature", notSigned({ MerchantID: "7654321" }), "bad_mac"],
  ["about no number of ours", notSigned({ MerchantTradeNo: "no-number" }), "bad_mac"],
  ["whose names are no text", "%FF=1", "malformed"],
  ["that names a field twice", "a=1&a=2", "duplicate_key"],
])("of a message %s nothing is kept", async (_what, body, reason) => {
  expect(await notices.read(body)).toEqual({ kind: "refused", reason });
});

test("of a message that names a trade of our account without being signed only the number is told", async () => {
  const refused = { kind: "refused", reason: "bad_mac", names: "SL1" };
  expect(await notices.read(notSigned())).toEqual(refused);
});

test("the shop's own notice is read as ECPay's would be, about a number that no order can have", async () => {
  const { merchantTradeNo, path, answer, sign } = notices.probe;
  expect(await notices.read(await sign())).toMatchObject({
    kind: "report",
    payment: { merchantTradeNo, amountTwd: 1, status: "paid" },
  });
  expect(merchantTradeNo).not.toMatch(/^SL/);
  expect([path, answer]).toEqual(["/api/v1/payments/ecpay/notify", "1|PROBE"]);
});

test("a signed message with an unknown field is kept for people, and settles nothing", async () => {
  const body = await signedNotice(payable, { NewWallet: "yes" });
  expect(await notices.read(body)).toMatchObject({
    kind: "unverified",
    reason: "unknown_field",
    record: { merchantTradeNo: "SL1", fields: { NewWallet: "yes" } },
  });
});

const createdAt = Date.UTC(2026, 10, 21);
const trade = { amountTwd: 1, orderNumber: "SL261121ABCDE", createdAt, locale: "ja" as const };
const formOf = async (changes: Partial<Parameters<typeof method.start>[0]> = {}) => {
  const started = await method.start({ ...trade, ...changes });
  return "form" in started ? started.form : expect.unreachable();
};

test("the form of an order is signed, goes to ECPay, and brings notice and shopper back to the shop", async () => {
  const { url, fields } = await formOf();
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
  const unsafe = await formOf({ locale: "en", orderNumber: "SL&1" });
  const english = { ItemName: "Sillage custom fragrance, order", Language: "ENG" };
  expect(unsafe.fields).toMatchObject(english);
  expect("Language" in (await formOf({ locale: "zh" })).fields).toBe(false);
  expect(await verifyCheckMacValue(fields, keys)).toBe(true);
});
