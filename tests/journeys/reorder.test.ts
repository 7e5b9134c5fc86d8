/** From a delivered quiz order to a finished product in the cart, on a phone. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor, picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { signIn } from "../support/visits.ts";

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const jarSet = { order: "order-mei-delivered", response: "response-mei-osmanthus" };
const paperSet = { order: "order-mei-paper-set", response: "response-mei-citrus" };

/** A member of their own who was given a delivered set of a demo member, its quiz included. */
async function newBuyer(language: Language, set: typeof jarSet) {
  const member = await newMember(shop, { language });
  const own = "(SELECT id FROM members WHERE email = ?)";
  const give = (sql: string, id: string) => shop.upstreamDb.prepare(sql).bind(member.email, id).run();
  await give(`UPDATE survey_responses SET member_id = ${own} WHERE id = ?`, set.response);
  await give(`UPDATE orders SET member_id = ${own} WHERE id = ?`, set.order);
  return member;
}

async function pickOption({ page, says }: Visitor, tab: string, option: string) {
  await page
    .getByRole("tablist", { name: says("shop.purchase.categories") })
    .getByRole("tab", { name: tab, exact: true })
    .click();
  await page.getByRole("tabpanel").getByText(option, { exact: true }).click();
  await page.getByRole("tabpanel").getByRole("radio", { name: option }).and(page.locator(":checked")).waitFor();
}

async function agree({ page, says }: Visitor) {
  await page.getByRole("checkbox").click();
  const notice = page.getByRole("dialog");
  await notice.getByRole("region").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await notice.getByRole("button", { name: says("shop.checkout.consent.confirm") }).click();
}

test("a member orders bottles of the scent she was sent, with her own words on the label (ja, 360 px)", async () => {
  const member = await newBuyer("ja", jarSet);
  const visitor = await newVisitor(browser, shop.url, "ja", 360);
  const { page, says } = visitor;
  try {
    await page.goto("/ja/orders");
    await signIn(visitor, member);
    const again = page.getByRole("button", { name: says("shop.reorder.button") });
    await again.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: says("shop.reorder.list_title") }).waitFor();
    await picture(page, "reorder-list-ja");
    const explore = dialog.getByRole("link", { name: says("shop.reorder.explore") });
    expect(await explore.getAttribute("href")).toBe("/ja/fragrance-quiz?retryFrom=response-mei-osmanthus");
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("heading", { name: says("shop.reorder.satisfied_title") }).waitFor();
    await picture(page, "reorder-satisfied-ja");
    await dialog.getByRole("button", { name: says("common.cancel") }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await again.evaluate((button) => button === document.activeElement), "focus is back at the button").toBe(true);

    await again.click();
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
    await page.waitForURL("**/ja/purchase-options?**userType=personal-jar**");
    await page.getByRole("heading", { level: 1, name: says("shop.purchase.title") }).waitFor();

    const buy = page.getByRole("button", { name: says("shop.purchase.buy"), exact: true });
    await buy.waitFor();
    expect(await buy.isDisabled()).toBe(true);
    await pickOption(visitor, "容量", "30ml スプレー");
    await pickOption(visitor, "濃度", "ミディアム（オードパルファム）");
    await pickOption(visitor, "ラベル", "月あかり");
    await pickOption(visitor, "包装", "リボン箱と手書きカード");
    await page.getByLabel(says("shop.purchase.label_text")).fill("Mei 2026");
    await page.getByRole("button", { name: says("shop.purchase.more") }).click();
    // (360 + 180 + 40 + 25 + 80) × 200
    await page.getByText("NT$ 137,000").waitFor();
    await page.getByText(says("shop.purchase.buy_more", { count: 300, unit: "本" })).waitFor();

    await page.waitForURL("**labelText=Mei+2026**");
    await page.reload();
    await page.getByText("NT$ 137,000").waitFor();
    expect(await page.getByLabel(says("shop.purchase.label_text")).inputValue()).toBe("Mei 2026");
    await picture(page, "purchase-options-ja");
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, "nothing stands out of a phone's screen").toBeLessThanOrEqual(360);

    await buy.click();
    await page.getByText(says("shop.purchase.consent_first")).waitFor();
    await agree(visitor);
    await buy.click();
    await page.waitForURL("**/ja/cart");
    await page.getByText("NT$ 137,000").first().waitFor();
    await page.getByText("Mei 2026").waitFor();
    await picture(page, "cart-finished-ja");
    expect(visitor.troubles).toEqual([]);
  } finally {
    await visitor.close();
  }
});

test("a member who tried scent papers orders packs in a window, at the price of their tier (zh, 360 px)", async () => {
  const member = await newBuyer("zh", paperSet);
  const visitor = await newVisitor(browser, shop.url, "zh", 360);
  const { page, says } = visitor;
  try {
    await page.goto("/zh/orders");
    await signIn(visitor, member);
    await page.getByRole("button", { name: says("shop.reorder.button") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
    const quantity = dialog.getByLabel(says("shop.purchase.quantity"), { exact: true });
    await quantity.waitFor();
    expect(await quantity.inputValue()).toBe("5");
    expect(await dialog.getByRole("button", { name: says("shop.purchase.fewer") }).isDisabled()).toBe(true);
    await dialog.getByText(says("shop.purchase.buy_more", { count: 15, unit: "包" })).waitFor();
    await quantity.fill("１９");
    await quantity.press("Enter");
    await dialog.getByText("NT$ 1,080").waitFor();
    await picture(page, "reorder-packs-zh");
    await dialog.getByRole("button", { name: says("shop.purchase.buy") }).click();
    await page.waitForURL("**/zh/cart");
    await page.getByText("NT$ 1,080").first().waitFor();
    expect(visitor.troubles).toEqual([]);
  } finally {
    await visitor.close();
  }
});

test("oil takes the spray bottle away, and the page says so", async () => {
  const visitor = await newVisitor(browser, shop.url, "en", 1280);
  const { page, says } = visitor;
  try {
    await page.goto("/en/purchase-options?productId=fig-terrace&productNumber=SL-001&options=capacity-spray-30,label-trail");
    await pickOption(visitor, "Strength", "Rich (oil, no alcohol)");
    await page.getByText(says("shop.purchase.dropped", { names: "30 ml spray" })).waitFor();
    await page.waitForURL("**options=concentration-rich-oil%2Clabel-trail");
    await picture(page, "purchase-options-en");
    await page.goto("/en/purchase-options");
    await page.getByRole("heading", { level: 1, name: says("shop.purchase.error_title") }).waitFor();
    await page.getByText(says("shop.purchase.missing_number")).waitFor();
    expect(visitor.troubles).toEqual([]);
  } finally {
    await visitor.close();
  }
});

test("while the options cannot be had the page says so, and trying again brings them", async () => {
  const visitor = await newVisitor(browser, shop.url, "zh", 768);
  const { page, says } = visitor;
  try {
    await stageFault(shop, { mode: "refuse" });
    await page.goto("/zh/purchase-options?productId=fig-terrace&productNumber=SL-017&userType=enterprise");
    await page.getByRole("heading", { level: 1, name: says("shop.purchase.error_title") }).waitFor();
    await page.getByText(says("shop.purchase.load_options_failed")).waitFor();
    await stageFault(shop, { mode: "none" });
    // After many failures the shop leaves the upstream alone for ten seconds: who tries again sooner is told so again.
    const options = page.getByRole("heading", { level: 1, name: says("shop.purchase.title") });
    const retry = page.getByRole("button", { name: says("common.retry") });
    const tryAgain = async () => {
      if (await retry.isVisible()) await retry.click();
      await options.or(retry).first().waitFor();
      return options.isVisible();
    };
    await expect.poll(tryAgain, { timeout: 40_000, interval: 1_000 }).toBe(true);
  } finally {
    await stageFault(shop, { mode: "none" });
    await visitor.close();
  }
});
