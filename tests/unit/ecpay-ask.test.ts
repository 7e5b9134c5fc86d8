/** `worker/payments/ecpay/ask.ts` with a cashier that answers something else than it was asked. */
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { checkMacValue } from "#ecpay/check-mac-value";

/** The Worker's own module speaks of Workers types that a Node test does not know, so it is loaded, not imported. */
interface AskModule {
  askEcpay(surroundings: object, account: object, merchantTradeNo: string): Promise<unknown>;
}
const { askEcpay }: AskModule = await import(
  /* @vite-ignore */ resolve(import.meta.dirname, "../../worker/payments/ecpay/ask.ts")
);

const keys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };
const account = { merchantId: "3002607", keys, previousKeys: null };
const paid = {
  MerchantID: "3002607",
  MerchantTradeNo: "TRY1",
  TradeNo: "2611211200000001",
  TradeAmt: "1200",
  PaymentDate: "2026/11/21 20:01:00",
  PaymentType: "Credit_CreditCard",
  TradeStatus: "1",
};

async function signed(fields: Record<string, string>): Promise<string> {
  const all = { ...fields, CheckMacValue: await checkMacValue(fields, keys) };
  return Object.entries(all)
    .map((pair) => pair.join("="))
    .join("&");
}

function ask(answer: () => Response | Promise<Response>) {
  const reasons: unknown[] = [];
  const surroundings = {
    config: { ECPAY_ENVIRONMENT: "stand-in" },
    cashier: { fetch: answer },
    publicOrigin: "http://localhost",
    log: { warn: (_event: string, { reason }: { reason?: string }) => reasons.push(reason) },
    now: () => Date.UTC(2026, 10, 21, 12),
  };
  return askEcpay(surroundings, account, "TRY1").then((answered) => ({ answered, reasons }));
}

test("a signed answer about the trade that was asked for is believed", async () => {
  const text = await signed(paid);
  const { answered } = await ask(() => new Response(text));
  expect(answered).toMatchObject({
    payment: { merchantTradeNo: "TRY1", status: "paid", amountTwd: 1200 },
    record: { merchantTradeNo: "TRY1", fields: { TradeAmt: "1200" } },
  });
});

test("a signed answer about another trade is none (R52)", async () => {
  const text = await signed({ ...paid, MerchantTradeNo: "TRY2" });
  expect(await ask(() => new Response(text))).toEqual({
    answered: "no_answer",
    reasons: ["other_trade"],
  });
});

test.each([
  ["an answer that is not signed", () => new Response("TradeStatus=1"), ["bad_mac"]],
  ["an error page", () => new Response("sorry", { status: 500 }), ["status 500"]],
  ["a redirection", () => new Response(null, { status: 302 }), ["status 302"]],
  ["an answer without an end", () => new Response("a".repeat(64 * 1024 + 1)), ["status 200"]],
  ["a broken connection", () => Promise.reject(new Error("gone")), [undefined]],
])("%s is none, and its reason is logged", async (_what, answer, reasons) => {
  expect(await ask(answer)).toEqual({ answered: "no_answer", reasons });
});

test("a good answer under another status is none", async () => {
  const text = await signed(paid);
  expect(await ask(() => new Response(text, { status: 201 }))).toMatchObject({
    answered: "no_answer",
  });
});

test("who asks too fast is told so", async () => {
  expect(await ask(() => new Response("Forbidden", { status: 403 }))).toMatchObject({
    answered: "too_fast",
  });
});

test("ECPay has fifteen seconds to answer", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  await ask(() => new Response("Forbidden", { status: 403 }));
  expect(limit).toHaveBeenCalledExactlyOnceWith(15_000);
  limit.mockRestore();
});
