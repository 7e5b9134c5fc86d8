import {
  addressLine,
  atCashier,
  bottles,
  confirmButton,
  fillTheRest,
  oneSet,
} from "../support/visits.ts";
import { languagesOf } from "../support/browser.ts";
import { memberHaving, ordersOf } from "../support/checkouts.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();

const twoLines = [...oneSet, ...bottles];
const total = "NT$ 38,100";

test.each(languagesOf("zh"))("a shopper is declined, and pays at last (%s)", async (language) => {
  const member = await memberHaving(visiting.shop, twoLines, language);
  await visiting.visit(language, { as: member, width: 360 }, async (visitor) => {
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
  });
  const [order, ...others] = await ordersOf(member.shopper);
  expect(order).toMatchObject({ status: "pending", order_total_price: 38_100 });
  expect(others).toEqual([]);
});
