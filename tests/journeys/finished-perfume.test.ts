import { languagesOf, type Visitor } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { openVisiting } from "../support/visiting.ts";
import {
  addressLine,
  agreeToNotice,
  atCashier,
  confirmButton,
  fillTheRest,
  signIn,
} from "../support/visits.ts";

const visiting = await openVisiting();

const wrapping = { zh: "包裝", en: "Packaging", ja: "包装" };

async function point({ page }: Visitor, position: number) {
  const option = page.getByRole("tabpanel").locator("label").nth(position);
  const name = await option.getByRole("radio").getAttribute("name");
  await option.click();
  return page.waitForFunction(
    (before) => document.querySelector<HTMLInputElement>("[role=tabpanel] input")?.name !== before,
    name,
  );
}

test.each(languagesOf("en"))("a guest dresses a bottle and pays (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language });
  await visiting.visit(language, { width: 768 }, async (visitor) => {
    const { page, says } = visitor;
    await page.goto(`/${language}/purchase-options?productId=fig-terrace&productNumber=SL-017`);
    await page.getByText(says("shop.purchase.progress", { done: 0, all: 4 })).waitFor();
    await point(visitor, 1);
    await point(visitor, 0);
    await page.getByRole("tabpanel").locator("label").nth(1).click();
    await page.getByLabel(says("shop.purchase.label_text")).fill("for Mei");
    const next = says("shop.purchase.next", { name: wrapping[language] });
    await page.getByRole("button", { name: next }).click();
    await page.getByRole("tab", { name: new RegExp(wrapping[language]), selected: true }).waitFor();
    await page.getByRole("tabpanel").locator("label").nth(1).click();
    await page.getByText(says("shop.purchase.progress", { done: 4, all: 4 })).waitFor();
    const drawn = page.getByRole("img", { name: says("shop.purchase.preview") });
    expect(await drawn.innerHTML()).toContain("for Mei");
    // The address follows a moment later.
    await page.waitForURL(
      ({ searchParams }) => searchParams.get("options")?.split(",").length === 4,
    );
    await page.reload();
    await page.getByText(says("shop.purchase.progress", { done: 4, all: 4 })).waitFor();

    await agreeToNotice(visitor);
    await page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }).click();
    await page.waitForURL(`**/${language}/cart`);
    const words = page.getByText(says("shop.cart.label_words", { text: "for Mei" }));
    await words.waitFor();
    const remove = page.getByRole("main").getByRole("button", { name: /SL-017/ });
    await remove.press("Enter");
    await page.getByText(says("shop.cart.empty_title")).waitFor();
    await page.getByRole("button", { name: says("common.undo") }).press("Enter");
    await words.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("[data-line]") !== null);
    await page.reload();
    await words.waitFor();

    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    const name = page.locator('[name="customer_name"]');
    await name.fill("Grace Hopper");
    await page.locator('input[name="customer_address"]').fill(addressLine);
    const confirm = page.getByRole("main").locator('button[type="submit"]');
    await confirm.click();
    await page.waitForURL(`**/${language}/login?**`);
    await signIn(visitor, member);
    await page.waitForURL(`**/${language}/checkout`);
    await name.waitFor();
    expect(await name.inputValue()).toBe("Grace Hopper");
    await agreeToNotice(visitor);
    await confirm.click();
    await atCashier(visitor, "pay");
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
});

test.each(languagesOf("ja"))("a member orders a tried scent again (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language });
  await giveOrder(visiting.shop, member.email, { unit: "SAMPLE_PAPER" });
  await visiting.visit(language, { as: member, width: 360 }, async (visitor) => {
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
    await newest.getByText("NT$ 1,080").last().waitFor();
    expect(await newest.locator('[aria-current="step"]').innerText()).toBe(
      says("shop.orders.status.pending"),
    );
    await newest.getByRole("heading").getByRole("link").click();
    await page.getByText(says("shop.orders.amounts.finished_paper.other", { count: 20 })).waitFor();
  });
});
