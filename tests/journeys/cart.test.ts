/** The cart screen and its drawer, in Chromium: taking out, putting back, clearing, two tabs, signing in with a cart. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { picture, type Visitor } from "../support/browser.ts";
import { add, finishedJars, idsIn, sampleSet } from "../support/carts.ts";
import { newMember } from "../support/new-member.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { agreeToNotice, signIn } from "../support/visits.ts";
import { atCashier, confirmButton, memberWith, ordersOf } from "../support/checkout-visits.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting(borrowShop);
});
afterAll(() => visiting.close());

const lineName = (visitor: Visitor, number: number) =>
  visitor.says("shop.cart.set_number", { number });
const removeButton = (visitor: Visitor, number: number) =>
  visitor.page.getByRole("button", {
    name: visitor.says("shop.cart.remove_named", { name: lineName(visitor, number) }),
  });
/** The texts of the lines, once each has its products' names and options, which are read apart from the cart. */
async function wholeLines({ page }: Visitor, count: number): Promise<string[]> {
  const lines = page.getByRole("main").getByRole("listitem");
  const whole = lines.filter({ hasText: /Hinoki Rain.*(Cedar Library|10 ml roller)/ });
  await whole.nth(count - 1).waitFor();
  return lines.allInnerTexts();
}
const toast = (visitor: Visitor) =>
  visitor.page.getByRole("status").filter({ has: visitor.page.getByRole("button") });
const undo = (visitor: Visitor) =>
  toast(visitor).getByRole("button", { name: visitor.says("common.undo") });

async function signInToCart(
  visitor: Visitor,
  member: { email: string; password: string },
  language = "en",
) {
  await visitor.page.goto(`/${language}/login?from=/${language}/cart`);
  await signIn(visitor, member);
  await visitor.page.waitForURL(`**/${language}/cart`);
}

test("what was removed is offered back in words that a screen reader speaks, and Enter puts back the very line", async () => {
  const member = await memberWith(visiting.shop, [
    sampleSet({ userAnswer: "moss after rain" }),
    sampleSet({ userAnswer: "warm bread", itemType: "SAMPLE_PAPER" }),
  ]);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await signInToCart(visitor, member);
    await page.getByText("moss after rain").waitFor();
    const before = await wholeLines(visitor, 2);

    await removeButton(visitor, 1).press("Enter");
    await toast(visitor)
      .getByText(says("shop.cart.removed", { name: lineName(visitor, 1) }))
      .waitFor();
    await page.getByText("moss after rain").waitFor({ state: "detached" });
    await page.getByText("NT$ 100").first().waitFor();
    expect(
      await undo(visitor).evaluate((button) => button === document.activeElement),
      "the focus is at undo",
    ).toBe(true);
    await picture(page, "cart-undo-en");

    await page.keyboard.press("Enter");
    await page.getByText("moss after rain").waitFor();
    await page.getByText(says("shop.cart.put_back", { name: lineName(visitor, 1) })).waitFor();
    expect(await wholeLines(visitor, 2)).toEqual(before);
    expect(
      await removeButton(visitor, 1).evaluate((button) => button === document.activeElement),
    ).toBe(true);

    await removeButton(visitor, 2).click();
    await undo(visitor).waitFor();
    await page.keyboard.press("Escape");
    await undo(visitor).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.reload();
    await page.getByText("moss after rain").waitFor();
    expect(await page.getByText("warm bread").count()).toBe(0);
  });
});

test("the offer goes along to the next screen, and undoing brings the line back into the cart", async () => {
  const member = await memberWith(visiting.shop, [sampleSet({ userAnswer: "green tea" })], "ja");
  await visiting.visit("ja", async (visitor) => {
    const { page, says } = visitor;
    await signInToCart(visitor, member, "ja");
    await removeButton(visitor, 1).click();
    await page.getByText(says("shop.cart.empty_title")).waitFor();
    await page.getByRole("banner").getByRole("link").first().click();
    await page.waitForURL("**/ja/home");
    await undo(visitor).click();
    await page.getByText(says("shop.cart.put_back", { name: lineName(visitor, 1) })).waitFor();
    await page.goto("/ja/cart");
    await page.getByText("green tea").waitFor();
  });
});

test("the drawer offers undo too, inside the dialog where the keyboard is", async () => {
  const member = await memberWith(visiting.shop, [finishedJars()], "zh");
  await visiting.visit(
    "zh",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/zh/login?from=/zh/home");
      await signIn(visitor, member);
      await page
        .getByRole("banner")
        .getByRole("button", { name: new RegExp(says("common.drawer.title")) })
        .click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText("SL-001", { exact: true }).waitFor();
      await picture(page, "drawer-zh");
      await drawer
        .getByRole("button", {
          name: new RegExp(`${says("common.drawer.remove", { name: "" }).trim()}.*SL-001`),
        })
        .click();
      await drawer.getByText(says("common.drawer.empty")).waitFor();
      await picture(page, "drawer-undo-zh");
      await drawer.getByRole("button", { name: says("common.undo") }).press("Enter");
      await drawer.getByText("SL-001", { exact: true }).waitFor();
      await drawer.getByText(says("shop.checkout.shipping_included")).waitFor();
      await drawer.getByRole("link", { name: says("common.drawer.checkout") }).click();
      await page.waitForURL("**/zh/checkout");
    },
    { width: 360 },
  );
});

test("clearing asks first, and can be undone whole", async () => {
  const member = await memberWith(visiting.shop, [
    sampleSet(),
    finishedJars(),
    finishedJars({ amount: 200 }),
  ]);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await signInToCart(visitor, member);
    const clear = page
      .getByRole("main")
      .getByRole("button", { name: says("shop.cart.clear"), exact: true });
    await clear.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(says("shop.cart.clear_text")).waitFor();
    await dialog.getByRole("button", { name: says("common.cancel") }).click();
    const before = await wholeLines(visitor, 3);
    expect(before).toHaveLength(3);
    await clear.click();
    await dialog.getByRole("button", { name: says("shop.cart.clear") }).click();
    await page.getByText(says("shop.cart.empty_title")).waitFor();
    await undo(visitor).click();
    await page.getByText("NT$ 110,100").first().waitFor();
    expect(await wholeLines(visitor, 3)).toEqual(before);
  });
});

test("two tabs show one cart, and what goes in one goes in the other", async () => {
  const member = await memberWith(visiting.shop, [
    sampleSet({ userAnswer: "fig" }),
    sampleSet({ userAnswer: "salt" }),
  ]);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      await signInToCart(visitor, member);
      const other = await page.context().newPage();
      await other.goto("/en/cart");
      await other.getByText("fig").waitFor();
      await removeButton(visitor, 1).click();
      await other.getByText("fig").waitFor({ state: "detached" });
      // Taken out on another device: the page finds nothing to remove, and shows what is there.
      const [id = ""] = idsIn(await member.shopper.get("/cart/"));
      await member.shopper.send("DELETE", `/cart/items/${id}`);
      await removeButton(visitor, 1).click();
      await page.getByText(visitor.says("shop.cart.empty_title")).waitFor();
    },
    { refusals: [404] },
  );
});

test("a line that the server cannot remove comes back, and the page says why", async () => {
  const member = await memberWith(visiting.shop, [sampleSet({ userAnswer: "moss" })]);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await signInToCart(visitor, member);
      await page.getByText(/moss$/).waitFor();
      await page.route("**/api/v1/cart/items/*", (route) => route.abort());
      await removeButton(visitor, 1).click();
      await page.getByRole("alert").getByText(says("common.errors.connection_refused")).waitFor();
      await page.getByText(/moss$/).waitFor();
      expect(await undo(visitor).count()).toBe(0);
      await page.unroute("**/api/v1/cart/items/*");
    },
    { refusals: ["net::", "Failed to load"] },
  );
});

test("a guest chooses a finished perfume, signs in at the checkout with the form still filled, and pays", async () => {
  const { shop } = visiting;
  const member = await newMember(shop);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto(
        "/en/purchase-options?productId=hinoki-rain&productNumber=SL-001&userType=personal-jar",
      );
      await chooseFirstOptions(visitor);
      await agreeToNotice(visitor);
      await page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }).click();
      await page.waitForURL("**/en/cart");
      await page.getByText("SL-001").first().waitFor();
      const total = (
        await page
          .getByRole("complementary", { name: says("shop.cart.summary") })
          .locator("strong")
          .innerText()
      ).replace("\u00a0", " ");
      await picture(page, "cart-guest-en");
      await page.getByRole("link", { name: says("shop.cart.checkout") }).click();

      await page.locator('[name="customer_name"]').fill("Grace Hopper");
      await page.locator('[name="customer_phone"]').fill("0912 345 678");
      await page.locator('[name="customer_email"]').fill("grace@example.test");
      await page.locator('input[name="customer_address"]').fill("1 Fragrance Road, Taipei");
      await page.locator('[name="customer_note"]').fill("Ring twice");
      await confirmButton(visitor, total).click();
      await page.getByText(says("shop.checkout.errors.sign_in")).waitFor();
      await picture(page, "checkout-sign-in-en");
      await page.waitForURL("**/en/login?**");
      await signIn(visitor, member);
      await page.waitForURL("**/en/checkout");
      for (const [name, value] of [
        ["customer_name", "Grace Hopper"],
        ["customer_phone", "0912 345 678"],
        ["customer_email", "grace@example.test"],
        ["customer_note", "Ring twice"],
      ])
        expect(await page.locator(`[name="${name}"]`).inputValue()).toBe(value);
      expect(await page.locator('input[name="customer_address"]').inputValue()).toBe(
        "1 Fragrance Road, Taipei",
      );
      await agreeToNotice(visitor);
      await confirmButton(visitor, total).click();
      await atCashier(visitor, "pay");
      await page.getByText(says("shop.payment.settled")).waitFor();
      await page.goto("/en/cart");
      await page.getByText(says("shop.cart.empty_title")).waitFor();
    },
    { width: 768 },
  );
  expect(await ordersOf(member)).toMatchObject([{ status: "pending" }]);
});

async function chooseFirstOptions({ page, says }: Visitor) {
  const tabs = page
    .getByRole("tablist", { name: says("shop.purchase.categories") })
    .getByRole("tab");
  await tabs.first().waitFor();
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await page.getByRole("tabpanel").getByRole("radio").first().press("Space");
  }
}

test("while the server is away the page shows its copy of the cart, and says that it could not be checked", async () => {
  const member = await memberWith(visiting.shop, [sampleSet({ userAnswer: "iris" })]);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await signInToCart(visitor, member);
      await page.getByText("iris").waitFor();
      await page.route("**/api/v1/cart/", (route) => route.abort());
      await page.reload();
      await page.getByText("iris").waitFor();
      await page.getByText(says("common.errors.connection_refused")).waitFor();
      await page.unroute("**/api/v1/cart/");
      await add(member.shopper, sampleSet({ userAnswer: "vetiver" }));
      await page.getByRole("button", { name: says("common.retry") }).click();
      await page.getByText("vetiver").waitFor();
    },
    { refusals: ["net::", "Failed to load"] },
  );
});
