/** What stands in the way of a new quiz, and what does not. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import { arriveAt, openQuiz, placeOrder } from "../support/quiz-visits.ts";
import type { Shop } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ shop, browser } = visiting);
});
afterAll(() => visiting?.close());

const sampleSet = {
  productIds: ["hinoki-rain", "cedar-library", "fig-terrace"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "response-1",
  userAnswer: "Rain",
};

/** A member who ordered a sample set, which has come as far as `status` since. */
async function memberWithOrder(language: Language, status: string) {
  const member = await newMember(shop, { language });
  const id = await orderSet(member.shopper);
  await shop.upstreamDb.prepare("UPDATE orders SET status = ? WHERE id = ?").bind(status, id).run();
  await member.shopper.send("DELETE", "/cart/clear");
  return member;
}

async function orderSet(shopper: Shopper): Promise<string> {
  const { body: cart } = await shopper.send("POST", "/cart/items", sampleSet);
  return placeOrder(shopper, cart);
}

const dialogOf = ({ page, says }: Visitor, block: "cart" | "order") =>
  page.getByRole("dialog", { name: says(`shop.quiz.blocked.${block}.title`) });

test("a sample set in the cart comes first: to the cart, or back (zh, 360 px)", async () => {
  const member = await newMember(shop, { language: "zh" });
  expect((await member.shopper.send("POST", "/cart/items", sampleSet)).status).toBe(200);
  const visitor = await newVisitor(browser, shop.url, "zh", 360);
  const { page, says } = visitor;
  try {
    await openQuiz(visitor, "zh", member);
    const dialog = dialogOf(visitor, "cart");
    await dialog.waitFor();
    await picture(page, "quiz-blocked-cart-zh");
    expect(await page.getByRole("radio").count(), "nothing can be answered behind it").toBe(0);
    await dialog.getByRole("link", { name: says("shop.quiz.blocked.cart.go") }).click();
    await page.waitForURL("**/zh/cart");

    await page.goto("/zh/fragrance-quiz");
    await dialog.getByText(says("shop.quiz.blocked.back"), { exact: true }).click();
    await page.waitForURL("**/zh/home");

    await page.goto("/zh/fragrance-quiz");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL("**/zh/home");

    await member.shopper.send("DELETE", "/cart/clear");
    await page.goto("/zh/fragrance-quiz");
    await arriveAt(visitor, "personalOptions");
    expect(visitor.troubles).toEqual([]);
  } finally {
    await visitor.close();
  }
});

for (const [language, status] of [
  ["ja", "processing"],
  ["en", "shipped"],
] as const)
  test(`a sample order that is ${status} comes first: to the orders, or back (${language}, 768 px)`, async () => {
    const member = await memberWithOrder(language, status);
    const visitor = await newVisitor(browser, shop.url, language, 768);
    const { page, says } = visitor;
    try {
      await openQuiz(visitor, language, member);
      const dialog = dialogOf(visitor, "order");
      await dialog.waitFor();
      await picture(page, `quiz-blocked-order-${language}`);
      await dialog.getByText(says("shop.quiz.blocked.back"), { exact: true }).click();
      await page.waitForURL(`**/${language}/home`);
      await page.goto(`/${language}/fragrance-quiz`);
      await dialog.getByRole("link", { name: says("shop.quiz.blocked.order.go") }).click();
      await page.waitForURL(`**/${language}/orders`);
      expect(visitor.troubles).toEqual([]);
    } finally {
      await visitor.close();
    }
  });

test("a delivered sample order blocks nothing", async () => {
  const member = await memberWithOrder("en", "delivered");
  const visitor = await newVisitor(browser, shop.url, "en");
  try {
    await openQuiz(visitor, "en", member);
    await arriveAt(visitor, "personalOptions");
    expect(await visitor.page.getByRole("dialog").count()).toBe(0);
  } finally {
    await visitor.close();
  }
});

test("while the orders cannot be checked the member is let through", async () => {
  const member = await memberWithOrder("en", "pending");
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page } = visitor;
  try {
    await page.goto("/en/login?from=/en/home");
    await signIn(visitor, member);
    await stageFault(shop, { mode: "refuse", paths: ["/orders/my-orders"] });
    await page.goto("/en/fragrance-quiz");
    await arriveAt(visitor, "personalOptions");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await stageFault(shop, { mode: "none" });
    await page.reload();
    await dialogOf(visitor, "order").waitFor();
  } finally {
    await stageFault(shop, { mode: "none" });
    await visitor.close();
  }
});
