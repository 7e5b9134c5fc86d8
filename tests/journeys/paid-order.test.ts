/** The main job, once a language, in Chromium against the built shop: from an anonymous visitor to a paid order. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, picture, textOf } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { settled } from "../support/accessibility.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { addQuizSet, confirmOrder, fillCheckout, signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ shop, browser } = visiting);
});
afterAll(() => visiting?.close());

const widths = { zh: 1280, en: 360, ja: 768 } as const;

for (const language of ["zh", "en", "ja"] as const) {
  test(`a member finds a scent by the questionnaire and pays for a sample set (${language})`, async () => {
    const member = await newMember(shop, { language });
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto("/");
        await page.waitForURL(`**/${language}/home`);
        expect(await page.locator("html").getAttribute("lang")).toBe(
          { zh: "zh-Hant-TW", en: "en", ja: "ja" }[language],
        );
        await picture(page, `home-${language}`);

        await page.goto(`/${language}/fragrance-quiz?from-a-friend=1`);
        await page.waitForURL(`**/${language}/login?**`);
        await signIn(visitor, member);
        await page.waitForURL(`**/${language}/fragrance-quiz?from-a-friend=1`);

        await addQuizSet(visitor, { screenshots: `-${language}` });
        await page.waitForURL(`**/${language}/cart`);
        await page.getByRole("heading", { level: 1, name: says("shop.cart.title") }).waitFor();
        await page.getByText("NT$ 100").first().waitFor();
        await picture(page, `cart-${language}`);
        await page.getByRole("link", { name: says("shop.cart.checkout") }).click();

        await fillCheckout(visitor);
        await picture(page, `checkout-${language}`);
        await confirmOrder(visitor);

        expect(new URL(page.url()).hostname, "the cashier is another site").toBe("127.0.0.1");
        await page.getByText("NT$ 100").waitFor();
        await picture(page, `cashier-${language}`);
        await page.locator('button[value="pay"]').click();

        await page
          .getByRole("heading", { level: 1, name: says("shop.payment.success_title") })
          .waitFor();
        await page.getByText(says("shop.payment.settled")).waitFor();
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
          `/${language}/payment-result`,
        );
        await picture(page, `payment-result-${language}`);

        await page.getByRole("link", { name: says("shop.payment.view_orders") }).click();
        const order = page.getByRole("article");
        await order.first().waitFor();
        expect(await order.count()).toBe(1);
        expect(await order.locator('[aria-current="step"]').innerText()).toBe(
          says("shop.orders.status.pending"),
        );
        await picture(page, `orders-${language}`);

        await page.goto(`/${language}/cart`);
        await page.getByText(says("shop.cart.empty_title")).waitFor();
      },
      { width: widths[language] },
    );
  });
}

test("a visitor changes the language and the whole page follows, query included", async () => {
  await visiting.visit("en", async ({ page, says }) => {
    await page.goto("/en/purchase-options?productNumber=SL-001");
    await page.getByText(says("shop.purchase.title"), { exact: true }).waitFor();
    await page
      .getByRole("button", {
        name: says("common.language.button", { language: says("common.language.short") }),
      })
      .click();
    await page.getByRole("dialog").getByText("日本語").click();
    await page.waitForURL("**/ja/purchase-options?productNumber=SL-001");
    await page.getByText(textOf("ja", "shop.purchase.title"), { exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("ja");
    await page.goto("/");
    await page.waitForURL("**/ja/home");
  });
});

test("the stored choice outranks the cookie, the cookie the browser's language", async () => {
  await visiting.visit("en", async ({ page }) => {
    await page
      .context()
      .addCookies([{ name: "i18nextLng", value: "ja", domain: "localhost", path: "/" }]);
    await page.goto("/");
    await page.waitForURL("**/ja/home");
    await settled(page);
    await page.evaluate(() => localStorage.setItem("i18nextLng", "zh"));
    await page.goto("/");
    await page.waitForURL("**/zh/home");
  });
});

test("guarded pages send an anonymous visitor to sign in and bring them back where they were going", async () => {
  const member = await newMember(shop, { language: "ja" });
  await visiting.visit("ja", async (visitor) => {
    const { page } = visitor;
    for (const path of ["/ja/fragrance-quiz", "/ja/profile?tab=addresses"]) {
      await page.goto(path);
      await page.waitForURL("**/ja/login?**");
    }
    await page.goto("/ja/orders?page=1&start=2026-01-01");
    await page.waitForURL("**/ja/login?**");
    await signIn(visitor, member);
    await page.waitForURL("**/ja/orders?page=1&start=2026-01-01");
  });
});

test("while the upstream is down the page says so and the cart is still there", async () => {
  const member = await newMember(shop, { language: "en" });
  const visitor = await newVisitor(browser, shop.url, "en");
  try {
    const { page, says } = visitor;
    await page.goto("/en/fragrance-quiz");
    await signIn(visitor, member);
    await addQuizSet(visitor, { inOwnWords: "Fig leaves and sun" });
    await page.waitForURL("**/en/cart");
    await page.getByText("NT$ 100").first().waitFor();
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await fillCheckout(visitor);
    await stageFault(shop, { mode: "refuse" });
    await page
      .getByRole("button", { name: says("shop.checkout.confirm", { total: "NT$ 100" }) })
      .click();
    await page.getByText(says("shop.checkout.errors.failed")).waitFor();
    expect(await page.getByRole("main").getByRole("alert").count(), "said once").toBe(1);
    await picture(page, "checkout-upstream-down");
    expect(await page.locator('[name="customer_name"]').inputValue()).not.toBe("");
    await stageFault(shop, { mode: "none" });
    await confirmOrder(visitor);
  } finally {
    await stageFault(shop, { mode: "none" });
    await visitor.close();
  }
});
