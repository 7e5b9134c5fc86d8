import { beforeAll, expect, test } from "vitest";
import { checkMacValue, verifyCheckMacValue } from "#ecpay/check-mac-value";
import { orderForm } from "#ecpay/order-form";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import { borrowShop } from "../support/borrowed.ts";
import {
  attemptOf,
  inboxOf,
  merchantId,
  newAttempt,
  newTradeNo,
  stageKeys as keys,
} from "../support/payments.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await borrowShop();
});

const post = (path: string, fields: Record<string, string>) =>
  shop.fetch(`/local/ecpay${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

const freshForm = (merchantTradeNo = newTradeNo(), language: "" | "ENG" | "JPN" = "ENG") =>
  orderForm(
    {
      merchantId,
      merchantTradeNo,
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

/** A form that only its own signature speaks for. */
async function signed(
  form: Record<string, string>,
  changes: Record<string, string>,
): Promise<Record<string, string>> {
  const fields = { ...form, ...changes };
  return { ...fields, CheckMacValue: await checkMacValue(fields, keys) };
}

async function open(form: Record<string, string>) {
  const answer = await post("/Cashier/AioCheckOut/V5", form);
  const next = answer.headers.get("Location");
  const page = await (next === null ? answer : await shop.fetch(next)).text();
  return { page, key: /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

async function ask(merchantTradeNo: string) {
  const answer = await post(
    "/Cashier/QueryTradeInfo/V5",
    await queryForm(merchantId, merchantTradeNo, Date.now(), keys),
  );
  const read = await readQueryAnswer(await answer.text(), keys);
  return read.ok ? read.value.status : read.error;
}

/** A trade at the cashier for an attempt that the shop knows. */
async function openAttempt() {
  const attempt = await newAttempt(shop, { amountTwd: 1_200 });
  const { key } = await open(await freshForm(attempt.merchantTradeNo));
  return { ...attempt, key };
}

async function choose(key: string, outcome: string) {
  const answer = await post("/act", { key, outcome });
  const page = await answer.text();
  const fields = Object.fromEntries(
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((match) => [
      match[1] ?? "",
      match[2] ?? "",
    ]),
  );
  return { status: answer.status, headers: answer.headers, page, fields };
}

interface KnownTrade {
  merchantTradeNo: string;
  outcome: string | null;
  deliveries: { status: number | null; answer: string; acknowledged: boolean }[];
}
async function known(merchantTradeNo: string): Promise<KnownTrade> {
  const { data } = (await (await shop.fetch("/local/ecpay/trades.json")).json()) as {
    data: KnownTrade[];
  };
  const trade = data.find((entry) => entry.merchantTradeNo === merchantTradeNo);
  if (trade === undefined) throw new Error(`the cashier does not list ${merchantTradeNo}`);
  return trade;
}
const delivered = { status: 200, answer: "1|OK", acknowledged: true };

test.each([
  ["", "zh-Hant-TW", "模擬收銀台"],
  ["ENG", "en", "Stand-in cashier"],
  ["JPN", "ja", "模擬決済窓口"],
] as const)(
  "a shopper sees what is being paid, in the order's language %j",
  async (language, lang, title) => {
    const form = await freshForm(newTradeNo(), language);
    const { page } = await open(form);
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(title);
    expect(page).toContain("NT$ 1,200");
    expect(page).toContain(form["MerchantTradeNo"]);
  },
);

test("a form whose amount was changed on the way is refused with 10200073", async () => {
  const { page, key } = await open({ ...(await freshForm()), TotalAmount: "1" });
  expect(page).toContain("10200073");
  expect(key).toBe("");
});

test.each([
  ["10300023", { MerchantID: "2000132" }],
  ["10300024", { TotalAmount: "0" }],
  ["10300024", { TotalAmount: "12.5" }],
  ["10300024", { ItemName: "" }],
  ["10300024", { ItemName: "<b>scent</b>" }],
  ["10300024", { ItemName: "x".repeat(401) }],
  ["10300024", { TradeDesc: "" }],
  ["10300024", { MerchantTradeNo: "SL-1" }],
  ["10300024", { MerchantTradeDate: "2026-11-21 12:00" }],
  ["10300024", { ReturnURL: "not an address" }],
  ["10300024", { OrderResultURL: "https://[" }],
  ["10300024", { ClientBackURL: "javascript:alert(1)" }],
  ["10300024", { EncryptType: "0" }],
  ["10400011", { ItemName: "A scent for curl fans" }],
])("a signed form is refused with %s when it says %o", async (code, changes) => {
  const { page, key } = await open(await signed(await freshForm(), changes));
  expect(page).toContain(code);
  expect(key).toBe("");
});

test("no form makes the cashier stumble", async () => {
  for (const body of ["", "a", "%", "a=%ff", "a=1&a=2", "__proto__=1"]) {
    for (const path of [
      "/Cashier/AioCheckOut/V5",
      "/act",
      "/resend",
      "/Cashier/QueryTradeInfo/V5",
    ]) {
      expect(
        (await shop.fetch(`/local/ecpay${path}`, { method: "POST", body })).status,
        `${path} ${body}`,
      ).toBeLessThan(500);
    }
  }
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

test("what the order names is shown as text, never as markup", async () => {
  const { page } = await open(await signed(await freshForm(), { ItemName: `"x' & scent` }));
  expect(page).toContain("&quot;x&#39; &amp; scent");
});

test("a payment settles at the shop before the shopper is back", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  await choose(key, "pay");
  expect((await attemptOf(shop, merchantTradeNo)).state).toBe("paid");
  expect(await known(merchantTradeNo)).toMatchObject({ outcome: "paid", deliveries: [delivered] });
});

test("a payment that is told twice is settled once and acknowledged twice", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  await choose(key, "pay_twice");
  expect((await known(merchantTradeNo)).deliveries).toEqual([delivered, delivered]);
  expect(await inboxOf(shop, merchantTradeNo)).toEqual([]);
  expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ state: "paid", needs_refund: 0 });
});

test("a payment whose notice is lost or late is paid at the cashier and open at the shop, until the notice is sent", async () => {
  for (const outcome of ["pay_lost", "pay_late"]) {
    const { merchantTradeNo, key } = await openAttempt();
    const { fields } = await choose(key, outcome);
    expect(fields["RtnCode"]).toBe("1");
    expect((await attemptOf(shop, merchantTradeNo)).state).toBe("open");
    expect(await ask(merchantTradeNo)).toBe("paid");
    expect((await known(merchantTradeNo)).deliveries).toEqual([]);
    expect((await post("/resend", { key })).status).toBe(303);
    expect((await attemptOf(shop, merchantTradeNo)).state).toBe("paid");
    expect((await known(merchantTradeNo)).deliveries).toEqual([delivered]);
  }
});

test("a shopper whose card is declined can pay on the same page with another", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  const declined = await choose(key, "decline");
  expect(declined.fields).toMatchObject({ RtnCode: "10100058", TradeAmt: "1200" });
  expect(await ask(merchantTradeNo)).toBe("failed");
  expect((await attemptOf(shop, merchantTradeNo)).state).toBe("failed");
  const paid = await choose(key, "pay");
  expect(paid.fields).toMatchObject({ RtnCode: "1", TradeNo: declined.fields["TradeNo"] });
  expect(await ask(merchantTradeNo)).toBe("paid");
  expect((await attemptOf(shop, merchantTradeNo)).state).toBe("paid");
});

test("what was paid stays paid and is told once, however often the buttons are pressed", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  await Promise.all(["pay", "pay", "pay", "pay"].map((outcome) => choose(key, outcome)));
  const late = await choose(key, "decline");
  expect(late).toMatchObject({ status: 200, fields: { RtnCode: "1" } });
  expect(await known(merchantTradeNo)).toMatchObject({ outcome: "paid", deliveries: [delivered] });
});

test("going back to the cashier shows a declined trade with its choices and a paid one without", async () => {
  const { key } = await openAttempt();
  const back = async () => (await shop.fetch(`/local/ecpay/pay/${key}`)).text();
  await choose(key, "decline");
  expect(await back()).toContain('value="pay"');
  await choose(key, "pay");
  const paid = await back();
  expect(paid).toContain("This trade has been paid.");
  expect(paid).not.toMatch(/value="pay"|<script/);
  expect((await shop.fetch(`/local/ecpay/pay/${crypto.randomUUID()}`)).status).toBe(404);
});

test("leaving brings the shopper back to the shop with nothing decided", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  const { status, headers } = await choose(key, "leave");
  expect([status, headers.get("Location")]).toEqual([303, `${shop.url.origin}/en/orders`]);
  expect(await known(merchantTradeNo)).toMatchObject({ outcome: null, deliveries: [] });
  expect(await ask(merchantTradeNo)).toBe("unpaid");
});

test("nobody decides or repeats a trade without its key", async () => {
  const { merchantTradeNo } = await openAttempt();
  for (const key of ["", merchantTradeNo, crypto.randomUUID()]) {
    expect((await choose(key, "pay")).status).toBe(400);
    expect((await post("/resend", { key })).status).toBe(400);
  }
  expect(await known(merchantTradeNo)).toMatchObject({ outcome: null });
  expect(JSON.stringify(await known(merchantTradeNo))).not.toContain('"key"');
});

test("a shop that does not answer 1|OK is seen on the list of trades", async () => {
  const form = await signed(await freshForm(), { ReturnURL: `${shop.url.origin}/nowhere` });
  const { key } = await open(form);
  await choose(key, "pay");
  const { deliveries } = await known(form["MerchantTradeNo"] ?? "");
  expect(deliveries).toMatchObject([{ acknowledged: false }]);
  const list = await (await shop.fetch("/local/ecpay/")).text();
  expect(list).toContain(form["MerchantTradeNo"]);
  expect(list).toContain("not acknowledged");
});

test("the result goes back through the shopper's own browser, signed, to the one shop that the trade names", async () => {
  const { key } = await open(await freshForm());
  const { page, fields, headers } = await choose(key, "pay_lost");
  expect(page).toContain(`action="${shop.url.origin}/api/v1/payments/ecpay/return"`);
  expect(headers.get("Content-Security-Policy")).toContain(`form-action 'self' ${shop.url.origin}`);
  expect(fields).toMatchObject({
    RtnCode: "1",
    RtnMsg: "Succeeded",
    TradeAmt: "1200",
    SimulatePaid: "0",
    StoreID: "",
    CustomField4: "",
  });
  expect(await verifyCheckMacValue(fields, keys)).toBe(true);
});

test("the pages run one script file and nothing inline", async () => {
  const { key } = await open(await freshForm());
  const { page, headers } = await choose(key, "pay_lost");
  expect(headers.get("Content-Security-Policy")).toContain("script-src 'self'");
  expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
    '<script src="/local/ecpay/submit.js" defer>',
  ]);
  expect(page).not.toMatch(/<style|style=|\son\w+=/);
  for (const [file, type] of [
    ["submit.js", "text/javascript"],
    ["cashier.css", "text/css"],
  ] as const) {
    const answer = await shop.fetch(`/local/ecpay/${file}`);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      200,
      `${type}; charset=utf-8`,
    ]);
  }
});

test("ECPay answers what became of a trade", async () => {
  const form = await freshForm();
  const number = form["MerchantTradeNo"] ?? "";
  expect(await ask(number)).toBe("unknown");
  const { key } = await open(form);
  expect(await ask(number)).toBe("unpaid");
  await choose(key, "pay_lost");
  expect(await ask(number)).toBe("paid");
});

test("a question that is older than three minutes or has a wrong MAC learns nothing", async () => {
  const form = await freshForm();
  const number = form["MerchantTradeNo"] ?? "";
  await open(form);
  for (const age of [200_000, -200_000]) {
    const old = await queryForm(merchantId, number, Date.now() - age, keys);
    expect(await (await post("/Cashier/QueryTradeInfo/V5", old)).text()).not.toContain(number);
  }
  const question = await queryForm(merchantId, number, Date.now(), keys);
  const forged = { ...question, CheckMacValue: "0".repeat(64) };
  expect(await (await post("/Cashier/QueryTradeInfo/V5", forged)).text()).not.toContain(number);
  const odd = await signed(question, { MerchantTradeNo: "SL1&TradeStatus=1" });
  expect(await (await post("/Cashier/QueryTradeInfo/V5", odd)).text()).toContain(
    "TradeStatus=10200052",
  );
});

// The last one: nobody may ask for the rest of the minute.
test("whoever asks more than sixty times a minute is turned away with 403", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 140 }, async () => (await post("/Cashier/QueryTradeInfo/V5", {})).status),
  );
  expect(statuses).toContain(403);
});
