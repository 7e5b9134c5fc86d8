/** From an old order to a finished perfume that is paid. */
import { expect, test } from "vitest";
import { languagesOf } from "../support/browser.ts";
import { atCashier, confirmButton, fillTheRest } from "../support/visits.ts";
import { newMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();

test.each(languagesOf("ja"))(
  "a member who tried scent papers orders packs of one of them again, and pays (%s)",
  async (language) => {
    const member = await newMember(visiting.shop, { language });
    await giveOrder(visiting.shop, member.email, { unit: "SAMPLE_PAPER" });
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        const dialog = page.getByRole("dialog");
        await page.goto(`/${language}/orders`);
        await page.getByRole("button", { name: says("shop.reorder.button") }).click();
        await dialog.getByRole("article").first().getByRole("button").click();
        await dialog.getByRole("button", { name: says("shop.reorder.satisfied") }).click();
        const quantity = dialog.getByLabel(says("shop.purchase.quantity"), { exact: true });
        await quantity.fill("１９");
        await quantity.press("Enter");
        expect(await quantity.inputValue()).toBe("20");
        await dialog.getByText("NT$ 1,080").waitFor();
        await dialog.getByRole("button", { name: says("shop.purchase.buy") }).click();

        await page.waitForURL(`**/${language}/cart`);
        await page.getByText(says("shop.kinds.finished_paper")).waitFor();
        await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
        await fillTheRest(visitor);
        await confirmButton(visitor, "NT$ 1,080").click();
        await atCashier(visitor, "pay");
        await page.getByText(says("shop.payment.settled")).waitFor();
        await page.getByRole("link", { name: says("shop.payment.view_orders") }).click();
        const newest = page.getByRole("article").first();
        await newest.getByText("NT$ 1,080").first().waitFor();
        expect(await newest.locator('[aria-current="step"]').innerText()).toBe(
          says("shop.orders.status.pending"),
        );
        await newest.getByRole("heading").getByRole("link").click();
        await page
          .getByText(says("shop.orders.amounts.finished_paper.other", { count: 20 }))
          .waitFor();
      },
      { as: member, width: 360 },
    );
  },
);
