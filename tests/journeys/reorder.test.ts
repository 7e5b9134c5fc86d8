/** From a delivered quiz order to a finished product that is paid. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import type { Shop } from "../support/shop.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { agreeToNotice, confirmOrder, fillCheckout, signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ shop } = visiting);
});
afterAll(() => visiting?.close());

interface Buyer extends Visitor {
  responseId: string;
}

/** A member at their orders, one of them a delivered set from a quiz. */
async function visitOrders(
  language: Language,
  width: number,
  wish: { isBusiness?: boolean; unit?: "JAR" | "SAMPLE_PAPER" },
  walk: (buyer: Buyer) => Promise<void>,
) {
  const member = await newMember(shop, { language, isBusiness: wish.isBusiness ?? false });
  const { responseId } = await giveOrder(shop, member.email, { unit: wish.unit ?? "JAR" });
  await visiting.visit(
    language,
    async (visitor) => {
      await visitor.page.goto(`/${language}/orders`);
      await signIn(visitor, member);
      await walk({ ...visitor, responseId: responseId ?? "" });
    },
    { width },
  );
}

const again = ({ page, says }: Visitor) =>
  page.getByRole("button", { name: says("shop.reorder.button") });

/** Through the list to the question, and yes: this is the one. */
async function chooseFirst(visitor: Visitor) {
  const dialog = visitor.page.getByRole("dialog");
  await again(visitor).click();
  await dialog.getByRole("article").first().getByRole("button").click();
  await dialog.getByRole("button", { name: visitor.says("shop.reorder.satisfied") }).click();
}

async function pickOption({ page, says }: Visitor, tab: string, option: string) {
  const tabs = page.getByRole("tablist", { name: says("shop.purchase.categories") });
  await tabs.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
  await page.getByRole("tabpanel").getByText(option, { exact: true }).click();
  await tabs.getByRole("tab", { name: `${tab} ${option}` }).waitFor();
}

/** Checks out what is in the cart, pays at the cashier, and finds the order among the others. */
async function payFor(visitor: Visitor, total: string, ordered: string) {
  const { page, says } = visitor;
  await page.getByText(total).first().waitFor();
  await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
  await fillCheckout(visitor);
  await confirmOrder(visitor, total);
  await page.getByText(total).first().waitFor();
  await page.locator('button[value="pay"]').click();
  await page.getByRole("heading", { level: 1, name: says("shop.payment.success_title") }).waitFor();
  await page.getByText(says("shop.payment.settled")).waitFor();
  await page.getByRole("link", { name: says("shop.payment.view_orders") }).click();
  const newest = page.getByRole("article").first();
  await newest.getByText(ordered).first().waitFor();
  expect(await newest.locator('[aria-current="step"]').innerText()).toBe(
    says("shop.orders.status.pending"),
  );
  await newest.getByText(total).first().waitFor();
}

async function expectNothingStandsOut({ page }: Visitor, width: number) {
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widest, "nothing stands out of the screen").toBeLessThanOrEqual(width);
}

test("a member orders and pays for bottles of the scent she was sent, with her own words on the label (ja, 360 px)", async () => {
  await visitOrders("ja", 360, { unit: "JAR" }, async (visitor) => {
    const { page, says } = visitor;
    await again(visitor).click();
    await page
      .getByRole("dialog")
      .getByRole("heading", { name: says("shop.reorder.list_title") })
      .waitFor();
    await picture(page, "reorder-list-ja");
    await page.keyboard.press("Escape");
    await chooseFirst(visitor);
    await page.waitForURL("**/ja/purchase-options?**userType=personal-jar**");
    await page.getByText(says("shop.purchase.title")).first().waitFor();

    const buy = page.getByRole("button", { name: says("shop.purchase.buy"), exact: true });
    await buy.waitFor();
    expect(await buy.isDisabled(), "every visible category must be chosen first").toBe(true);
    await pickOption(visitor, "容量", "30ml スプレー");
    await pickOption(visitor, "濃度", "ミディアム（オードパルファム）");
    await pickOption(visitor, "ラベル", "月あかり");
    await page.getByLabel(says("shop.purchase.label_text")).fill("Mei 2026");
    expect(await buy.isDisabled()).toBe(true);
    await pickOption(visitor, "包装", "リボン箱と手書きカード");
    expect(await buy.isDisabled()).toBe(false);
    const quantity = page.getByLabel(says("shop.purchase.quantity"), { exact: true });
    await quantity.fill("１５０");
    await quantity.press("Enter");
    expect(await quantity.inputValue(), "on the page the quantity is rounded to its step").toBe(
      "200",
    );
    // (360 + 180 + 40 + 25 + 80) × 200
    await page.getByText("NT$ 137,000").first().waitFor();
    await page.getByText(says("shop.purchase.buy_more", { count: 300, unit: "本" })).waitFor();

    await page.waitForURL(
      ({ searchParams: kept }) =>
        kept.get("labelText") === "Mei 2026" && kept.get("quantity") === "200",
    );
    await page.reload();
    await page.getByText("NT$ 137,000").first().waitFor();
    await page.getByRole("tab", { name: /^ラベル/ }).click();
    expect(await page.getByLabel(says("shop.purchase.label_text")).inputValue()).toBe("Mei 2026");
    await picture(page, "purchase-options-ja");
    await expectNothingStandsOut(visitor, 360);

    await buy.click();
    await page.getByText(says("shop.purchase.consent_first")).waitFor();
    await agreeToNotice(visitor);
    await buy.click();
    await page.waitForURL("**/ja/cart");
    await page.getByText("Mei 2026", { exact: true }).waitFor();
    await payFor(visitor, "NT$ 137,000", "Mei 2026");
    await picture(page, "reorder-paid-ja");
  });
});

test("a member who tried scent papers orders packs in a window, at the price of their tier, and pays (zh, 360 px)", async () => {
  await visitOrders("zh", 360, { unit: "SAMPLE_PAPER" }, async (visitor) => {
    const { page, says } = visitor;
    const dialog = page.getByRole("dialog");
    await chooseFirst(visitor);
    const quantity = dialog.getByLabel(says("shop.purchase.quantity"), { exact: true });
    await quantity.waitFor();
    expect(await quantity.inputValue()).toBe("5");
    expect(
      await dialog.getByRole("button", { name: says("shop.purchase.fewer") }).isDisabled(),
    ).toBe(true);
    await dialog.getByText(says("shop.purchase.buy_more", { count: 15, unit: "包" })).waitFor();
    await quantity.fill("１９");
    await quantity.press("Enter");
    expect(await quantity.inputValue()).toBe("20");
    await dialog.getByText("NT$ 1,080").waitFor();
    await picture(page, "reorder-packs-zh");
    await expectNothingStandsOut(visitor, 360);
    await dialog.getByRole("button", { name: says("shop.purchase.buy") }).click();
    await page.waitForURL("**/zh/cart");
    await page.getByText(says("shop.kinds.finished_paper")).waitFor();
    await payFor(
      visitor,
      "NT$ 1,080",
      says("shop.orders.amounts.finished_paper.other", { count: 20 }),
    );
    const newest = page.getByRole("article").first();
    expect(
      await newest.getByText(says("shop.kinds.finished_paper")).count(),
      "as a badge and as a line",
    ).toBe(2);
  });
});

test("a business orders by the kilogram in trade tins and pays (en, 1280 px)", async () => {
  await visitOrders("en", 1280, { isBusiness: true }, async (visitor) => {
    const { page, says } = visitor;
    await chooseFirst(visitor);
    await page.waitForURL("**/en/purchase-options?**userType=enterprise**");
    await pickOption(visitor, "Size", "Aluminium tin (trade)");
    const tabs = page
      .getByRole("tablist", { name: says("shop.purchase.categories") })
      .getByRole("tab");
    const names = (await tabs.allInnerTexts()).map((text) => text.split("\n")[0]?.trim());
    expect(names, "a tin is not labelled").toEqual(["Size", "Concentration", "Packaging"]);
    await pickOption(visitor, "Concentration", "Rich (parfum)");
    await pickOption(visitor, "Packaging", "Padded trade crate");
    const quantity = page.getByLabel(says("shop.purchase.quantity"), { exact: true });
    await quantity.fill("3");
    await quantity.press("Enter");
    // (12,800 + 60 + 90 + 40) × 3
    await page.getByText("NT$ 38,970").first().waitFor();
    await page.getByText(says("shop.purchase.buy_more", { count: 2, unit: "kg" })).waitFor();
    await picture(page, "purchase-options-business-en");
    await quantity.fill("1e9");
    await quantity.press("Enter");
    await page.getByText(says("shop.purchase.too_much", { max: "NT$ 199,999,999" })).waitFor();
    await quantity.fill("3");
    await quantity.press("Enter");
    await agreeToNotice(visitor);
    await page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }).click();
    await page.waitForURL("**/en/cart");
    await payFor(
      visitor,
      "NT$ 38,970",
      says("shop.orders.amounts.finished_kg.other", { count: 3 }),
    );
    await picture(page, "reorder-paid-business-en");
  });
});

test("who changes their mind starts again from the list, and the keyboard stays where it was", async () => {
  await visitOrders("en", 768, {}, async (visitor) => {
    const { page, says } = visitor;
    const dialog = page.getByRole("dialog");
    const isBack = () => again(visitor).evaluate((button) => button === document.activeElement);
    await again(visitor).focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("article").nth(1).getByRole("button").click();
    await dialog.getByRole("heading", { name: says("shop.reorder.satisfied_title") }).waitFor();
    await picture(page, "reorder-satisfied-en");
    await dialog.getByRole("button", { name: says("common.cancel") }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await isBack(), "after cancel").toBe(true);

    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: says("shop.reorder.list_title") }).waitFor();
    expect(await dialog.getByRole("article").count(), "nothing is chosen any more").toBe(3);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await isBack(), "after Escape").toBe(true);
  });
});

test("who is not satisfied explores again from the old answers", async () => {
  await visitOrders("en", 360, {}, async (visitor) => {
    const { page, says, responseId } = visitor;
    const dialog = page.getByRole("dialog");
    await again(visitor).click();
    const explore = dialog.getByRole("link", { name: says("shop.reorder.explore") });
    expect(await explore.getAttribute("href")).toBe(`/en/fragrance-quiz?retryFrom=${responseId}`);
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("link", { name: says("shop.reorder.unsatisfied") }).click();
    await page.waitForURL(`**/en/fragrance-quiz?retryFrom=${responseId}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});

test("who is satisfied may keep the scent and explore on", async () => {
  await visitOrders("zh", 360, {}, async (visitor) => {
    const { page, says, responseId } = visitor;
    const dialog = page.getByRole("dialog");
    await again(visitor).click();
    await dialog.getByRole("article").first().getByRole("button").click();
    await dialog.getByRole("heading", { name: says("shop.reorder.satisfied_title") }).waitFor();
    await picture(page, "reorder-satisfied-zh");
    await dialog.getByRole("link", { name: says("shop.reorder.keep_exploring") }).click();
    await page.waitForURL(
      `**/zh/fragrance-quiz?retryFrom=${responseId}&selectedProduct=osmanthus-lane`,
    );
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});

test("while the recommendations or the member cannot be had, the page says so and the button works again later", async () => {
  await visitOrders("en", 1280, {}, async (visitor) => {
    const { page, says, troubles } = visitor;
    const dialog = page.getByRole("dialog");
    try {
      await stageFault(shop, { mode: "refuse", paths: ["/orders/order-"] });
      await again(visitor).click();
      await page.getByRole("alert").getByText(says("shop.reorder.load_failed")).waitFor();
      await picture(page, "reorder-failed-en");
      await stageFault(shop, { mode: "refuse", paths: ["/members/me"] });
      await chooseFirst(visitor);
      await dialog.getByRole("alert").getByText(says("shop.reorder.member_failed")).waitFor();
    } finally {
      await stageFault(shop, { mode: "none" });
    }
    await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
    await page.waitForURL("**/en/purchase-options?**");
    await page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }).waitFor();
    expect(troubles.splice(0).filter((trouble) => !trouble.includes("503"))).toEqual([]);
  });
});
