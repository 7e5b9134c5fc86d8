/** An order that waits for payment: what stands in its way is said, and it can be paid or cancelled from there. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Language, type Visitor } from "../support/browser.ts";
import { add, cartOf, finishedJars } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import {
  atCashier,
  bottles,
  confirmButton,
  fillTheRest,
  goToCheckout,
  memberWith,
  oneSet,
  ordersOf,
} from "../support/checkout-visits.ts";
import type { NewMember } from "../support/new-member.ts";
import { arriveAt } from "../support/quiz-visits.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting();
});
afterAll(() => visiting.close());

/** Whose set is ordered and unpaid, and still in the cart. */
async function memberWithUnpaidSet(language: Language): Promise<NewMember> {
  const member = await memberWith(visiting.shop, oneSet, language);
  const key = { "Idempotency-Key": randomBytes(12).toString("base64url") };
  const form = checkoutForm(await cartOf(member.shopper));
  expect((await member.shopper.send("POST", "/cart/checkout", form, key)).status).toBe(200);
  return member;
}

async function openAs(visitor: Visitor, member: NewMember, path: string): Promise<void> {
  await visitor.page.goto(`${path.split("/").slice(0, 2).join("/")}/login?from=${path}`);
  await signIn(visitor, member);
}

const waitingDialog = ({ page, says }: Visitor) =>
  page.getByRole("dialog", { name: says("shop.orders.unpaid.title") });
const press = (visitor: Visitor, key: string) =>
  visitor.page
    .getByRole("button", { name: visitor.says(key), exact: true })
    .last()
    .click();

for (const [language, width] of [
  ["zh", 360],
  ["en", 1280],
  ["ja", 1280],
] as const)
  test(`the quiz says that an order waits for payment and until when; cancelling it opens the quiz at once (${language}, ${width} px)`, async () => {
    const member = await memberWithUnpaidSet(language);
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await openAs(visitor, member, `/${language}/fragrance-quiz`);
        const [order] = await ordersOf(member);
        const dialog = waitingDialog(visitor);
        await dialog.waitFor();
        expect(await dialog.innerText()).toContain(order?.order_id);
        expect(await dialog.innerText(), "the time of tomorrow").toMatch(/\d{2}:\d{2}/);
        await picture(page, `unpaid-quiz-${language}-${width}`);
        await press(visitor, "shop.orders.unpaid.cancel");
        const asked = page.getByRole("dialog", {
          name: says("shop.orders.unpaid.confirm_title", { number: order?.order_id ?? "" }),
        });
        await asked.waitFor();
        await picture(page, `unpaid-confirm-${language}-${width}`);
        await press(visitor, "shop.orders.unpaid.keep");
        await dialog.waitFor();
        await press(visitor, "shop.orders.unpaid.cancel");
        await press(visitor, "shop.orders.unpaid.confirm");
        await arriveAt(visitor, "personalOptions");
        expect(await page.getByRole("dialog").count(), "no dialog after the dialog").toBe(0);
      },
      { width },
    );
    expect(await ordersOf(member)).toMatchObject([{ status: "cancelled" }]);
    expect((await cartOf(member.shopper)).totalItems).toBe(0);
  });

test("the checkout offers to pay for the unpaid order", async () => {
  const member = await memberWithUnpaidSet("en");
  await visiting.visit("en", async (visitor) => {
    await openAs(visitor, member, "/en/checkout");
    await waitingDialog(visitor).waitFor();
    await press(visitor, "shop.orders.pay_now");
    await atCashier(visitor, "pay");
    await visitor.page.getByText(visitor.says("shop.payment.settled")).waitFor();
  });
  expect(await ordersOf(member)).toMatchObject([{ status: "pending" }]);
});

for (const [language, width] of [
  ["zh", 360],
  ["en", 1280],
  ["ja", 360],
] as const)
  test(`the same lines with other details are no second order: the first is named, and can be cancelled or paid (${language}, ${width} px)`, async () => {
    const member = await memberWith(visiting.shop, bottles, language);
    const key = { "Idempotency-Key": randomBytes(12).toString("base64url") };
    const form = checkoutForm(await cartOf(member.shopper));
    const first = (await member.shopper.send("POST", "/cart/checkout", form, key)).body;
    await visiting.visit(
      language,
      async (visitor) => {
        await goToCheckout(visitor, member, language);
        await fillTheRest(visitor);
        await confirmButton(visitor, "NT$ 38,000").click();
        const dialog = waitingDialog(visitor);
        await dialog.waitFor();
        expect(await dialog.innerText()).toContain(first.order_id);
        await picture(visitor.page, `lines-already-ordered-${language}-${width}`);
        await press(visitor, "shop.orders.unpaid.cancel");
        await press(visitor, "shop.orders.unpaid.confirm");
        await dialog.waitFor({ state: "hidden" });
        await confirmButton(visitor, "NT$ 38,000").click();
        await atCashier(visitor, "pay");
        await visitor.page.getByText(visitor.says("shop.payment.settled")).waitFor();
      },
      { width, refusals: [409] },
    );
    expect((await ordersOf(member)).map(({ status }) => status).sort()).toEqual([
      "cancelled",
      "pending",
    ]);
  });

test("the checkout goes on with the whole cart once the unpaid order is cancelled", async () => {
  const member = await memberWithUnpaidSet("zh");
  await add(member.shopper, finishedJars());
  await visiting.visit(
    "zh",
    async (visitor) => {
      await openAs(visitor, member, "/zh/checkout");
      await waitingDialog(visitor).waitFor();
      await picture(visitor.page, "unpaid-checkout-zh-360");
      await press(visitor, "shop.orders.unpaid.cancel");
      await press(visitor, "shop.orders.unpaid.confirm");
      await fillTheRest(visitor);
      await confirmButton(visitor, "NT$ 38,100").click();
      await atCashier(visitor, "pay");
      await visitor.page.getByText(visitor.says("shop.payment.settled")).waitFor();
    },
    { width: 360 },
  );
  expect((await ordersOf(member)).map(({ status }) => status).sort()).toEqual([
    "cancelled",
    "pending",
  ]);
});

for (const [language, width] of [
  ["zh", 360],
  ["ja", 1280],
] as const)
  test(`an unpaid order is cancelled from its card, which then says so (${language}, ${width} px)`, async () => {
    const member = await memberWithUnpaidSet(language);
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await openAs(visitor, member, `/${language}/orders`);
        await page.getByRole("button", { name: says("shop.orders.pay_now") }).waitFor();
        await picture(page, `orders-unpaid-${language}-${width}`);
        await press(visitor, "shop.orders.unpaid.cancel");
        await press(visitor, "shop.orders.unpaid.confirm");
        await page.getByText(says("shop.orders.status.cancelled"), { exact: true }).waitFor();
        const [order] = await ordersOf(member);
        await page
          .getByText(says("shop.orders.unpaid.cancelled", { number: order?.order_id ?? "" }))
          .waitFor();
        expect(await page.getByRole("button", { name: says("shop.orders.pay_now") }).count()).toBe(
          0,
        );
        await picture(page, `orders-cancelled-${language}-${width}`);
      },
      { width },
    );
  });

test("a cancellation that fails says so in the dialog, and the order stays", async () => {
  const member = await memberWithUnpaidSet("en");
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await openAs(visitor, member, "/en/orders");
      await page.getByRole("button", { name: says("shop.orders.pay_now") }).waitFor();
      await page.route("**/orders/*/cancel", (route) => route.abort());
      await press(visitor, "shop.orders.unpaid.cancel");
      await press(visitor, "shop.orders.unpaid.confirm");
      await page.getByRole("dialog").getByRole("alert").waitFor();
      await picture(page, "unpaid-cancel-failed-en");
    },
    { refusals: ["net::", "Failed to load"] },
  );
  expect(await ordersOf(member)).toMatchObject([{ status: "payment_pending" }]);
});

test("after a declined payment one pays again from the result; the quiz behind the second button asks once", async () => {
  const member = await memberWith(visiting.shop, oneSet, "zh");
  await visiting.visit(
    "zh",
    async (visitor) => {
      const { page, says } = visitor;
      await goToCheckout(visitor, member, "zh");
      await fillTheRest(visitor);
      await confirmButton(visitor, "NT$ 100").click();
      await atCashier(visitor, "decline");
      const main = page.getByRole("main");
      const [order] = await ordersOf(member);
      const amount = "NT$\u00A0100";
      await main.getByText(order?.order_id ?? "").waitFor();
      const first = main.locator(":is(button, a)").filter({ hasText: /./ }).first();
      expect(await first.innerText()).toBe(says("shop.payment.pay_again", { amount }));
      expect(await main.locator('a[href^="mailto:"]').count()).toBe(1);
      await picture(page, "result-failed-zh-360");
      await main.getByRole("link", { name: says("shop.payment.retry") }).click();
      await waitingDialog(visitor).waitFor();
      await page.goBack();
      await main.getByRole("button", { name: says("shop.payment.pay_again", { amount }) }).click();
      await atCashier(visitor, "pay");
      await page.getByText(says("shop.payment.settled")).waitFor();
      await picture(page, "result-paid-zh-360");
      // A set is on its way: the quiz would be closed.
      await main.getByRole("link", { name: says("shop.cart.continue") }).click();
      await page.waitForURL("**/zh/home");
    },
    { width: 360 },
  );
});
