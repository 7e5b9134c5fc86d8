import { afterEach, beforeAll, expect, test } from "vitest";
import { ApiError } from "../../web/api/client.ts";
import { CheckoutBanner } from "../../web/pages/checkout/CheckoutBanner.tsx";
import OrdersPage from "../../web/pages/orders/OrdersPage.tsx";
import PaymentResultPage from "../../web/pages/payment-result/PaymentResultPage.tsx";
import PurchaseOptionsPage from "../../web/pages/purchase-options/PurchaseOptionsPage.tsx";
import { clearSession } from "../../web/session/clear-session.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { storage, storageKeys } from "../../web/stores/storage.ts";
import { newMember } from "../support/new-member.ts";
import { comeBack, newPayableOrder, signedNotice } from "../support/payments.ts";
import { openShop, type OpenShop, type ShownPage } from "../support/shown-page.tsx";

let open: OpenShop;
let page: ShownPage;
beforeAll(async () => {
  open = await openShop();
});
afterEach(async () => {
  await page.leave();
  open.startOver();
});

const failedTitle = "The payment was not completed";
const unreadable = "We could not open this payment result";
const isHere = (id: string) =>
  useAuth.getState().memberKnown({ id, email: "", full_name: "", is_business: false });

/** The cashier sends its shopper back after a declined card. */
async function comeBackDeclined(): Promise<string> {
  const notice = await signedNotice(await newPayableOrder(open.shop), { RtnCode: "10100058" });
  const { pathname, search } = new URL(
    (await comeBack(open.shop, notice)).location ?? "",
    open.shop.url,
  );
  return pathname.replace("/ja/", "/en/") + search;
}

async function look(path = "/en/payment-result"): Promise<void> {
  page = await open.show(<PaymentResultPage />, path);
}

test("a result is checked again at every look, and shown to the member who came back with it alone", async () => {
  const address = await comeBackDeclined();
  isHere("mei");
  await look(address);
  await page.shows(failedTitle);
  await page.leave();

  await look();
  await page.shows(failedTitle);
  expect(page.answers("GET /payments/result")).not.toEqual([]);
  await page.leave();

  isHere("chen");
  await look();
  await page.shows(unreadable);
  expect(page.answers("GET /payments/result")).toEqual([]);
});

test("a result that somebody wrote into this browser is no result", async () => {
  const value = { status: "success", orderId: "1", amount: 999_999, currency: "TWD" };
  const forged = { expiry: Date.now() + 600_000, value };
  const data = btoa(JSON.stringify(forged));
  for (const kept of [forged, { data, sig: "a..b", memberId: null, expiry: forged.expiry }]) {
    storage.setItem(storageKeys.paymentResult, JSON.stringify(kept));
    await look();
    await page.shows(unreadable);
    expect(page.text()).not.toContain("999");
    await page.leave();
  }
});

test("the end of a session takes the result with it", async () => {
  await look(await comeBackDeclined());
  await page.shows(failedTitle);
  expect(storage.getItem(storageKeys.paymentResult)).not.toBeNull();
  clearSession();
  expect(storage.getItem(storageKeys.paymentResult)).toBeNull();
});

test("somebody who asks for orders from a day after the last reads why there are none, in the page's language", async () => {
  page = await open.show(<OrdersPage />, "/ja/orders", await newMember(open.shop));
  await page.type({ start: "2026-11-20", end: "2026-11-10" });
  await page.press("絞り込む");
  expect(page.mistake("end")).toBe("終了日は開始日以降の日付を選んでください");
  expect(location.search).toBe("");
  await page.type({ end: "2026-11-21" });
  expect(page.mistake("end")).toBeNull();
});

test.each<[string, ApiError, string]>([
  [
    "a failure",
    new ApiError("upstream_failed", { status: 500 }),
    "Order submission failed, please try again later",
  ],
  [
    "a refusal with a reason",
    new ApiError("business_only", { status: 403 }),
    "Only business members order by the kilogram. Please remove that line from the cart, or order bottles instead.",
  ],
])("%s of the checkout is said once", async (_what, error, words) => {
  page = await open.show(<CheckoutBanner banner={{ kind: "failed", error }} />, "/en/checkout");
  expect(page.alert()).toBe(words);
});

test("a private member who writes a business into the address is offered bottles", async () => {
  const path =
    "/en/purchase-options?productId=fig-terrace&productNumber=SL-017&userType=enterprise";
  page = await open.show(<PurchaseOptionsPage />, path, await newMember(open.shop));
  await page.shows("Only business members order by the kilogram.");
  expect(page.link("Order bottles instead")).toContain("userType=personal-jar");
  await page.leave();
  const business = await newMember(open.shop, { isBusiness: true });
  page = await open.show(<PurchaseOptionsPage />, path, business);
  await page.shows("Base unit price");
});
