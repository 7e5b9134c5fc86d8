import * as fc from "fast-check";
import { expect, test } from "vitest";
import { verifyCheckMacValue } from "#ecpay/check-mac-value";
import { signNotice } from "#ecpay/notification";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import vectors from "../fixtures/ecpay-vectors.json" with { type: "json" };

const keys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };
const lineOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map((pair) => pair.join("="))
    .join("&");
const line = async (fields: Record<string, string>) => lineOf(await signNotice(fields, keys));
const answer = {
  MerchantID: "3002607",
  MerchantTradeNo: "SL1",
  TradeNo: "2611",
  TradeAmt: "100",
  PaymentDate: "2026/11/21 12:00:00",
  PaymentType: "Credit_CreditCard",
  ItemName: "C++ 100% x 1 香水",
};

test("a question to ECPay carries whole seconds and a MAC", async () => {
  const question = await queryForm("3002607", "SL1", 1_700_000_000_999, keys);
  expect(question).toMatchObject({
    MerchantID: "3002607",
    MerchantTradeNo: "SL1",
    TimeStamp: "1700000000",
  });
  expect(await verifyCheckMacValue(question, keys)).toBe(true);
});

test.each([
  ["1", "paid", "1"],
  ["0", "unpaid", "0"],
  ["10200095", "failed", "10100058"],
  ["10200047", "unknown", "10200047"],
])(
  "TradeStatus %s means %s, and plus and percent in the answer mean themselves",
  async (TradeStatus, status, code) => {
    const read = await readQueryAnswer(await line({ ...answer, TradeStatus }), keys);
    expect(read).toEqual({
      ok: true,
      value: {
        status,
        code,
        merchantTradeNo: "SL1",
        tradeNo: "2611",
        amountTwd: 100,
        paymentType: "Credit_CreditCard",
        paidAt: Date.UTC(2026, 10, 21, 4, 0, 0),
      },
    });
  },
);

const recorded = vectors.filter(({ params }) => "TradeStatus" in params);
test.each(recorded.map((vector) => [vector.source, vector] as const))(
  "the recorded answer of %s is read",
  async (_source, vector) => {
    const fields: Record<string, string> = Object.fromEntries(
      Object.entries(vector.params).map(([name, value]) => [name, String(value)]),
    );
    const vectorKeys = { hashKey: vector.hashKey, hashIv: vector.hashIV };
    const read = await readQueryAnswer(
      lineOf({ ...fields, CheckMacValue: vector.expected }),
      vectorKeys,
    );
    const status = { "1": "paid", "0": "unpaid", "10200047": "unknown" }[
      fields["TradeStatus"] ?? ""
    ];
    expect(read).toMatchObject({
      ok: true,
      value: {
        status,
        merchantTradeNo: fields["MerchantTradeNo"],
        amountTwd: Number(fields["TradeAmt"]),
      },
    });
  },
);

test("a line break after the answer is none of its fields", async () => {
  expect(
    await readQueryAnswer(`${await line({ ...answer, TradeStatus: "1" })}\r\n`, keys),
  ).toMatchObject({ ok: true });
});

test("an answer with a wrong MAC, a doubled field or a new status settles nothing", async () => {
  const paid = await line({ ...answer, TradeStatus: "1" });
  expect(await readQueryAnswer(paid.replace("TradeAmt=100", "TradeAmt=1"), keys)).toEqual({
    ok: false,
    error: "bad_mac",
  });
  expect(await readQueryAnswer("TradeStatus=1", keys)).toEqual({ ok: false, error: "bad_mac" });
  expect(await readQueryAnswer(`${paid}&TradeAmt=1`, keys)).toEqual({
    ok: false,
    error: "malformed",
  });
  for (const text of ["", "<html>", "&", "=1", "0|error"]) {
    expect(await readQueryAnswer(text, keys), text).toEqual({ ok: false, error: "malformed" });
  }
  for (const TradeStatus of ["7", "10200052", "10200163"]) {
    expect(await readQueryAnswer(await line({ ...answer, TradeStatus }), keys)).toEqual({
      ok: false,
      error: "unknown_status",
    });
  }
});

test.each([
  { TradeAmt: "1e2" },
  { TradeAmt: "0100" },
  { TradeAmt: "" },
  { TradeAmt: "0" },
  { TradeNo: "" },
  { TradeNo: "26 11" },
  { TradeStatus: "constructor" },
  { PaymentDate: "yesterday" },
  { MerchantTradeNo: "SL1 " },
])("a payment that is described by %o is not believed", async (change) => {
  expect(
    await readQueryAnswer(await line({ ...answer, TradeStatus: "1", ...change }), keys),
  ).toEqual({
    ok: false,
    error: "odd_value",
  });
});

test("no answer makes the reader throw, and none is believed unsigned", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.webQueryParameters()),
      async (text) => {
        expect((await readQueryAnswer(text, keys)).ok).toBe(false);
      },
    ),
    { numRuns: 300, seed: 20_261_121 },
  );
});

test("a field with a name of one letter is a field", async () => {
  const read = await readQueryAnswer(await line({ ...answer, TradeStatus: "0", X: "1" }), keys);
  expect(read).toMatchObject({ ok: true });
});

test.each([
  ["name", { "\ud800": "a" }],
  ["value", { a: "\ud800" }],
])("half a character in a %s is no message of ECPay's, and no exception", async (_what, odd) => {
  const CheckMacValue = "A".repeat(64);
  expect(await verifyCheckMacValue({ ...odd, CheckMacValue }, keys)).toBe(false);
});
