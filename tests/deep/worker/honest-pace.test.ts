/** The limits as deployed, and people who never meet one. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, cartOf, finishedJars } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { countBy } from "../support/experiment.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Shopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ ratesTimes: 1 });
});
afterAll(() => shop.close());

const office = { "CF-Connecting-IP": "203.0.113.7" };
const newKey = () => randomBytes(12).toString("base64url");

/** Sends everything from the office, and notes how each call ended. */
function inOffice(ended: string[]): Shopper {
  const shopper = newShopper(shop);
  const { fetch: ask } = shopper;
  shopper.fetch = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", office["CF-Connecting-IP"]);
    const response = await ask(path, { ...init, headers });
    ended.push(`${response.status} ${init.method ?? "GET"} ${path}`);
    return response;
  };
  return shopper;
}

/** A page that is opened anew: its document, its texts, and what it asks for at once. */
async function open(shopper: Shopper, ended: string[], screen: string): Promise<void> {
  for (const path of [`/en/${screen}`, "/locales/en/common.json", "/locales/en/shop.json"]) {
    const response = await shop.fetch(path, { headers: office });
    await response.text();
    ended.push(`${response.status} GET ${path}`);
  }
  const renewed = await shopper.send("POST", "/auth/refresh");
  if (renewed.status === 200) shopper.token = renewed.body.access_token;
  for (const path of ["/config", "/members/me", "/cart/", "/orders/my-orders?skip=0&limit=10"])
    await shopper.get(path);
}

/** What takes somebody a minute who never stops to read. */
async function aBusyMinute({ email, password }: NewMember, ended: string[]): Promise<void> {
  const shopper = inOffice(ended);
  await add(shopper, finishedJars());
  await shopper.signIn(email, password);
  await open(shopper, ended, "home");
  await open(shopper, ended, "fragrance-quiz");
  await shopper.get("/surveys/scent-discovery/full");
  await shopper.send("POST", "/surveys/scent-discovery/start", {});
  await shopper.send("POST", "/surveys/scent-discovery/submit", {
    form_id: "scent-discovery",
    answers: [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on cedar" }],
  });
  await shopper.send("POST", "/raw-materials/chat", { content: "rain on cedar", top_k: 3 });
  for (const product of ["hinoki-rain", "cedar-library"]) {
    await shopper.get(`/products/${product}`);
    await shopper.get(`/perfume-note/by_product/${product}`);
  }
  const [line] = (await cartOf(shopper)).items;
  for (let tap = 2; tap <= 8; tap += 1)
    await shopper.send("PUT", `/cart/items/${line.id}`, { amount: 100 * (tap % 2) + 100 });
  await open(shopper, ended, "checkout");
  const form = checkoutForm(await cartOf(shopper));
  const order = await shopper.send("POST", "/cart/checkout", form, { "Idempotency-Key": newKey() });
  await open(shopper, ended, "orders");
  await shopper.send("POST", `/orders/${order.body.id}/pay`, {}, { "Idempotency-Key": newKey() });
  await shopper.get("/payments/result?data=x&sig=y");
  await shopper.send("DELETE", `/cart/items/${line.id}`);
  await shopper.send("POST", "/auth/logout");
}

test("three members of one office do at once what takes them three minutes, and meet no limit (R25)", async () => {
  const members = await Promise.all([newMember(shop), newMember(shop), newMember(shop)]);
  const ended: string[] = [];
  await Promise.all(
    members.map(async (member) => {
      for (let minute = 0; minute < 3; minute += 1) await aBusyMinute(member, ended);
    }),
  );
  expect(ended.length).toBeGreaterThan(400);
  const refused = ended.filter((call) => !/^(20[0-9]|30[0-9])/.test(call));
  // A made-up result is refused for what it is.
  expect(
    countBy(refused, (call) => call),
    "no call met a limit",
  ).toEqual({ "400 GET /payments/result?data=x&sig=y": 9 });
  expect(shop.logs().filter((line) => /limit\.reached|too_many_requests/.test(line))).toEqual([]);
});
