import { add, cartOf, sampleSet } from "../support/carts.ts";
import { checkoutForm } from "../support/checkouts.ts";
import { newMember } from "../support/new-member.ts";
import { attemptOf, notify, signedNotice } from "../support/payments.ts";
import { startShop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";

const shop = await startShop({ hasPlacedApi: true, ratesTimes: 1 / 5 });
afterAll(() => shop.close());

test("Mei buys a sample set: session, cart, checkout, notice and schedule work across both Workers", async () => {
  const { shopper: mei } = await newMember(shop);
  expect(mei.cookies.has("__Host-sillage_refresh"), "cookies pass").toBe(true);
  expect((await add(mei, sampleSet())).status).toBe(200);
  const key = { "Idempotency-Key": "first-form-of-mei" };
  const { body } = await mei.send("POST", "/cart/checkout", checkoutForm(await cartOf(mei)), key);
  const { MerchantTradeNo: merchantTradeNo, TotalAmount } = body.ecpay_form_data;
  const notice = await signedNotice({ merchantTradeNo, amountTwd: Number(TotalAmount) });
  expect(await notify(shop, notice)).toMatchObject({ status: 200, text: "1|OK" });
  expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ state: "paid" });
  await shop.runSchedule();
  const orders = await mei.get("/orders/my-orders?skip=0&limit=10");
  expect(orders.body.data[0].status).toBe("pending");
});

test("pages, texts and files come from the Worker near the shopper, which could not sign a token", async () => {
  const page = await shop.fetch("/ja/login");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://");
  for (const path of ["/locales/ja/common.json", "/sitemap.xml"])
    expect((await shop.fetch(path)).status).toBe(200);
});

test("the Worker of pages asks the API for a fragrance", async () => {
  const person = { headers: { "Sec-Fetch-Dest": "document", Accept: "text/html" } };
  const page = await shop.fetch("/zh/scent/hinoki-rain", person);
  expect(await page.text()).toContain("<title>檜雨 · Sillage");
  expect((await shop.fetch("/zh/scent/no-such-scent", person)).status).toBe(404);
});

test("a refusal has the headers, the one id and the one line of the Worker that made it (R5)", async () => {
  const refusal = await shop.fetch("/api/v1/members/me");
  expect(refusal.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(refusal.headers.get("cache-control")).toBe("no-store");
  const id = refusal.headers.get("x-request-id") ?? "";
  expect((await refusal.json()).requestId).toBe(id);
  const lines = () => shop.logs().filter((line) => line.includes(id));
  await expect.poll(() => lines().length).toBe(1);
  expect(JSON.parse(lines()[0] ?? "")).toMatchObject({
    level: "info",
    event: "request refused",
    method: "GET",
    route: "/api/v1/members/me",
    status: 401,
    code: "unauthenticated",
    ms: expect.any(Number),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

/** A fifth of the deployed number: two. */
test("the API counts whom the other Worker serves, by their own addresses, and pages are not counted (R25)", async () => {
  const from = (address: string) => ({ "CF-Connecting-IP": address });
  const submit = async (address: string) =>
    (await newShopper(shop).send("POST", "/surveys/s/submit", {}, from(address))).status;
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push(await submit("198.51.100.7"));
  expect(statuses.slice(0, 2)).toEqual([401, 401]);
  expect(statuses).toContain(429);
  expect(await submit("198.51.100.8")).toBe(401);
  const headers = from("198.51.100.7");
  for (let count = 0; count < 250; count += 1)
    expect((await shop.fetch("/locales/en/common.json", { headers })).status).toBe(200);
});
