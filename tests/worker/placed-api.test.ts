/** The shop as it is deployed: one Worker for pages near the shopper, which holds no secret, and one for the API beside its database. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, cartOf, sampleSet } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import { attemptOf, notify, signedNotice } from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ hasPlacedApi: true });
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

test("Mei buys a sample set: session, cart, checkout, notice and schedule work across both Workers", async () => {
  const { shopper: mei } = await newMember(shop);
  expect(mei.cookies.has("__Host-sillage_refresh"), "cookies pass").toBe(true);
  expect((await add(mei, sampleSet())).status).toBe(200);
  const form = checkoutForm(await cartOf(mei));
  const { body } = await mei.send("POST", "/cart/checkout", form, {
    "Idempotency-Key": "first-form-of-mei",
  });
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
  expect((await shop.fetch("/locales/ja/common.json")).status).toBe(200);
  expect((await shop.fetch("/sitemap.xml")).status).toBe(200);
});

test("a refusal has the headers and the one id of the Worker that made it (R5)", async () => {
  const refusal = await shop.fetch("/api/v1/members/me");
  expect(refusal.status).toBe(401);
  expect(refusal.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(refusal.headers.get("cache-control")).toBe("no-store");
  expect(refusal.headers.get("x-request-id")).toBe((await refusal.json()).requestId);
});

test("of a refusal there is one line, found by its id", async () => {
  const refusal = await shop.fetch("/api/v1/members/me");
  const id = refusal.headers.get("x-request-id") ?? "";
  const linesOf = () => shop.logs().filter((line) => line.includes(id));
  await expect.poll(() => linesOf().length).toBe(1);
  expect(JSON.parse(linesOf()[0] ?? "")).toMatchObject({
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

test("a stranger's own forwarding headers change neither address nor origin (R24)", async () => {
  const answer = await shop.fetch("/api/v1/cart/", { headers: { Origin: "https://evil.example" } });
  expect(answer.status).toBe(403);
  expect((await answer.json()).code).toBe("origin_refused");
});
