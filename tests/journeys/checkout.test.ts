/** The checkout, to the cashier and back. */
import { expect, test } from "vitest";
import {
  signIn,
  addressLine,
  agreeToNotice,
  atCashier,
  bottles,
  confirmButton,
  fillTheRest,
  memberWith,
  oneSet,
  ordersOf,
} from "../support/visits.ts";
import { languagesOf } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();

const twoLines = [...oneSet, ...bottles];
const total = "NT$ 38,100";

test.each(languagesOf("zh"))("a shopper is declined, and pays at last (%s)", async (language) => {
  const member = await memberWith(visiting.shop, twoLines, language);
  await visiting.visit(
    language,
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto(`/${language}/checkout`);
      await fillTheRest(visitor);
      await page.locator('[name="customer_note"]').fill("After six");
      await confirmButton(visitor, total).click();
      await page.waitForURL("**/local/ecpay/**");
      await page.goBack();
      await confirmButton(visitor, total).waitFor();
      expect(await page.locator('[name="customer_note"]').inputValue()).toBe("After six");
      expect(await page.locator('input[name="customer_address"]').inputValue()).toBe(addressLine);
      expect(await page.getByRole("checkbox").isChecked()).toBe(true);
      await confirmButton(visitor, total).click();
      await atCashier(visitor, "decline");
      await page.getByRole("alert").waitFor();

      await page.goto(`/${language}/orders`);
      await page.getByText(says("shop.orders.unpaid.declined")).waitFor();
      await page.getByRole("button", { name: says("shop.orders.pay_now") }).click();
      await atCashier(visitor, "pay");
      await page.getByText(says("shop.payment.settled")).waitFor();
      await page.getByText(addressLine).waitFor();
      await page.goto(`/${language}/checkout`);
      await page.getByText(says("shop.cart.empty_title")).waitFor();
    },
    { as: member, width: 360 },
  );
  const [order, ...others] = await ordersOf(member);
  expect(order).toMatchObject({ status: "pending", order_total_price: 38_100 });
  expect(others).toEqual([]);
});

test.each(languagesOf("en"))("a guest signs in at the checkout, pays (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language });
  await visiting.visit(language, async (visitor) => {
    const { page, says } = visitor;
    const options = "capacity-roller-10,concentration-light,label-none,packaging-none";
    await page.goto(
      `/${language}/purchase-options?productId=hinoki-rain&productNumber=SL-001&options=${options}`,
    );
    await agreeToNotice(visitor);
    await page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }).click();
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await page.locator('[name="customer_name"]').fill("Grace Hopper");
    await page.locator('input[name="customer_address"]').fill(addressLine);
    await confirmButton(visitor, "NT$ 38,000").click();
    await page.waitForURL(`**/${language}/login?**`);
    await signIn(visitor, member);
    await page.waitForURL(`**/${language}/checkout`);
    const name = page.locator('[name="customer_name"]');
    await name.waitFor();
    expect(await name.inputValue()).toBe("Grace Hopper");
    await agreeToNotice(visitor);
    await confirmButton(visitor, "NT$ 38,000").click();
    await atCashier(visitor, "pay");
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
  expect(await ordersOf(member)).toMatchObject([{ status: "pending" }]);
});
