import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMacValue } from "#ecpay/check-mac-value";
import { newMerchantTradeNo, orderForm } from "#ecpay/order-form";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import { startShop, type Shop } from "../support/shop.ts";

const keys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };
const merchantId = "3002607";
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const post = (path: string, fields: Record<string, string>) =>
  shop.fetch(`/local/ecpay${path}`, { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: new URLSearchParams(fields).toString() });

const freshForm = (language: "" | "ENG" | "JPN" = "ENG") =>
  orderForm(
    {
      merchantId,
      merchantTradeNo: newMerchantTradeNo(crypto.getRandomValues(new Uint8Array(18))),
      amountTwd: 1_200,
      createdAt: Date.now(),
      itemCount: 1,
      language,
      returnUrl: `${shop.url.origin}/api/v1/payments/ecpay/notify`,
      orderResultUrl: `${shop.url.origin}/api/v1/payments/ecpay/return`,
      clientBackUrl: `${shop.url.origin}/en/orders`,
    },
    keys,
  );

async function open(form: Record<string, string>) {
  const page = await (await post("/Cashier/AioCheckOut/V5", form)).text();
  return { page, key: /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

async function ask(merchantTradeNo: string) {
  const answer = await post("/Cashier/QueryTradeInfo/V5", await queryForm(merchantId, merchantTradeNo, Date.now(), keys));
  const read = await readQueryAnswer(await answer.text(), keys);
  return read.ok ? read.value.status : read.error;
}

test.each([
  ["", "zh-Hant-TW", "模擬收銀台"],
  ["ENG", "en", "Stand-in cashier"],
  ["JPN", "ja", "模擬決済窓口"],
] as const)("a shopper sees what is being paid, in the order's language %j", async (language, lang, title) => {
  const form = await freshForm(language);
  const { page } = await open(form);
  expect(page).toContain(`<html lang="${lang}">`);
  expect(page).toContain(title);
  expect(page).toContain("NT$ 1,200");
  expect(page).toContain(form["MerchantTradeNo"]);
});

test("a form whose amount was changed on the way is refused with 10200073", async () => {
  const { page, key } = await open({ ...(await freshForm()), TotalAmount: "1" });
  expect(page).toContain("10200073");
  expect(key).toBe("");
});

test("a trade number is good for one trade only, whatever became of it", async () => {
  const form = await freshForm();
  await open(form);
  expect((await open(form)).page).toContain("10300028");
});

test("twenty browsers posting one form at once make one trade", async () => {
  const form = await freshForm();
  const pages = await Promise.all(Array.from({ length: 20 }, () => open(form)));
  expect(pages.filter(({ key }) => key !== "")).toHaveLength(1);
});

test("ECPay answers what became of a trade", async () => {
  const form = await freshForm();
  const number = form["MerchantTradeNo"] ?? "";
  expect(await ask(number)).toBe("unknown_trade");
  const { key } = await open(form);
  expect(await ask(number)).toBe("unpaid");
  await post("/act", { key, outcome: "pay_lost" });
  expect(await ask(number)).toBe("paid");
});

test("a trade is decided once", async () => {
  const form = await freshForm();
  const { key } = await open(form);
  const answers = await Promise.all(["pay_lost", "decline"].map((outcome) => post("/act", { key, outcome })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("the result goes back through the shopper's own browser, signed, to the one shop that the trade names", async () => {
  const { key } = await open(await freshForm());
  const answer = await post("/act", { key, outcome: "pay_lost" });
  const page = await answer.text();
  expect(page).toContain(`action="${shop.url.origin}/api/v1/payments/ecpay/return"`);
  expect(answer.headers.get("Content-Security-Policy")).toContain(`form-action 'self' ${shop.url.origin}`);
  const fields = Object.fromEntries([...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
  expect(fields["CheckMacValue"]).toBe(await checkMacValue(fields, keys));
  expect(fields).toMatchObject({ RtnCode: "1", TradeAmt: "1200", SimulatePaid: "0" });
});

test("a question that is older than three minutes or has a wrong MAC learns nothing", async () => {
  const form = await freshForm();
  const number = form["MerchantTradeNo"] ?? "";
  await open(form);
  const old = await queryForm(merchantId, number, Date.now() - 200_000, keys);
  expect(await (await post("/Cashier/QueryTradeInfo/V5", old)).text()).not.toContain(number);
  const question = await queryForm(merchantId, number, Date.now(), keys);
  expect(await (await post("/Cashier/QueryTradeInfo/V5", { ...question, CheckMacValue: "0".repeat(64) })).text()).not.toContain(number);
});
