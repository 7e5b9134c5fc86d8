import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseForm, readNotice, recordOf, signNotice } from "#ecpay/notification";
import vectors from "../fixtures/ecpay-vectors.json" with { type: "json" };
import { merchantId as merchant, stageKeys as keys } from "../support/payments.ts";

const genuine = {
  MerchantID: merchant,
  MerchantTradeNo: "SLABCDEFGH23456789AB",
  StoreID: "",
  RtnCode: "1",
  RtnMsg: "交易成功",
  TradeNo: "2611210512345678",
  TradeAmt: "100",
  PaymentDate: "2026/11/21 12:00:00",
  PaymentType: "Credit_CreditCard",
  PaymentTypeChargeFee: "5",
  TradeDate: "2026/11/21 11:59:00",
  SimulatePaid: "0",
  CustomField1: "",
  CustomField2: "",
  CustomField3: "",
  CustomField4: "",
};
const read = async (fields: Record<string, string>) =>
  readNotice(await signNotice(fields, keys), keys, merchant);
const reasonOf = async (change: Record<string, string>) => {
  const notice = await read({ ...genuine, ...change });
  return notice.ok ? "accepted" : notice.error.reason;
};

test("a genuine notice says who paid what", async () => {
  expect(await read(genuine)).toEqual({
    ok: true,
    value: {
      merchantTradeNo: "SLABCDEFGH23456789AB",
      tradeNo: "2611210512345678",
      amountTwd: 100,
      status: "paid",
      code: "1",
      paymentType: "Credit_CreditCard",
      paidAt: Date.UTC(2026, 10, 21, 4, 0, 0),
    },
  });
});

test.each([
  ["2", "unpaid"],
  ["10100073", "unpaid"],
  ["10100058", "failed"],
  ["0", "failed"],
  ["10", "failed"],
  ["01", "unknown"],
])("RtnCode %s is %s, not paid (R47)", async (RtnCode, status) => {
  expect(await read({ ...genuine, RtnCode })).toMatchObject({
    ok: true,
    value: { status, code: RtnCode },
  });
});

test("a notice without a date says when it was paid to nobody", async () => {
  expect(await read({ ...genuine, PaymentDate: "" })).toMatchObject({
    ok: true,
    value: { status: "paid", paidAt: null },
  });
});

test("of a message that is kept, signature and card data are not (R56)", () => {
  const { fields, merchantTradeNo } = recordOf({
    ...genuine,
    card4no: "2222",
    card6no: "431195",
    auth_code: "777777",
    gwsr: "1",
  });
  expect(fields).toEqual({ ...genuine, gwsr: "1" });
  expect(merchantTradeNo).toBe(genuine.MerchantTradeNo);
  expect(recordOf({ MerchantTradeNo: "not ours" }).merchantTradeNo).toBeNull();
});

test.each([
  ["simulated", { SimulatePaid: "1" }],
  ["other_merchant", { MerchantID: "2000132" }],
  ["unknown_field", { SurpriseField: "1" }],
  ["odd_value", { RtnCode: "1 " }],
  ["odd_value", { RtnCode: "١" }],
  ["odd_value", { TradeAmt: "0100" }],
  ["odd_value", { MerchantTradeNo: "slabcdefgh23456789ab" }],
  ["odd_value", { CustomField1: "&MerchantTradeNo=SLOTHER00000000000AA&TradeAmt=2000" }],
  ["odd_value", { SimulatePaid: "2" }],
  ["odd_value", { TradeAmt: "0" }],
  ["odd_value", { TradeAmt: "100\n" }],
  ["odd_value", { TradeNo: "" }],
  ["odd_value", { PaymentDate: "2026-11-21T12:00:00" }],
  ["odd_value", { RtnMsg: "ok\u0000" }],
  ["unknown_field", { rtncode: "1" }],
  ["unknown_field", { ["__proto__" as string]: "1", constructor: "1" }],
])("an authentic notice is set aside as %s when it says %o (R45)", async (reason, change) => {
  expect(await reasonOf(change)).toBe(reason);
});

test("a notice without a MAC or with somebody else's is nothing (R46)", async () => {
  const others = { hashKey: "0123456789abcdef", hashIv: "fedcba9876543210" };
  const forged = { ...genuine, CheckMacValue: "0".repeat(64) };
  for (const fields of [genuine, forged, await signNotice(genuine, others)])
    expect(await readNotice(fields, keys, merchant)).toEqual({
      ok: false,
      error: { reason: "bad_mac" },
    });
});

test.each([
  ["a=1&a=2", "duplicate_key"],
  ["a=%ff", "malformed"],
  ["a=%", "malformed"],
  ["a", "malformed"],
  ["=1", "malformed"],
  ["", "malformed"],
  [Array.from({ length: 81 }, (_, index) => `k${index}=1`).join("&"), "too_many_fields"],
])("the body %j is refused as %s", (body, problem) => {
  expect(parseForm(body)).toEqual({ ok: false, error: problem });
});

test("a form is read as UTF-8 with plus for space, and __proto__ is a name like any other", () => {
  const parsed = parseForm("RtnMsg=%E4%BA%A4%E6%98%93+ok&__proto__=x");
  expect(parsed.ok && { ...parsed.value, seen: Object.keys(parsed.value) }).toMatchObject({
    RtnMsg: "交易 ok",
    seen: ["RtnMsg", "__proto__"],
  });
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

test("no body makes the reader throw", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.webQueryParameters()),
      async (body) => {
        const parsed = parseForm(body);
        if (parsed.ok) expect((await readNotice(parsed.value, keys, merchant)).ok).toBe(false);
      },
    ),
    { numRuns: 500, seed: 20_261_121 },
  );
});

const textOf = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
const recorded = vectors.filter(({ params }) => "RtnCode" in params && "SimulatePaid" in params);
test.each(recorded.map((vector) => [vector.source, vector] as const))(
  "the recorded notice of %s is read as paid",
  async (_source, { params, expected, hashKey, hashIV: hashIv }) => {
    const fields = { ...textOf(params), CheckMacValue: expected };
    const form = parseForm(new URLSearchParams(fields).toString());
    if (!form.ok) throw new Error(form.error);
    const { MerchantID = "", MerchantTradeNo = "", TradeAmt, TradeNo: tradeNo } = form.value;
    const paid = { ok: true, value: { status: "paid", amountTwd: Number(TradeAmt), tradeNo } };
    // One of them has a trade number with small letters, which ours never have.
    const odd = { ok: false, error: { reason: "odd_value" } };
    const notice = await readNotice(form.value, { hashKey, hashIv }, MerchantID);
    expect(notice).toMatchObject(/[a-z]/.test(MerchantTradeNo) ? odd : paid);
  },
);

test("every field that is asked for is missed when it is not there", async () => {
  for (const name of ["MerchantID", "MerchantTradeNo", "RtnCode", "TradeNo", "TradeAmt"]) {
    const { [name]: _gone, ...fewer } = genuine as Record<string, string>;
    expect(await read(fewer), name).toMatchObject({ ok: false, error: { reason: "odd_value" } });
  }
});
