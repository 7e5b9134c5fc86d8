/**
 * The whole shop in Chromium before an upstream that answers the documents' fields alone: no notes' families, no reasons, no
 * prices of lines, no payment events. Nothing may fail for it, and nothing empty may stand where something is missing.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Language, type Visitor } from "../support/browser.ts";
import {
  beginRegistration,
  fieldOf,
  fill,
  firstSignIn,
  sendRegistration,
} from "../support/identity-visits.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";
import { startVisiting, type Visiting, type Walk } from "../support/visiting.ts";
import {
  addQuizSet,
  agreeToNotice,
  confirmOrder,
  fillCheckout,
  signIn,
} from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
beforeAll(async () => {
  const vars = { UPSTREAM_PAYMENT_EVENTS_PATH: "", UPSTREAM_HONOURS_IDEMPOTENCY: "" };
  visiting = await startVisiting(() =>
    startShop({ vars, upstreamVars: { DOCUMENTED_ONLY: "true" } }),
  );
  ({ shop } = visiting);
});
afterAll(() => visiting?.close());

const visit = (language: Language, width: number, walk: Walk) =>
  visiting.visit(language, walk, { width });

async function expectNothingMissingShows({ page }: Visitor): Promise<void> {
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  const empty = await page
    .locator("main :is(h1, h2, h3, h4, dt, dd, th, li)")
    .evaluateAll(
      (found) =>
        found.filter(
          (element) =>
            element.textContent?.trim() === "" && element.querySelector("svg, img, input") === null,
        ).length,
    );
  expect(empty, "headings and rows without words").toBe(0);
}

async function payAtCashier({ page, says }: Visitor): Promise<void> {
  await page.locator('button[value="pay"]').click();
  await page.getByRole("heading", { level: 1, name: says("shop.payment.success_title") }).waitFor();
  await page.getByText(says("shop.payment.settled")).waitFor();
}

async function expectPaidOrder(visitor: Visitor, count = 1): Promise<void> {
  const { page, says } = visitor;
  await page.getByRole("link", { name: says("shop.payment.view_orders") }).click();
  const orders = page.getByRole("article");
  await orders.first().waitFor();
  expect(await orders.count()).toBe(count);
  expect(await orders.first().locator('[aria-current="step"]').innerText()).toBe(
    says("shop.orders.status.pending"),
  );
  await expectNothingMissingShows(visitor);
}

test("a member with the second step answers the questionnaire, pays, and sees the order paid (zh, 360 px)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await turnOnSecondStep(shop, member.email);
  await visit("zh", 360, async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/login");
    await signIn(visitor, member);
    await page.waitForURL("**/zh/otp-verification**");
    await page.getByText(says("auth.otp.sent")).waitFor();
    const [letter] = await mailsTo(shop, member.email);
    await page
      .getByRole("group", { name: says("auth.otp.code") })
      .getByRole("textbox")
      .first()
      .click();
    await page.keyboard.type(letter?.code ?? "");
    await page.getByRole("button", { name: says("auth.otp.submit"), exact: true }).click();
    await page.waitForURL("**/zh/fragrance-quiz");
    await addQuizSet(visitor, { screenshots: "-documented-zh" });
    await page.waitForURL("**/zh/cart");
    await page.getByText("NT$ 100").first().waitFor();
    await expectNothingMissingShows(visitor);
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await fillCheckout(visitor);
    await confirmOrder(visitor);
    await payAtCashier(visitor);
    await expectNothingMissingShows(visitor);
    await picture(page, "documented-paid-zh");
    await expectPaidOrder(visitor);
    await page.goto("/zh/fragrance-quiz");
    await page
      .getByRole("dialog")
      .getByRole("heading", { name: says("shop.quiz.blocked.order.title") })
      .waitFor();
  });
});

test("somebody new registers, describes a scent, is declined once and pays the order from the orders page (en)", async () => {
  await visit("en", 1280, async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/register");
    await beginRegistration(visitor, "individual");
    const email = "documented@example.test";
    await fill(visitor, {
      last_name: "Okafor",
      first_name: "Amara",
      email,
      phone: "20 7946 0456",
      address: "3 Lamb's Conduit Street",
    });
    await fieldOf(visitor, "country").selectOption("GB");
    await sendRegistration(visitor);
    await firstSignIn(shop, visitor, "en", email);
    await addQuizSet(visitor, {
      inOwnWords: "rain on cedar, a little smoke",
      screenshots: "-documented-en",
    });
    await page.waitForURL("**/en/cart");
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await fillCheckout(visitor);
    await confirmOrder(visitor);
    await page.locator('button[value="decline"]').click();
    await page
      .getByRole("heading", { level: 1, name: says("shop.payment.failed_title") })
      .waitFor();
    await page.goto("/en/orders");
    await page.getByRole("button", { name: says("shop.orders.pay_now") }).click();
    await page.waitForURL("**/local/ecpay/**");
    await payAtCashier(visitor);
    await expectPaidOrder(visitor);
    await picture(page, "documented-orders-en");
  });
});

test("a member corrects the profile and orders bottles of a scent again, on the page with its options (ja, 768 px)", async () => {
  const member = await newMember(shop, { language: "ja" });
  await giveOrder(shop, member.email);
  await visit("ja", 768, async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/ja/profile");
    await signIn(visitor, member);
    await fieldOf(visitor, "last_name").waitFor();
    await fill(visitor, { last_name: "佐藤", first_name: "花" });
    await page.getByRole("button", { name: says("common.save"), exact: true }).click();
    await page.getByText(says("auth.profile.saved")).waitFor();
    await page.getByRole("button", { name: "佐藤花" }).waitFor();

    await page.goto("/ja/orders");
    await page.getByRole("button", { name: says("shop.reorder.button") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("article").first().waitFor();
    await picture(page, "documented-reorder-ja");
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
    await page.waitForURL("**/ja/purchase-options?**");
    const buy = page.getByRole("button", { name: says("shop.purchase.buy"), exact: true });
    await buy.waitFor();
    const tabs = page.getByRole("tab");
    for (let at = 0; at < (await tabs.count()); at += 1) {
      await tabs.nth(at).click();
      await page.getByRole("tabpanel").getByRole("radio").last().press("Space");
    }
    await expectNothingMissingShows(visitor);
    await picture(page, "documented-purchase-ja");
    await agreeToNotice(visitor);
    await buy.click();
    await page.waitForURL("**/ja/cart");
    const price = page.getByText(/NT\$\s?[\d,]{3,}/).first();
    const total = (await price.innerText()).replace(/.*(NT\$)\s?([\d,]+).*/s, "$1 $2");
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await fillCheckout(visitor);
    await confirmOrder(visitor, total);
    await payAtCashier(visitor);
    await expectPaidOrder(visitor, 2);
  });
});
