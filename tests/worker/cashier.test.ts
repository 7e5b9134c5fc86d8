/** The stand-in cashier, where ECPay would be: its pages, what it tells the shop, and what it answers about a trade. */
import { expect, test } from "vitest";
import { checkMacValue } from "#ecpay/check-mac-value";
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
  stageKeys,
} from "../support/payments.ts";
import { gatewayFaults } from "../../.scripts/deploy/preflight.ts";
import { freePort } from "../support/network.ts";

const shop = await borrowShop();

type Fields = Record<string, string>;
const post = (path: string, fields: Fields) =>
  shop.fetch(`/local/ecpay${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

interface Wish {
  merchantTradeNo?: string;
  amountTwd?: number;
  language?: "" | "ENG" | "JPN";
}

/** What the browser of somebody who orders sends. */
function freshForm({
  merchantTradeNo = newTradeNo(),
  amountTwd = 1_200,
  language = "ENG",
}: Wish = {}) {
  const { origin } = shop.url;
  const about = {
    merchantId,
    merchantTradeNo,
    amountTwd,
    itemName: "Scent",
    tradeDesc: "Scent",
    language,
  };
  const to = {
    returnUrl: `${origin}/api/v1/payments/ecpay/notify`,
    orderResultUrl: `${origin}/api/v1/payments/ecpay/return`,
  };
  return orderForm({ ...about, ...to, createdAt: Date.now() }, keys);
}

/** The page that the shopper gets, with the key of its trade; none where the form was refused. */
async function open(form: Fields) {
  const answer = await post("/Cashier/AioCheckOut/V5", form);
  const next = answer.headers.get("Location");
  const page = await (next === null ? answer : await shop.fetch(next)).text();
  return { page, key: /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

/** A form that only its own signature speaks for. */
async function signed(form: Fields, changes: Fields): Promise<Fields> {
  const fields = { ...form, ...changes };
  return { ...fields, CheckMacValue: await checkMacValue(fields, keys) };
}

async function ask(merchantTradeNo: string) {
  const question = await queryForm(merchantId, merchantTradeNo, Date.now(), keys);
  const answer = await post("/Cashier/QueryTradeInfo/V5", question);
  const read = await readQueryAnswer(await answer.text(), keys);
  return typeof read === "string" ? read : read.status;
}

/** A trade at the cashier for an attempt that the shop knows. */
async function openAttempt() {
  const attempt = await newAttempt(shop, { amountTwd: 1_200 });
  const { key } = await open(await freshForm(attempt));
  return { ...attempt, key };
}

async function choose(key: string, outcome: string) {
  const answer = await post("/act", { key, outcome });
  const { status, headers } = answer;
  const page = await answer.text();
  const inputs = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)];
  const fields: Fields = Object.fromEntries(inputs.map(([, name, value]) => [name, value]));
  return { status, headers, page, fields };
}

const known = async (merchantTradeNo: string) => {
  const list = await (await shop.fetch("/local/ecpay/trades.json")).json();
  const { data } = list as { data: { merchantTradeNo: string }[] };
  return data.find((trade) => trade.merchantTradeNo === merchantTradeNo);
};
const delivered = { status: 200, answer: "1|OK", acknowledged: true };
const stateOf = async (trade: string) => (await attemptOf(shop, trade)).state;

test.each<[string, Fields, boolean]>([
  ["10200073", { TotalAmount: "1" }, false],
  ["10300023", { MerchantID: "2000132" }, true],
  ["10300024", { TotalAmount: "12.5" }, true],
  ["10300024", { ItemName: "<b>scent</b>" }, true],
  ["10300024", { ClientBackURL: "javascript:alert(1)" }, true],
  ["5100070", { TotalAmount: "4" }, true],
  ["5100070", { TotalAmount: "200000" }, true],
  ["10400011", { ItemName: "A scent for curl fans" }, true],
])("a form is refused with %s when it says %o (signed: %s)", async (code, changes, isSigned) => {
  const form = await freshForm();
  const { page, key } = await open(
    isSigned ? await signed(form, changes) : { ...form, ...changes },
  );
  expect(page).toContain(code);
  expect(key).toBe("");
});

test("a trade number is good for one trade only, however many browsers post its form at once", async () => {
  const form = await freshForm();
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(form)));
  expect(pages.filter(({ key }) => key !== "")).toHaveLength(1);
  expect((await open(form)).page).toContain("10300028");
});

test("a payment settles at the shop before the shopper is back, once, however often it is told or pressed", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  await Promise.all(["pay_twice", "pay", "pay"].map((outcome) => choose(key, outcome)));
  const late = await choose(key, "decline");
  expect(late).toMatchObject({ status: 200, fields: { RtnCode: "1" } });
  expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ state: "paid", needs_refund: 0 });
  expect(await known(merchantTradeNo)).toMatchObject({ outcome: "paid" });
  expect(await inboxOf(shop, merchantTradeNo)).toEqual([]);
});

test.each(["pay_lost", "pay_late"])(
  "with %s a payment is open at the shop until its notice is sent",
  async (outcome) => {
    const { merchantTradeNo, key } = await openAttempt();
    expect([await ask(newTradeNo()), await ask(merchantTradeNo)]).toEqual(["unknown", "unpaid"]);
    expect((await choose(key, outcome)).fields["RtnCode"]).toBe("1");
    expect([await stateOf(merchantTradeNo), await ask(merchantTradeNo)]).toEqual(["open", "paid"]);
    expect(await known(merchantTradeNo)).toMatchObject({ deliveries: [] });
    expect((await post("/resend", { key })).status).toBe(303);
    expect(await stateOf(merchantTradeNo)).toBe("paid");
    expect(await known(merchantTradeNo)).toMatchObject({ deliveries: [delivered] });
  },
);

const given = {
  ECPAY_MERCHANT_ID: merchantId,
  ECPAY_HASH_KEY: stageKeys.hashKey,
  ECPAY_HASH_IV: stageKeys.hashIv,
};
const asked = (secrets: Record<string, string>, address = `${shop.url.origin}/local/ecpay`) =>
  gatewayFaults(secrets, address);

test("keys that the gateway knows are right, and a wrong one of the three is said", async () => {
  expect(await asked(given)).toEqual([]);
  for (const wrong of ["ECPAY_HASH_KEY", "ECPAY_HASH_IV", "ECPAY_MERCHANT_ID"])
    expect(await asked({ ...given, [wrong]: "1234567890123456" }), wrong).toEqual([
      expect.stringMatching(
        /^ECPay does not answer ECPAY_MERCHANT_ID with this .*: copy all three/,
      ),
    ]);
});

test("a gateway that does not answer, or half a pair, keeps nobody from deploying", async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await asked(given, nobody)).toEqual([
    expect.stringMatching(/^! ECPay did not say whether its keys are right \(.*ECONNREFUSED/),
  ]);
  expect(await asked({ ECPAY_HASH_KEY: "1234567890123456" })).toEqual([
    "! ECPay was not asked about its keys: that takes ECPAY_MERCHANT_ID and both",
  ]);
  expect(await asked({})).toEqual([]);
});
