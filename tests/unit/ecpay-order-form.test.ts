import { expect, test } from "vitest";
import { verifyCheckMacValue } from "#ecpay/check-mac-value";
import { newMerchantTradeNo, orderForm } from "#ecpay/order-form";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import { signNotice } from "#ecpay/notification";
import { taipeiTime } from "#ecpay/taipei-time";

const keys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };
const order = {
  merchantId: "3002607",
  merchantTradeNo: "SLABCDEFGH23456789AB",
  amountTwd: 100,
  createdAt: Date.UTC(2026, 10, 21, 4, 5, 6),
  itemCount: 1,
  language: "" as const,
  returnUrl: "https://shop.example/api/v1/payments/ecpay/notify",
  orderResultUrl: "https://shop.example/api/v1/payments/ecpay/return",
  clientBackUrl: "https://shop.example/zh/orders",
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
    ItemName: "Sillage custom fragrance x 1",
    ReturnURL: order.returnUrl,
    OrderResultURL: order.orderResultUrl,
    ClientBackURL: order.clientBackUrl,
    ChoosePayment: "Credit",
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
  [{ amountTwd: -1 }],
  [{ amountTwd: 1.5 }],
  [{ amountTwd: Number.NaN }],
  [{ merchantTradeNo: "sl1" }],
  [{ merchantTradeNo: "A".repeat(21) }],
  [{ returnUrl: "https://shop.example/notify?a=b" }],
  [{ clientBackUrl: "https://shop.example/<script>" }],
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

test("trade numbers are twenty of A–Z and 0–9 and do not repeat (R43)", () => {
  const numbers = Array.from({ length: 2_000 }, () => newMerchantTradeNo(crypto.getRandomValues(new Uint8Array(18))));
  expect(new Set(numbers).size).toBe(2_000);
  for (const number of numbers) expect(number).toMatch(/^SL[A-Z0-9]{18}$/);
  expect(() => newMerchantTradeNo(new Uint8Array(17))).toThrow(RangeError);
});

test("a question to ECPay carries whole seconds and a MAC", async () => {
  const question = await queryForm("3002607", "SL1", 1_700_000_000_999, keys);
  expect(question["TimeStamp"]).toBe("1700000000");
  expect(await verifyCheckMacValue(question, keys)).toBe(true);
});

const line = async (fields: Record<string, string>) =>
  Object.entries(await signNotice(fields, keys))
    .map((pair) => pair.join("="))
    .join("&");
const answer = { MerchantID: "3002607", MerchantTradeNo: "SL1", TradeNo: "2611", TradeAmt: "100", PaymentDate: "2026/11/21 12:00:00", PaymentType: "Credit_CreditCard", ItemName: "C++ 100% x 1" };

test.each([
  ["1", "paid"],
  ["0", "unpaid"],
  ["10200095", "failed"],
  ["10200047", "unknown_trade"],
])("TradeStatus %s means %s, and plus and percent in the answer mean themselves", async (TradeStatus, status) => {
  const read = await readQueryAnswer(await line({ ...answer, TradeStatus }), keys);
  expect(read).toMatchObject({ ok: true, value: { status, merchantTradeNo: "SL1", tradeNo: "2611", amountTwd: 100 } });
});

test("an answer with a wrong MAC, a doubled field or a new status settles nothing", async () => {
  const paid = await line({ ...answer, TradeStatus: "1" });
  expect(await readQueryAnswer(paid.replace("TradeAmt=100", "TradeAmt=1"), keys)).toEqual({ ok: false, error: "bad_mac" });
  expect(await readQueryAnswer(`${paid}&TradeAmt=1`, keys)).toEqual({ ok: false, error: "malformed" });
  expect(await readQueryAnswer("<html>", keys)).toEqual({ ok: false, error: "malformed" });
  expect(await readQueryAnswer(await line({ ...answer, TradeStatus: "7" }), keys)).toEqual({ ok: false, error: "unknown_status" });
});
