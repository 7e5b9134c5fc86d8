import { expect, test } from "vitest";
import { verifyCheckMacValue } from "#ecpay/check-mac-value";
import { newMerchantTradeNo, orderForm } from "#ecpay/order-form";
import { cashierOf, taipeiTime } from "#ecpay/vocabulary";
import { stageKeys as keys } from "../support/payments.ts";

const order = {
  merchantId: "3002607",
  merchantTradeNo: "SLABCDEFGH23456789AB",
  amountTwd: 100,
  createdAt: Date.UTC(2026, 10, 21, 4, 5, 6),
  itemName: "Sillage 客製香氛 訂單 SL261121ABCDE",
  tradeDesc: "Sillage custom fragrance",
  language: "" as const,
  returnUrl: "https://shop.example/api/v1/payments/ecpay/notify",
  orderResultUrl: "https://shop.example/api/v1/payments/ecpay/return",
};

test("the form holds what ECPay wants, signed, and no word of the shopper's (R44)", async () => {
  const form = await orderForm(order, keys);
  const { CheckMacValue: _mac, ...fields } = form;
  expect(fields).toEqual({
    MerchantID: "3002607",
    MerchantTradeNo: "SLABCDEFGH23456789AB",
    MerchantTradeDate: "2026/11/21 12:05:06",
    PaymentType: "aio",
    TotalAmount: "100",
    TradeDesc: "Sillage custom fragrance",
    ItemName: order.itemName,
    ReturnURL: order.returnUrl,
    OrderResultURL: order.orderResultUrl,
    ChoosePayment: "Credit",
    UnionPay: "2",
    EncryptType: "1",
  });
  expect(await verifyCheckMacValue(form, keys)).toBe(true);
});

test("the cashier speaks the page's language", async () => {
  expect((await orderForm({ ...order, language: "ENG" }, keys))["Language"]).toBe("ENG");
  expect((await orderForm({ ...order, language: "JPN" }, keys))["Language"]).toBe("JPN");
  expect("Language" in (await orderForm(order, keys))).toBe(false);
});

test.each([
  [{ amountTwd: 0 }],
  [{ amountTwd: 1.5 }],
  [{ merchantTradeNo: "sl1" }],
  [{ merchantTradeNo: "A".repeat(21) }],
  [{ returnUrl: "https://shop.example/notify?a=b" }],
  [{ returnUrl: "https://shop.example/<script>" }],
  [{ orderResultUrl: "https://shop.example/orders?page" }],
  [{ orderResultUrl: "https://shop.example/orders#top" }],
  [{ orderResultUrl: "javascript:alert(1)" }],
  [{ orderResultUrl: `https://shop.example/${"a".repeat(200)}` }],
  [{ orderResultUrl: "https://shop.example/a\u007fb" }],
  [{ merchantTradeNo: "" }],
  [{ merchantTradeNo: "SL1\n" }],
  [{ merchantId: "3002607&TradeAmt=1" }],
  [{ itemName: "order=1" }],
  [{ amountTwd: 2 ** 53 }],
])("a form with %o is never signed", async (change) => {
  await expect(orderForm({ ...order, ...change }, keys)).rejects.toThrow(RangeError);
});

test.each([
  [Date.UTC(2026, 10, 20, 16, 0, 0), "2026/11/21 00:00:00"],
  [Date.UTC(2026, 11, 31, 15, 59, 59), "2026/12/31 23:59:59"],
  [Date.UTC(2026, 11, 31, 16, 0, 0), "2027/01/01 00:00:00"],
  [Date.UTC(2028, 1, 28, 16, 0, 0), "2028/02/29 00:00:00"],
  [Date.UTC(2026, 6, 1, 0, 0, 0), "2026/07/01 08:00:00"],
])("%i is %s in Taipei, summer and winter", (epochMs, written) => {
  expect(taipeiTime(epochMs)).toBe(written);
});

const newNumber = () => newMerchantTradeNo(crypto.getRandomValues(new Uint8Array(19)));

test("trade numbers are twenty of A–Z and 0–9 and do not repeat (R43)", () => {
  const numbers = Array.from({ length: 2_000 }, () => newNumber());
  expect(new Set(numbers).size).toBe(2_000);
  for (const number of numbers) expect(number).toMatch(/^S[A-Z0-9]{19}$/);
  expect(() => newMerchantTradeNo(new Uint8Array(18))).toThrow(RangeError);
});

test("every letter of a trade number may be any of the alphabet, so 95 bits of chance are in it", () => {
  const numbers = Array.from({ length: 2_000 }, () => newNumber());
  for (let place = 1; place < 20; place += 1)
    expect(new Set(numbers.map((number) => number[place])).size).toBe(32);
});

test.each([
  ["production", "https://payment.ecpay.com.tw"],
  ["stage", "https://payment-stage.ecpay.com.tw"],
] as const)("in %s forms go to ECPay itself", (environment, origin) => {
  expect(cashierOf(environment, "https://shop.example")).toEqual({ origin, url: origin });
});

/** Another site for the browser, as ECPay is, on the same computer. */
test.each([
  ["http://localhost:5173", "http://127.0.0.1:5173"],
  ["http://127.0.0.1:5173", "http://localhost:5173"],
  ["http://shop.test:5173", "http://shop.test:5173"],
])("of a shop at %s the stand-in is at %s", (publicOrigin, origin) => {
  expect(cashierOf("stand-in", publicOrigin)).toEqual({ origin, url: `${origin}/local/ecpay` });
});
