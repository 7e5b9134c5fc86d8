/**
 * The main job before an upstream that answers the documents' fields alone: no notes' families, no reasons, no prices of lines, no
 * payment events. Nothing may fail for it, and nothing empty may stand where something is missing.
 */
import { expect, test } from "vitest";
import { languagesOf, type Visitor } from "../../support/browser.ts";
import { newMember } from "../../support/new-member.ts";
import { startShop } from "../../support/shop.ts";
import { openVisiting, type Walk } from "../../support/visiting.ts";
import { addQuizSet, agreeToNotice, confirmOrder, fillCheckout } from "../../support/visits.ts";
import { giveOrder } from "../../support/quiz-orders.ts";

const vars = { UPSTREAM_PAYMENT_EVENTS_PATH: "", UPSTREAM_HONOURS_IDEMPOTENCY: "" };
const upstreamVars = { DOCUMENTED_ONLY: "true" };
const visiting = await openVisiting(() => startShop({ vars, upstreamVars }));

async function expectNothingMissing({ page }: Visitor): Promise<void> {
  const main = page.locator("main");
  expect(await main.innerText()).not.toMatch(/undefined|null|NaN|\[object/);
  const hollow = await main
    .locator(":is(h1, h2, h3, h4, dt, dd, th, li):not(:has(svg, img, input))")
    .evaluateAll((found) => found.filter(({ textContent }) => textContent?.trim() === "").length);
  expect(hollow, "headings and rows without words").toBe(0);
}

/** From the cart to the orders, paid. */
async function pay(visitor: Visitor, total: string, orders: number): Promise<void> {
  const { page, says } = visitor;
  await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
  await fillCheckout(visitor);
  await confirmOrder(visitor, total);
  await page.locator('button[value="pay"]').click();
  await page.getByText(says("shop.payment.settled")).waitFor();
  await expectNothingMissing(visitor);
  await page.getByRole("link", { name: says("shop.payment.view_orders") }).click();
  const order = page.getByRole("article");
  await order.first().waitFor();
  expect(await order.count()).toBe(orders);
  const step = order.first().locator('[aria-current="step"]');
  expect(await step.innerText()).toBe(says("shop.orders.status.pending"));
  await expectNothingMissing(visitor);
}

test.each(languagesOf("zh"))(
  "a member takes the quiz and sees the order paid (%s)",
  async (lang) => {
    const as = await newMember(visiting.shop, { language: lang });
    const walk: Walk = async (visitor) => {
      const { page, says } = visitor;
      await page.goto(`/${lang}/fragrance-quiz`);
      await addQuizSet(visitor);
      await page.waitForURL(`**/${lang}/cart`);
      await page.getByText("NT$ 100").first().waitFor();
      await expectNothingMissing(visitor);
      await pay(visitor, "NT$ 100", 1);
      await page.goto(`/${lang}/fragrance-quiz`);
      const blocked = says("shop.quiz.blocked.order.title");
      await page.getByRole("dialog").getByRole("heading", { name: blocked }).waitFor();
    };
    await visiting.visit(lang, walk, { as, width: 360 });
  },
);

test.each(languagesOf("ja"))("a member orders bottles of a scent again (%s)", async (lang) => {
  const as = await newMember(visiting.shop, { language: lang });
  await giveOrder(visiting.shop, as.email);
  const walk: Walk = async (visitor) => {
    const { page, says } = visitor;
    await page.goto(`/${lang}/orders`);
    await page.getByRole("button", { name: says("shop.reorder.button") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
    await page.waitForURL(`**/${lang}/purchase-options?**`);
    const buy = page.getByRole("button", { name: says("shop.purchase.buy"), exact: true });
    await buy.waitFor();
    const tabs = page.getByRole("tab");
    for (let at = 0; at < (await tabs.count()); at += 1) {
      await tabs.nth(at).click();
      await page.getByRole("tabpanel").getByRole("radio").last().press("Space");
    }
    await expectNothingMissing(visitor);
    await agreeToNotice(visitor);
    await buy.click();
    await page.waitForURL(`**/${lang}/cart`);
    const price = await page
      .getByText(/NT\$\s?[\d,]{3,}/)
      .first()
      .innerText();
    await pay(visitor, price.replace(/.*(NT\$)\s?([\d,]+).*/s, "$1 $2"), 2);
  };
  await visiting.visit(lang, walk, { as, width: 768 });
});
