import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { bringAxe, faultsOf } from "../support/accessibility.ts";
import { borrowBrowser } from "../support/borrowed.ts";
import { newAttempt, rows } from "../support/payments.ts";
import { newPaidOrders } from "../support/refunds.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop({ vars: { CONTENT_MEMORY_SECONDS: "0" } });
afterAll(() => shop.close());
const browser = await borrowBrowser();

async function carryOut(
  page: Page,
  folded: string | null,
  values: Record<string, string>,
  does: string,
) {
  if (folded !== null) {
    // By keyboard.
    await page.locator("summary", { hasText: folded }).first().focus();
    await page.keyboard.press("Enter");
  }
  const scope = folded === null ? "main" : "details[open]";
  const form = page.locator(`${scope} form:has([name="${Object.keys(values)[0]}"])`).last();
  for (const [name, value] of Object.entries(values)) {
    const field = form.locator(`[name="${name}"]`);
    if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await form.locator("button").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: does, exact: true }).click();
  await page.getByRole("status").waitFor();
}

async function isWell(page: Page, lang = "en"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1280])
      expect
        .soft(await faultsOf(page, width, lang), `${page.url()} ${colorScheme} ${width}`)
        .toEqual([]);
  }
}

test("a day at the desk: an order found and refunded in part, a notice looked at, shoppers told, a text mended, the month taken home", async () => {
  const [order] = await newPaidOrders(shop, 1, { amountTwd: 1_000, ageMs: 60_000 });
  const person = {
    customerName: "Ada",
    customerPhone: "0912345678",
    customerAddress: "1 Road",
    invoice: { customer_email: "ada@example.test" },
  };
  const trade = order?.merchantTradeNo ?? "";
  await rows(
    shop.db,
    "UPDATE payment_attempts SET snapshot = ? WHERE merchant_trade_no = ?",
    JSON.stringify(person),
    trade,
  );
  const odd = await newAttempt(shop);
  await rows(
    shop.db,
    "INSERT INTO payment_inbox (id, merchant_trade_no, reason, fields, received_at) VALUES (?, ?, 'odd_value', '{}', 1)",
    "ab".repeat(32),
    odd.merchantTradeNo,
  );
  const context = await browser.newContext({ locale: "en-GB", baseURL: shop.url.origin });
  const page = await context.newPage();
  await bringAxe(page);

  await page.goto("/desk");
  await isWell(page);
  await page.getByRole("link", { name: "Find" }).click();
  await page.waitForURL("**/desk/find");
  await page.getByLabel("Order, trade").fill("ada@example.test");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/desk/find?**");
  await isWell(page);
  await page.getByRole("link", { name: `N${order?.orderId}` }).click();
  await page.waitForURL("**/desk/orders/**");
  await isWell(page);
  await carryOut(page, `Refund ${trade}`, { amount: "300", reason: "a broken jar" }, "Refund");
  expect(await page.getByRole("region", { name: "Tries at paying" }).innerText()).toContain(
    "NT$\u00A0700",
  );

  await page.goto("/desk");
  await carryOut(
    page,
    "Compare it",
    { reason: "a try of the gateway" },
    "Mark the notice as looked at",
  );

  await page.goto("/desk/notice");
  await isWell(page);
  const notice = { text_zh: "週五休息", text_en: "We rest on Friday", text_ja: "金曜日は休みです" };
  const when = { from: "2026-01-01T00:00", until: "2099-01-01T00:00", where: "checkout" };
  await carryOut(page, null, { ...notice, ...when, reason: "a holiday" }, "Put up a notice");
  const shopper = await context.newPage();
  await shopper.goto("/en/home");
  expect(await shopper.getByText("We rest on Friday").isVisible(), "at checkout only").toBe(false);
  await carryOut(
    page,
    null,
    { ...notice, ...when, where: "everywhere", reason: "a holiday" },
    "Put up a notice",
  );
  await shopper.reload();
  expect(await shopper.getByText("We rest on Friday").isVisible()).toBe(true);
  expect(await shopper.getByText("金曜日は休みです").isVisible()).toBe(false);
  await bringAxe(shopper);
  await shopper.reload();
  expect(await faultsOf(shopper, 360, "en")).toEqual([]);

  await page.goto("/desk/texts?q=cart.title");
  await isWell(page);
  await page.getByRole("link", { name: "shop cart.title" }).click();
  await page.waitForURL("**/desk/texts?key=**");
  await isWell(page);
  await carryOut(page, null, { text_en: "Your basket", reason: "friendlier" }, "Publish the text");
  // Published texts are remembered for a moment.
  const title = async () => {
    await shopper.goto("/en/cart");
    const heading = shopper.getByRole("heading", { level: 1 });
    return heading.filter({ hasNotText: "Loading…" }).first().textContent();
  };
  await expect.poll(title, { timeout: 120_000 }).toBe("Your basket");

  await page.goto("/desk/month");
  await isWell(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the month" }).click(),
  ]);
  const file = readFileSync(await download.path(), "utf8");
  expect(file.startsWith("\uFEFF")).toBe(true);
  expect(file).toContain(trade);

  await page.goto("/desk/log");
  await isWell(page);
  const log = await page.locator("table").innerText();
  for (const reason of ["a broken jar", "a try of the gateway", "a holiday", "friendlier"])
    expect(log).toContain(reason);
  await page.getByRole("link", { name: "繁體中文" }).click();
  await page.getByRole("heading", { level: 1, name: "今天" }).waitFor();
  for (const path of ["", `/orders/${trade}`, "/notice", "/texts?key=shop+cart.title"]) {
    await page.goto(`/desk${path}`);
    await isWell(page, "zh-Hant-TW");
  }
  await context.close();
});
