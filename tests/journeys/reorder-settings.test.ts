/** Where a buyer orders again is the upstream's to say: on the page, in a window, or nowhere said at all. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, picture } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import type { Shop } from "../support/shop.ts";
import { startVisiting, type Visiting, type Walk } from "../support/visiting.ts";
import { confirmOrder, fillCheckout, signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ shop, browser } = visiting);
  // As an operator: jars are bought in the window, and nobody thought of papers and kilograms.
  const said = await shop.fetch("/local/service/reorder-settings", {
    method: "PUT",
    headers: { Authorization: `Bearer ${shop.serviceToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      data: [{ user_type: "PERSONAL_JAR", use_purchase_options_page: false }],
    }),
  });
  expect(said.status).toBe(200);
});
afterAll(() => visiting?.close());

async function openWindow(unit: "JAR" | "SAMPLE_PAPER", walk: Walk) {
  const member = await newMember(shop, { language: "en" });
  await giveOrder(shop, member.email, { unit });
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/en/orders");
      await signIn(visitor, member);
      await page.getByRole("button", { name: says("shop.reorder.button") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("article").first().getByRole("button").click();
      await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
      await dialog
        .getByRole("heading", {
          name: says("shop.reorder.modal_title", { name: "Osmanthus Lane" }),
        })
        .waitFor();
      await walk(visitor);
    },
    { width: 360 },
  );
}

test("in the window jars are only lifted to their least: 150 can be bought and paid (360 px)", async () => {
  await openWindow("JAR", async (visitor) => {
    const { page, says } = visitor;
    const dialog = page.getByRole("dialog");
    const quantity = dialog.getByLabel(says("shop.purchase.quantity"), { exact: true });
    await quantity.waitFor();
    expect(await quantity.inputValue()).toBe("100");
    const type = async (text: string) => {
      await quantity.fill(text);
      await quantity.press("Enter");
      return quantity.inputValue();
    };
    expect(await type("99")).toBe("100");
    expect(await type("")).toBe("100");
    expect(await type("１５０")).toBe("150");
    await dialog.getByText("NT$ 57,000").waitFor();
    await dialog
      .getByText(says("shop.purchase.buy_more", { count: 50, unit: "bottles" }))
      .waitFor();
    await picture(page, "reorder-jars-window-en");
    await dialog.getByRole("button", { name: says("shop.purchase.buy") }).click();
    await page.waitForURL("**/en/cart");
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await fillCheckout(visitor);
    await confirmOrder(visitor, "NT$ 57,000");
    await page.locator('button[value="pay"]').click();
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
});

test("without a setting the window opens, and says that there is no price", async () => {
  await openWindow("SAMPLE_PAPER", async ({ page, says }) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByText(says("shop.reorder.pricing_failed")).waitFor();
    await picture(page, "reorder-no-price-en");
    expect(await dialog.getByRole("button", { name: says("shop.purchase.buy") }).isDisabled()).toBe(
      true,
    );
    expect(await dialog.getByLabel(says("shop.purchase.quantity"), { exact: true }).count()).toBe(
      0,
    );
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const isBack = await page
      .getByRole("button", { name: says("shop.reorder.button") })
      .evaluate((button) => button === document.activeElement);
    expect(isBack).toBe(true);
  });
});

test("the options page of a buyer without a setting says that there is no price", async () => {
  const visitor = await newVisitor(browser, shop.url, "en", 768);
  const { page, says } = visitor;
  try {
    await page.goto(
      "/en/purchase-options?productId=fig-terrace&productNumber=SL-017&userType=enterprise",
    );
    await page
      .getByRole("heading", { level: 1, name: says("shop.purchase.error_title") })
      .waitFor();
    await page.getByText(says("shop.purchase.load_pricing_failed")).waitFor();
    await picture(page, "purchase-no-price-en");
    expect(visitor.troubles).toEqual([]);
  } finally {
    await visitor.close();
  }
});
