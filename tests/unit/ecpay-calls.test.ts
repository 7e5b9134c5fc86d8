import * as fc from "fast-check";
import { askEcpay } from "../../worker/payments/ecpay/ask.ts";
import { closedBefore, refundAtEcpay } from "../../worker/payments/ecpay/refund.ts";
import { checkMacValue, verifyCheckMacValue } from "#ecpay/check-mac-value";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import { merchantId, stageKeys as keys } from "../support/payments.ts";
import vectors from "../fixtures/ecpay-vectors.json";

const account = { merchantId, keys, previousKeys: null };
const otherKeys = { hashKey: "5294y06JbISpM5x9", hashIv: "v77hoKGq4kWxNNIS" };
const names = { merchantTradeNo: "TRY1", tradeNo: "2611211200000001" };
const trade = { ...names, amountTwd: 1200, paymentType: "Credit_CreditCard" };
const named = { MerchantID: merchantId, MerchantTradeNo: "TRY1", TradeNo: names.tradeNo };
const accepted = { ...named, RtnCode: "1", RtnMsg: "成功" };

const lineOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map((pair) => pair.join("="))
    .join("&");
const yes =
  (change: Record<string, string> = {}) =>
  () =>
    new Response(lineOf({ ...accepted, ...change }));
const signedLine = async (fields: Record<string, string>, signer = keys) =>
  lineOf({ ...fields, CheckMacValue: await checkMacValue(fields, signer) });

const around = (fetch: unknown, reasons: unknown[] = [], ECPAY_ENVIRONMENT = "stand-in") =>
  ({
    config: { ECPAY_ENVIRONMENT },
    bindings: { CASHIER: { fetch } },
    publicOrigin: "http://localhost",
    log: { warn: (_event: string, { reason }: { reason?: string }) => reasons.push(reason) },
    now: () => Date.UTC(2026, 10, 21, 12),
  }) as never;

async function refund(
  answer: () => Response | Promise<Response>,
  {
    amountTwd = 500,
    environment = "stand-in",
    paymentType = trade.paymentType,
    previousKeys = null as typeof keys | null,
  } = {},
) {
  const calls: { path: string; fields: Record<string, string> }[] = [];
  const fetch = (url: string, init: { body: string }) => {
    const fields = Object.fromEntries(new URLSearchParams(init.body));
    calls.push({ path: new URL(url).pathname, fields });
    return answer();
  };
  const asked = [{ ...account, previousKeys }, { ...trade, paymentType }, amountTwd] as const;
  const said = await refundAtEcpay(around(fetch, [], environment), ...asked);
  return { said, calls };
}

test("a refund names the trade by both numbers, the sum, and is signed", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  const { said, calls } = await refund(() => new Response(lineOf(accepted)));
  expect(limit).toHaveBeenCalledExactlyOnceWith(30_000);
  limit.mockRestore();
  expect(said).toEqual({ kind: "made", code: "1", message: "成功" });
  const CheckMacValue = expect.stringMatching(/^[0-9A-F]{64}$/);
  const fields = { ...named, Action: "R", TotalAmount: "500", CheckMacValue };
  expect(calls).toEqual([{ path: "/local/ecpay/CreditDetail/DoAction", fields }]);
  expect(await verifyCheckMacValue(calls[0]?.fields ?? {}, keys)).toBe(true);
});

test("an answer may be unsigned; one that is signed has to be signed with our keys, the previous ones too", async () => {
  const signed = await signedLine(accepted);
  const other = await signedLine(accepted, otherKeys);
  const answered = (text: string, previousKeys: typeof keys | null = null) =>
    refund(() => new Response(text), { previousKeys }).then(({ said }) => said);
  expect(await answered(signed)).toMatchObject({ kind: "made" });
  expect(await answered(other)).toEqual({ kind: "unclear", reason: "bad_mac" });
  expect(await answered(other, otherKeys)).toMatchObject({ kind: "made" });
});

test("a refusal keeps its code and words, signed or not", async () => {
  const { said } = await refund(() => new Response("RtnCode=0&RtnMsg=訂單不存在"));
  expect(said).toEqual({ kind: "refused", code: "0", message: "訂單不存在" });
  const text = await signedLine({ ...accepted, RtnCode: "10200141", RtnMsg: "x".repeat(300) });
  expect((await refund(() => new Response(text))).said).toEqual({
    kind: "refused",
    code: "10200141",
    message: "x".repeat(200),
  });
});

test.each([
  ["a broken connection", () => Promise.reject(new Error("gone")), "no_answer"],
  ["an error page", () => new Response("sorry", { status: 500 }), "status 500"],
  ["403", () => new Response("Forbidden", { status: 403 }), "status 403"],
  ["a redirection", () => new Response(null, { status: 302 }), "status 302"],
  ["an answer without an end", () => new Response("a".repeat(64 * 1024 + 1)), "status 200"],
  ["a page", () => new Response("<html>"), "malformed"],
  ["an answer without a code", () => new Response("RtnMsg=ok"), "malformed"],
  ["a code that is none", () => new Response("RtnCode=1.0"), "malformed"],
  ["a code that is named twice", () => new Response("RtnCode=0&RtnCode=1"), "malformed"],
  ["yes about another order", yes({ MerchantTradeNo: "TRY2" }), "other_trade"],
  ["yes about another trade", yes({ TradeNo: "9" }), "other_trade"],
  ["a bare yes", () => new Response("RtnCode=1"), "other_trade"],
])("after %s nobody knows whether the money goes back", async (_what, answer, reason) => {
  const { said, calls } = await refund(answer);
  expect(said).toEqual({ kind: "unclear", reason });
  expect(calls).toHaveLength(1);
});

test("stage has no refunds, and a part of instalments cannot be given back: ECPay is not asked", async () => {
  const refused = (code: string) => ({ said: { kind: "refused", code, message: "" }, calls: [] });
  expect(await refund(yes(), { environment: "stage" })).toEqual(refused("not_in_stage"));
  const paymentType = "Flexible_Installment";
  expect(await refund(yes(), { paymentType })).toEqual(refused("full_only"));
  const { said } = await refund(yes(), { paymentType, amountTwd: 1200 });
  expect(said).toMatchObject({ kind: "made" });
});

test("what was paid before an evening's batch can be refunded behind it, and nothing beside it", () => {
  const taipei = (written: string) => Date.parse(`${written}+08:00`);
  for (const now of ["00:00:00", "08:00:00", "20:09:59"])
    expect(closedBefore(taipei(`2026-11-22T${now}`)), now).toBe(taipei("2026-11-21T20:10:00"));
  for (const now of ["20:45:00", "23:59:59"])
    expect(closedBefore(taipei(`2026-11-22T${now}`)), now).toBe(taipei("2026-11-22T20:10:00"));
  for (const now of ["20:10:00", "20:15:00", "20:30:00", "20:44:59"])
    expect(closedBefore(taipei(`2026-11-22T${now}`)), now).toBeNull();
});

const card = { PaymentType: "Credit_CreditCard", PaymentDate: "2026/11/21 20:01:00" };
const paid = { ...named, ...card, TradeAmt: "1200", TradeStatus: "1" };

async function ask(answer: () => Response | Promise<Response>) {
  const reasons: unknown[] = [];
  return { answered: await askEcpay(around(answer, reasons), account, "TRY1"), reasons };
}

const signedAnswer = (change: Record<string, string>, init?: ResponseInit) => async () =>
  new Response(await signedLine({ ...paid, ...change }), init);

test("a signed answer about the trade that was asked for is believed", async () => {
  const { answered } = await ask(signedAnswer({}));
  expect(answered).toMatchObject({
    payment: { merchantTradeNo: "TRY1", status: "paid", amountTwd: 1200 },
    record: { merchantTradeNo: "TRY1", fields: { TradeAmt: "1200" } },
  });
});

test("ECPay has fifteen seconds to answer, and who asks too fast is told so", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  const { answered } = await ask(() => new Response("Forbidden", { status: 403 }));
  expect(answered).toBe("too_fast");
  expect(limit).toHaveBeenCalledExactlyOnceWith(15_000);
  limit.mockRestore();
});

const answer = { ...paid, ItemName: "C++ 100% x 1 香水", TradeStatus: "1" };

test("a question to ECPay carries whole seconds and a MAC", async () => {
  const question = await queryForm("3002607", "SL1", 1_700_000_000_999, keys);
  const said = { MerchantID: "3002607", MerchantTradeNo: "SL1", TimeStamp: "1700000000" };
  expect(question).toMatchObject(said);
  expect(await verifyCheckMacValue(question, keys)).toBe(true);
});

test.each([
  ["1", "paid", "1"],
  ["0", "unpaid", "0"],
  ["10200095", "failed", "10100058"],
  ["10200047", "unknown", "10200047"],
])("TradeStatus %s means %s, and a plus is a plus", async (TradeStatus, status, code) => {
  const read = await readQueryAnswer(await signedLine({ ...answer, TradeStatus }), keys);
  expect(read).toEqual({ ...trade, status, code, paidAt: Date.UTC(2026, 10, 21, 12, 1, 0) });
});

const recorded = vectors.filter(({ params }) => "TradeStatus" in params);
test.each(recorded.map((vector) => [vector.source, vector] as const))(
  "the recorded answer of %s is read",
  async (_source, { params, expected, hashKey, hashIV: hashIv }) => {
    const text = lineOf({ ...(params as Record<string, string>), CheckMacValue: expected });
    const { TradeStatus = "", MerchantTradeNo: merchantTradeNo, TradeAmt } = params;
    const status = { "1": "paid", "0": "unpaid", "10200047": "unknown" }[String(TradeStatus)];
    const value = { status, merchantTradeNo, amountTwd: Number(TradeAmt) };
    expect(await readQueryAnswer(text, { hashKey, hashIv })).toMatchObject(value);
  },
);

test("a line break behind the answer is none of its fields, and a name of one letter is one", async () => {
  const text = await signedLine({ ...answer, X: "1" });
  expect(await readQueryAnswer(`${text}\r\n`, keys)).toMatchObject({ status: "paid" });
});

test("an answer with a wrong MAC, a doubled field or a new status settles nothing", async () => {
  const errorOf = (text: string) => readQueryAnswer(text, keys);
  const genuine = await signedLine({ ...answer });
  expect(await errorOf(genuine.replace("TradeAmt=1200", "TradeAmt=1"))).toBe("bad_mac");
  expect(await errorOf("TradeStatus=1")).toBe("bad_mac");
  for (const text of [`${genuine}&TradeAmt=1`, "", "<html>", "&", "=1", "0|error"])
    expect(await errorOf(text), text).toBe("malformed");
  for (const TradeStatus of ["7", "10200052", "10200163"])
    expect(await errorOf(await signedLine({ ...answer, TradeStatus }))).toBe("unknown_status");
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
  const text = await signedLine({ ...answer, ...change });
  expect(await readQueryAnswer(text, keys)).toBe("odd_value");
});

test("no answer makes the reader throw, and none is believed unsigned", async () => {
  const texts = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.webQueryParameters());
  const isRefused = fc.asyncProperty(texts, async (text) => {
    expect(await readQueryAnswer(text, keys)).toBeTypeOf("string");
  });
  await fc.assert(isRefused, { numRuns: 300, seed: 20_261_121 });
});
