import { orderForm } from "#ecpay/order-form";
import { queryForm, readQueryAnswer } from "#ecpay/query";
import { taipeiTime } from "#ecpay/vocabulary";
import { borrowShop } from "../support/borrowed.ts";
import {
  attemptOf,
  inboxOf,
  merchantId,
  newAttempt,
  newTradeNo,
  stageKeys as keys,
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

function freshForm(attempt: { merchantTradeNo: string; amountTwd: number }) {
  const { origin } = shop.url;
  const own = {
    MerchantID: merchantId,
    MerchantTradeNo: attempt.merchantTradeNo,
    MerchantTradeDate: taipeiTime(Date.now()),
    TotalAmount: String(attempt.amountTwd),
    TradeDesc: "Scent",
    ItemName: "Scent",
    ReturnURL: `${origin}/api/v1/payments/ecpay/notify`,
    OrderResultURL: `${origin}/api/v1/payments/ecpay/return`,
    Language: "ENG",
  };
  return orderForm(own, keys);
}

async function ask(merchantTradeNo: string) {
  const question = await queryForm(merchantId, merchantTradeNo, Date.now(), keys);
  const answer = await post("/Cashier/QueryTradeInfo/V5", question);
  const read = await readQueryAnswer(await answer.text(), keys);
  return typeof read === "string" ? read : read.status;
}

async function openAttempt() {
  const attempt = await newAttempt(shop, { amountTwd: 1_200 });
  const sent = await post("/Cashier/AioCheckOut/V5", await freshForm(attempt));
  const page = await (await shop.fetch(sent.headers.get("Location") ?? "")).text();
  return { ...attempt, key: /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

async function choose(key: string, outcome: string) {
  const answer = await post("/act", { key, outcome });
  const inputs = (await answer.text()).matchAll(/name="(\w+)" value="([^"]*)"/g);
  const fields: Fields = Object.fromEntries(Array.from(inputs, ([, name, value]) => [name, value]));
  return { status: answer.status, fields };
}

const known = async (merchantTradeNo: string) => {
  const list = await (await shop.fetch("/local/ecpay/trades.json")).json();
  const { data } = list as { data: { merchantTradeNo: string }[] };
  return data.find((trade) => trade.merchantTradeNo === merchantTradeNo);
};
const delivered = { status: 200, answer: "1|OK", acknowledged: true };
const stateOf = async (trade: string) => (await attemptOf(shop, trade)).state;

test("a payment settles at the shop before the shopper is back, once, however often it is told or pressed", async () => {
  const { merchantTradeNo, key } = await openAttempt();
  await Promise.all(["pay_twice", "pay", "pay"].map((outcome) => choose(key, outcome)));
  const late = await choose(key, "decline");
  expect(late).toMatchObject({ status: 200, fields: { RtnCode: "1" } });
  expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ state: "paid", needs_refund: 0 });
  expect(await known(merchantTradeNo)).toMatchObject({ outcome: "paid" });
  expect(await inboxOf(shop, merchantTradeNo)).toEqual([]);
});

test.each(["pay_lost", "pay_late"])("with %s a payment waits for its notice", async (outcome) => {
  const { merchantTradeNo, key } = await openAttempt();
  expect([await ask(newTradeNo()), await ask(merchantTradeNo)]).toEqual(["unknown", "unpaid"]);
  expect((await choose(key, outcome)).fields["RtnCode"]).toBe("1");
  expect([await stateOf(merchantTradeNo), await ask(merchantTradeNo)]).toEqual(["open", "paid"]);
  expect(await known(merchantTradeNo)).toMatchObject({ deliveries: [] });
  expect((await post("/resend", { key })).status).toBe(303);
  expect(await stateOf(merchantTradeNo)).toBe("paid");
  expect(await known(merchantTradeNo)).toMatchObject({ deliveries: [delivered] });
});

const given = {
  ECPAY_MERCHANT_ID: merchantId,
  ECPAY_HASH_KEY: keys.hashKey,
  ECPAY_HASH_IV: keys.hashIv,
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
