import vectors from "../fixtures/ecpay-vectors.json" with { type: "json" };
import * as fc from "fast-check";
import { parseForm, readNotice, recordOf } from "#ecpay/notification";
import { merchantId as merchant, noticeFields, stageKeys as keys } from "../support/payments.ts";
import { checkMacValue, signed as signNotice, verifyCheckMacValue } from "#ecpay/check-mac-value";

const names = { merchantTradeNo: "SLABCDEFGH23456789AB", tradeNo: "2611210512345678" };
const dated = { PaymentDate: "2026/11/21 12:00:00", TradeNo: names.tradeNo };
const genuine = noticeFields({ ...names, amountTwd: 100 }, dated);
const read = async (fields: Record<string, string>) =>
  readNotice(await signNotice(fields, keys), keys, merchant);
const reasonOf = async (change: Record<string, string>) => {
  const notice = await read({ ...genuine, ...change });
  return typeof notice === "string" ? notice : "accepted";
};

test("a genuine notice says who paid what", async () => {
  const paidAt = Date.UTC(2026, 10, 21, 4, 0, 0);
  const paid = { amountTwd: 100, status: "paid", code: "1", paymentType: "Credit_CreditCard" };
  expect(await read(genuine)).toEqual({ ...names, ...paid, paidAt });
});

test.each([
  ["2", "unpaid"],
  ["10100073", "unpaid"],
  ["10100058", "failed"],
  ["0", "failed"],
  ["10", "failed"],
  ["01", "unknown"],
])("RtnCode %s is %s, not paid (R47)", async (RtnCode, status) => {
  expect(await read({ ...genuine, RtnCode })).toMatchObject({ status, code: RtnCode });
});

test("a notice without a date says when it was paid to nobody", async () => {
  const undated = { status: "paid", paidAt: null };
  expect(await read({ ...genuine, PaymentDate: "" })).toMatchObject(undated);
});

test("of a message that is kept, signature and card data are not (R56)", () => {
  const card = { card4no: "2222", card6no: "431195", auth_code: "777777" };
  const { fields, merchantTradeNo } = recordOf({ ...genuine, ...card, gwsr: "1" });
  expect(fields).toEqual({ ...genuine, gwsr: "1" });
  expect(merchantTradeNo).toBe(names.merchantTradeNo);
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
  ["odd_value", { TradeAmt: "1e2" }],
  ["odd_value", { TradeAmt: "１００" }],
  ["odd_value", { RtnCode: "+1" }],
  ["odd_value", { TradeNo: "x".repeat(21) }],
  ["odd_value", { TradeAmt: "100\n" }],
  ["odd_value", { TradeNo: "" }],
  ["odd_value", { PaymentDate: "2026-11-21T12:00:00" }],
  ["odd_value", { RtnMsg: "ok\u0000" }],
  ["unknown_field", { rtncode: "1" }],
  ["unknown_field", { ["__proto__" as string]: "1", constructor: "1" }],
])("an authentic notice is set aside as %s when it says %o (R45)", async (reason, change) => {
  expect(await reasonOf(change)).toBe(reason);
});

test.each([
  ["RtnMsg", 200],
  ["CustomField1", 50],
  ["PaymentType", 50],
  ["TradeNo", 20],
  ["TradeAmt", 10],
])("%s is read with %i signs, and no longer", async (name, most) => {
  expect(await reasonOf({ [name]: "1".repeat(most) })).toBe("accepted");
  expect(await reasonOf({ [name]: "1".repeat(most + 1) })).toBe("odd_value");
});

test("a notice without a MAC or with somebody else's is nothing (R46)", async () => {
  const others = { hashKey: "0123456789abcdef", hashIv: "fedcba9876543210" };
  const forged = { ...genuine, CheckMacValue: "0".repeat(64) };
  for (const fields of [genuine, forged, await signNotice(genuine, others)])
    expect(await readNotice(fields, keys, merchant)).toBe("bad_mac");
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
  expect(parseForm(body)).toBe(problem);
});

test("a form is read as UTF-8 with plus for space, and __proto__ is a name like any other", () => {
  const parsed = parseForm("RtnMsg=%E4%BA%A4%E6%98%93+ok&__proto__=x");
  expect(Object.keys(parsed)).toEqual(["RtnMsg", "__proto__"]);
  expect(Object(parsed).RtnMsg).toBe("交易 ok");
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

test("no body makes the reader throw", async () => {
  const bodies = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.webQueryParameters());
  const isRefused = fc.asyncProperty(bodies, async (body) => {
    const parsed = parseForm(body);
    if (typeof parsed !== "string")
      expect(await readNotice(parsed, keys, merchant)).toBeTypeOf("string");
  });
  await fc.assert(isRefused, { numRuns: 500, seed: 20_261_121 });
});

const textOf = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
const recorded = vectors.filter(({ params }) => "RtnCode" in params && "SimulatePaid" in params);
test.each(recorded.map((vector) => [vector.source, vector] as const))(
  "the recorded notice of %s is read as paid",
  async (_source, { params, expected, hashKey, hashIV: hashIv }) => {
    const fields = { ...textOf(params), CheckMacValue: expected };
    const form = parseForm(new URLSearchParams(fields).toString());
    if (typeof form === "string") throw new Error(form);
    const { MerchantID = "", MerchantTradeNo = "", TradeAmt, TradeNo: tradeNo } = form;
    const paid = { status: "paid", amountTwd: Number(TradeAmt), tradeNo };
    const notice = await readNotice(form, { hashKey, hashIv }, MerchantID);
    // One of them has a trade number with small letters, which ours never have.
    if (/[a-z]/.test(MerchantTradeNo)) expect(notice).toBe("odd_value");
    else expect(notice).toMatchObject(paid);
  },
);

test("every field that is asked for is missed when it is not there", async () => {
  for (const name of ["MerchantID", "MerchantTradeNo", "RtnCode", "TradeNo", "TradeAmt"]) {
    const { [name]: _gone, ...fewer } = genuine;
    expect(await read(fewer), name).toBe("odd_value");
  }
});

test.each(vectors.map((vector, index) => [index + 1, vector.source, vector] as const))(
  "published vector %i signs as its issuer says (%s)",
  async (_, __, { params, expected, hashKey, hashIV: hashIv }) => {
    const fields = textOf(params);
    expect(await checkMacValue(fields, { hashKey, hashIv })).toBe(expected);
    const signed = { ...fields, CheckMacValue: expected };
    expect(await verifyCheckMacValue(signed, { hashKey, hashIv })).toBe(true);
  },
);

/** Of the fields as they are digested, worked out by hand. */
async function macOf(encoded: string) {
  const text = `hashkey%3d${keys.hashKey}%26${encoded}%26hashiv%3d${keys.hashIv}`.toLowerCase();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex").toUpperCase();
}

test.each([
  [" ", "+"],
  ["!'()*~", "!%27()*%7e"],
  ["-_.", "-_."],
  ["+", "%2b"],
  ["%", "%25"],
  ["&", "%26"],
  ["=", "%3d"],
  ["/:#@", "%2f%3a%23%40"],
  ["香", "%e9%a6%99"],
  ["", ""],
])("the value %j is digested as %j", async (value, encoded) => {
  expect(await checkMacValue({ A: value }, keys)).toBe(await macOf(`a%3d${encoded}`));
});

test("fields are ordered by their lower-cased names, underscore before letters", async () => {
  const inOrder = await checkMacValue({ red_dan: "1", Red1: "2", ROD: "3", a: "4" }, keys);
  expect(await checkMacValue({ a: "4", ROD: "3", Red1: "2", red_dan: "1" }, keys)).toBe(inOrder);
  expect(inOrder).toBe(await macOf("a%3d4%26red1%3d2%26red_dan%3d1%26rod%3d3"));
});

// Why notification.ts checks every field by itself: the MAC does not protect the borders between fields.
test("however the text that was signed is cut into fields, only as it was meant is it believed", async () => {
  const { CheckMacValue = "", ...fields } = await signNotice(genuine, keys);
  const sorted = Object.entries(fields).sort(([one], [other]) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  );
  for (const [at, [name, value]] of sorted.slice(0, -1).entries()) {
    const swallowing = [name, `${value}&${sorted[at + 1]?.join("=")}`];
    const recut = Object.fromEntries([...sorted.toSpliced(at, 2), swallowing]);
    expect(await verifyCheckMacValue({ ...recut, CheckMacValue }, keys), name).toBe(true);
    const outcome = await readNotice({ ...recut, CheckMacValue }, keys, merchant);
    expect(outcome, name).toBeTypeOf("string");
  }
});

test("a missing, short, long, foreign or inherited MAC is refused without an exception (R46)", async () => {
  const mac = await checkMacValue({ A: "1" }, keys);
  expect(await verifyCheckMacValue({ A: "1" }, keys)).toBe(false);
  const other = mac.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const another = mac.replace(/^./, (first) => (first === "0" ? "1" : "0"));
  for (const wrong of ["", mac.slice(1), `${mac}0`, other, another, "\ud800", "G".repeat(64)])
    expect(await verifyCheckMacValue({ A: "1", CheckMacValue: wrong }, keys)).toBe(false);
  expect(await verifyCheckMacValue({ A: "1", CheckMacValue: mac.toLowerCase() }, keys)).toBe(true);
  for (const changed of [{}, { A: "2" }, { B: "1" }, { A: "1", B: "" }])
    expect(await verifyCheckMacValue({ ...changed, CheckMacValue: mac }, keys)).toBe(false);
  for (const half of [{ A: "\ud800" }, { "\ud800": "a" }])
    expect(await verifyCheckMacValue({ ...half, CheckMacValue: mac }, keys)).toBe(false);
  const heir = Object.setPrototypeOf({ A: "1" }, { CheckMacValue: mac });
  expect(await verifyCheckMacValue(heir, keys)).toBe(false);
});
