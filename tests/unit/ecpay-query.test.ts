import * as fc from "fast-check";
import { expect, test } from "vitest";
import { verifyCheckMacValue } from "#ecpay/check-mac-value";
import { signNotice } from "#ecpay/notification";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import vectors from "../fixtures/ecpay-vectors.json" with { type: "json" };
import { stageKeys as keys } from "../support/payments.ts";

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
])("TradeStatus %s means %s, and a plus is a plus", async (TradeStatus, status, code) => {
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
});

const recorded = vectors.filter(({ params }) => "TradeStatus" in params);
test.each(recorded.map((vector) => [vector.source, vector] as const))(
  "the recorded answer of %s is read",
  async (_source, { params, expected, hashKey, hashIV: hashIv }) => {
    const text = lineOf({ ...(params as Record<string, string>), CheckMacValue: expected });
    const { TradeStatus = "", MerchantTradeNo: merchantTradeNo, TradeAmt } = params;
    const status = { "1": "paid", "0": "unpaid", "10200047": "unknown" }[String(TradeStatus)];
    const value = { status, merchantTradeNo, amountTwd: Number(TradeAmt) };
    expect(await readQueryAnswer(text, { hashKey, hashIv })).toMatchObject({ ok: true, value });
  },
);

test("a line break behind the answer is none of its fields, and a name of one letter is one", async () => {
  const text = await line({ ...answer, TradeStatus: "1", X: "1" });
  expect(await readQueryAnswer(`${text}\r\n`, keys)).toMatchObject({ ok: true });
});

test("an answer with a wrong MAC, a doubled field or a new status settles nothing", async () => {
  const errorOf = async (text: string) => {
    const read = await readQueryAnswer(text, keys);
    return read.ok ? "believed" : read.error;
  };
  const paid = await line({ ...answer, TradeStatus: "1" });
  expect(await errorOf(paid.replace("TradeAmt=100", "TradeAmt=1"))).toBe("bad_mac");
  expect(await errorOf("TradeStatus=1")).toBe("bad_mac");
  for (const text of [`${paid}&TradeAmt=1`, "", "<html>", "&", "=1", "0|error"])
    expect(await errorOf(text), text).toBe("malformed");
  for (const TradeStatus of ["7", "10200052", "10200163"])
    expect(await errorOf(await line({ ...answer, TradeStatus }))).toBe("unknown_status");
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
  ).toEqual({ ok: false, error: "odd_value" });
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
