/** The checkout screen in Chromium: what it asks, what it refuses, and how one wish stays one order. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Visitor } from "../support/browser.ts";
import { add as addLine, sampleSet } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import {
  addressLine,
  atCashier,
  bottles,
  confirmButton,
  fillTheRest,
  goToCheckout,
  memberWith,
  oneSet,
  ordersOf,
} from "../support/checkout-visits.ts";
import { stageFault } from "../support/faults.ts";
import { notify, signedNotice } from "../support/payments.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { agreeToNotice, signIn } from "../support/visits.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting();
});
afterAll(() => visiting.close());

const says = ({ says: words }: Visitor, error: string) => words(`shop.checkout.errors.${error}`);

test("the form says beside each field what is missing, all of it on top, and takes it back while it is mended (zh, 360 px)", async () => {
  const member = await memberWith(visiting.shop, oneSet, "zh");
  await visiting.visit(
    "zh",
    async (visitor) => {
      const { page } = visitor;
      await goToCheckout(visitor, member, "zh");
      for (const name of ["customer_name", "customer_phone", "customer_email"])
        await page.locator(`[name="${name}"]`).fill("");
      await page.getByText(visitor.says("shop.checkout.invoice_b2b"), { exact: true }).click();
      await confirmButton(visitor, "NT$ 100").click();
      const summary = page.getByRole("alert").filter({ hasText: says(visitor, "summary") });
      await summary.waitFor();
      const expected = [
        "name_required",
        "phone_required",
        "email_required",
        "address_required",
        "tax_id_required",
      ];
      for (const error of expected)
        expect(await page.getByText(says(visitor, error)).count(), error).toBe(2);
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(
        "customer_name",
      );
      await picture(page, "checkout-errors-zh");

      await summary.getByRole("button", { name: says(visitor, "tax_id_required") }).click();
      await page.keyboard.type("12a３4567890");
      expect(await page.locator('[name="tax_id"]').inputValue()).toBe("12345678");
      expect(await page.getByText(says(visitor, "tax_id_required")).count()).toBe(0);
      await page.locator('[name="customer_phone"]').fill("call me");
      await page.locator('[name="customer_email"]').fill("mei@");
      await confirmButton(visitor, "NT$ 100").click();
      expect(await page.getByText(says(visitor, "phone_invalid")).count()).toBe(2);
      expect(await page.getByText(says(visitor, "email_invalid")).count()).toBe(2);
    },
    { width: 360 },
  );
  expect(await ordersOf(member)).toEqual([]);
});

test("a personal invoice can go to a mobile barcode or a certificate, checked in place, and reaches the order", async () => {
  const member = await memberWith(visiting.shop, bottles);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await goToCheckout(visitor, member);
    await fillTheRest(visitor);
    await page.locator('[name="carrier_type"]').selectOption("citizen_certificate");
    await page.locator('[name="carrier_num"]').fill("ab1234567890123");
    await confirmButton(visitor, "NT$ 38,000").click();
    await page.getByText(says(visitor, "citizen_certificate_format")).waitFor();
    await page.locator('[name="carrier_type"]').selectOption("mobile_barcode");
    await page.locator('[name="carrier_num"]').fill("/abc12-3xx");
    expect(await page.locator('[name="carrier_num"]').inputValue()).toBe("/ABC12-3");
    await confirmButton(visitor, "NT$ 38,000").click();
    await page.waitForURL("**/local/ecpay/**");
  });
  const [order] = await ordersOf(member);
  const sql = "SELECT invoice_type, carrier_type, carrier_num FROM orders WHERE id = ?";
  expect(await visiting.shop.upstreamDb.prepare(sql).bind(order?.id).first()).toEqual({
    invoice_type: "B2C",
    carrier_type: "mobile_barcode",
    carrier_num: "/ABC12-3",
  });
});

test("without consent nothing is sent, and the page asks for it", async () => {
  const member = await memberWith(visiting.shop, oneSet, "ja");
  await visiting.visit("ja", async (visitor) => {
    const { page } = visitor;
    await goToCheckout(visitor, member, "ja");
    await page.locator('input[name="customer_address"]').fill(addressLine);
    await confirmButton(visitor, "NT$ 100").click();
    await picture(page, "checkout-consent-ja");
    await page.getByText(says(visitor, "consent")).waitFor();
    await agreeToNotice(visitor);
    expect(await page.getByText(says(visitor, "consent")).count()).toBe(0);
  });
  expect(await ordersOf(member)).toEqual([]);
});

test("an address added in the window is chosen at once; a failing one keeps its words", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      const words = (key: string) => visitor.says(`shop.checkout.address.${key}`);
      await goToCheckout(visitor, member);
      await page.getByRole("tab", { name: words("saved") }).click();
      await page.getByText(words("none")).waitFor();
      await page.getByRole("button", { name: words("add") }).click();
      const dialog = page.getByRole("dialog");
      const add = dialog.getByRole("button", { name: words("confirm"), exact: true });
      await dialog.getByRole("textbox").fill("   ");
      expect(await add.isDisabled()).toBe(true);
      await dialog.getByRole("textbox").fill("error-500 Lane");
      const alerts: string[] = [];
      page.on("dialog", (alert) => {
        alerts.push(alert.message());
        void alert.accept();
      });
      await add.click();
      await expect.poll(() => alerts).toEqual([words("add_failed")]);
      expect(await dialog.getByRole("textbox").inputValue()).toBe("error-500 Lane");
      await dialog.getByRole("textbox").fill("7 Camphor Street");
      await add.click();
      await dialog.waitFor({ state: "detached" });
      expect(await page.getByRole("radio", { name: "7 Camphor Street" }).isChecked()).toBe(true);
      await picture(page, "checkout-address-en");
    },
    { refusals: [500, 502] },
  );
});

test("a price that changed between looking and confirming is shown, old and new, and the next press pays the new one", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, bottles);
  const [line] = (await member.shopper.get("/cart/")).body.items;
  await shop.db.prepare("UPDATE cart_items SET unit_price = 300 WHERE id = ?").bind(line.id).run();
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      await goToCheckout(visitor, member);
      await fillTheRest(visitor);
      await confirmButton(visitor, "NT$ 30,000").click();
      const told = visitor.says("shop.checkout.errors.price_changed", {
        before: "NT$ 30,000",
        now: "NT$ 38,000",
      });
      await page.getByText(told).waitFor();
      await picture(page, "checkout-price-changed-en");
      expect(await page.locator('input[name="customer_address"]').inputValue()).toBe(addressLine);
      expect(await ordersOf(member)).toEqual([]);
      await confirmButton(visitor, "NT$ 38,000").click();
      await page.waitForURL("**/local/ecpay/**");
    },
    { refusals: [409] },
  );
  expect(await ordersOf(member)).toMatchObject([{ order_total_price: 38_000 }]);
});

test("two quiz sets in the cart block the checkout, on the page and, when they come later, on the server", async () => {
  const member = await memberWith(
    visiting.shop,
    [sampleSet(), sampleSet({ surveyResponseId: "response-2" })],
    "zh",
  );
  const late = await memberWith(visiting.shop, oneSet);
  await visiting.visit("zh", async (visitor) => {
    const { page } = visitor;
    await page.goto("/zh/login?from=/zh/checkout");
    await signIn(visitor, member);
    await page
      .getByText(visitor.says("shop.checkout.blocked.too_many_text", { count: 2 }))
      .waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await picture(page, "checkout-too-many-zh");
    await page
      .getByRole("main")
      .getByRole("link", { name: visitor.says("shop.checkout.back_to_cart") })
      .click();
    await page.waitForURL("**/zh/cart");
  });
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      await goToCheckout(visitor, late);
      await fillTheRest(visitor);
      await late.shopper.send("POST", "/cart/items", sampleSet({ surveyResponseId: "response-2" }));
      await confirmButton(visitor, "NT$ 100").click();
      await page.getByText(visitor.says("shop.checkout.blocked.too_many_title")).waitFor();
    },
    { refusals: [409] },
  );
  expect(await ordersOf(late)).toEqual([]);
});

test("of two sets one is kept in place, the other can be put back, and the one that stays is paid", async () => {
  const member = await memberWith(visiting.shop, [
    sampleSet({ userAnswer: "moss after rain" }),
    sampleSet({ userAnswer: "warm bread", surveyResponseId: "response-2" }),
  ]);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    const keep = (number: number) =>
      page.getByRole("button", {
        name: visitor.says("shop.checkout.blocked.keep_named", {
          name: visitor.says("shop.cart.set_number", { number }),
        }),
      });
    await page.goto("/en/login?from=/en/checkout");
    await signIn(visitor, member);
    await keep(2).press("Enter");
    await page.locator('[name="customer_name"]').waitFor();
    await page.getByRole("button", { name: visitor.says("common.undo") }).press("Enter");
    await keep(1).waitFor();
    await expect
      .poll(() => keep(1).evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.getByText("moss after rain").waitFor();
    await keep(2).click();
    await fillTheRest(visitor);
    await confirmButton(visitor, "NT$ 100").click();
    await atCashier(visitor, "pay");
    await page.getByText(visitor.says("shop.payment.settled")).waitFor();
  });
  expect(await ordersOf(member)).toHaveLength(1);
});

test("a set that cannot be removed comes back with the reason", async () => {
  const member = await memberWith(
    visiting.shop,
    [sampleSet(), sampleSet({ surveyResponseId: "response-2" })],
    "ja",
  );
  await visiting.visit(
    "ja",
    async (visitor) => {
      const { page } = visitor;
      const keep = page.getByText(visitor.says("shop.checkout.blocked.keep"), { exact: true });
      await page.goto("/ja/login?from=/ja/checkout");
      await signIn(visitor, member);
      await keep.first().waitFor();
      await page.route("**/api/v1/cart/items/*", (route) => route.abort());
      await keep.first().click();
      await page
        .getByRole("alert")
        .getByText(visitor.says("common.errors.connection_refused"))
        .waitFor();
      await page.unroute("**/api/v1/cart/items/*");
      expect(await keep.count()).toBe(2);
      await keep.first().click();
      await page.locator('[name="customer_name"]').waitFor();
    },
    { refusals: ["net::", "Failed to load"] },
  );
});

test("a sample order under way blocks the checkout, on the page and, when it comes later, on the server", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, oneSet);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      await goToCheckout(visitor, member);
      await fillTheRest(visitor);
      // Ordered on another device meanwhile.
      const elsewhere = checkoutForm((await member.shopper.get("/cart/")).body);
      const sent = await member.shopper.send("POST", "/cart/checkout", elsewhere, {
        "Idempotency-Key": "another-device-1",
      });
      expect(sent.status).toBe(200);
      await confirmButton(visitor, "NT$ 100").click();
      await page.getByText(visitor.says("shop.orders.unpaid.title")).waitFor();
      // Paid there, too.
      const { MerchantTradeNo: merchantTradeNo } = sent.body.ecpay_form_data;
      await notify(shop, await signedNotice({ merchantTradeNo, amountTwd: 100 }));
      await addLine(member.shopper, oneSet[0]);
      await page.reload();
      await page.getByText(visitor.says("shop.checkout.blocked.active_title")).waitFor();
      await page.getByText(visitor.says("shop.checkout.blocked.active_text")).waitFor();
      await picture(page, "checkout-active-en");
      await page
        .getByRole("main")
        .getByRole("link", { name: visitor.says("shop.checkout.blocked.to_orders") })
        .click();
      await page.getByText(sent.body.order_id).waitFor();
    },
    { refusals: [409] },
  );
  expect(await ordersOf(member)).toHaveLength(1);
});

test("when the order check fails the checkout goes on", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit(
    "en",
    async (visitor) => {
      await visitor.page.route("**/api/v1/orders/my-orders**", (route) => route.abort());
      await goToCheckout(visitor, member);
      await fillTheRest(visitor);
      await confirmButton(visitor, "NT$ 100").click();
      await visitor.page.waitForURL("**/local/ecpay/**");
    },
    { refusals: ["net::", "Failed to load"] },
  );
});

test("an empty cart leads to the cart, also when it is emptied in another tab", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await goToCheckout(visitor, member);
    const other = await page.context().newPage();
    await other.goto("/en/cart");
    await other
      .getByRole("button", {
        name: visitor.says("shop.cart.remove_named", {
          name: visitor.says("shop.cart.set_number", { number: 1 }),
        }),
      })
      .click();
    await page.waitForURL("**/en/cart");
    await page.goto("/en/checkout");
    await page.waitForURL("**/en/cart");
    await page.getByText(visitor.says("shop.cart.empty_title")).waitFor();
  });
});

test("the cashier's back button finds the form as it was, and confirming again pays for the same order", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await goToCheckout(visitor, member);
    await fillTheRest(visitor);
    await page.locator('[name="customer_note"]').fill("After six");
    await confirmButton(visitor, "NT$ 100").click();
    await page.waitForURL("**/local/ecpay/**");
    await page.goBack();
    await confirmButton(visitor, "NT$ 100").waitFor();
    expect(await page.locator('[name="customer_note"]').inputValue()).toBe("After six");
    expect(await page.locator('input[name="customer_address"]').inputValue()).toBe(addressLine);
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
    await confirmButton(visitor, "NT$ 100").click();
    await atCashier(visitor, "pay");
    await page.getByText(visitor.says("shop.payment.settled")).waitFor();
    await page.goto("/en/checkout");
    await page.waitForURL("**/en/cart");
  });
  const [order, ...others] = await ordersOf(member);
  expect(order).toMatchObject({ status: "pending" });
  expect(others).toEqual([]);
  const sql = "SELECT state FROM payment_attempts WHERE order_id = ? ORDER BY created_at";
  const attempts = await visiting.shop.db.prepare(sql).bind(order?.id).all();
  expect(attempts.results).toEqual([{ state: "open" }, { state: "paid" }]);
});

test("a double click, a reload and a second tab make one order", async () => {
  const member = await memberWith(visiting.shop, bottles);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await goToCheckout(visitor, member);
    await fillTheRest(visitor);
    await page.reload();
    await confirmButton(visitor, "NT$ 38,000").dblclick({ noWaitAfter: true });
    await page.waitForURL("**/local/ecpay/**");
    expect(await ordersOf(member)).toHaveLength(1);

    const tab = await page.context().newPage();
    const second = { ...visitor, page: tab };
    await tab.goto("/en/checkout");
    await tab.locator('[name="customer_name"]').waitFor();
    await fillTheRest(second);
    await confirmButton(second, "NT$ 38,000").click();
    await tab.waitForURL("**/local/ecpay/**");
  });
  expect(await ordersOf(member)).toHaveLength(1);
});

test("what the upstream refuses leaves cart and form as they are, and the same press goes through later", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, oneSet);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      await goToCheckout(visitor, member);
      await fillTheRest(visitor);
      await stageFault(shop, { mode: "refuse", paths: ["/cart/checkout"] });
      await confirmButton(visitor, "NT$ 100").click();
      await page.getByRole("alert").getByText(says(visitor, "failed")).waitFor();
      await picture(page, "checkout-failed-en");
      await stageFault(shop, { mode: "none" });
      expect(await page.locator('input[name="customer_address"]').inputValue()).toBe(addressLine);
      expect((await member.shopper.get("/cart/")).body.totalItems).toBe(1);
      await confirmButton(visitor, "NT$ 100").click();
      await page.waitForURL("**/local/ecpay/**");
    },
    { refusals: [500, 502, 503] },
  );
  expect(await ordersOf(member)).toHaveLength(1);
});

test("what one member typed is not there for the next person on the device", async () => {
  const first = await memberWith(visiting.shop, oneSet);
  const next = await memberWith(visiting.shop, bottles);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await goToCheckout(visitor, first);
    await page.locator('[name="customer_note"]').fill("a secret present");
    await page.locator('[name="customer_name"]').fill("First Person");
    await page.evaluate(async () => {
      await fetch("/api/v1/auth/logout", {
        method: "POST",
        headers: { "X-Requested-With": "fetch" },
      });
      localStorage.clear();
    });
    await goToCheckout(visitor, next);
    await expect.poll(() => page.locator('[name="customer_name"]').inputValue()).toBe("Test Noor");
    expect(await page.locator('[name="customer_note"]').inputValue()).toBe("");
  });
});
