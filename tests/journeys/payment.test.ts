/** After the cashier, in Chromium: paid, declined, lost, late, cancelled meanwhile, unreadable. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Visitor } from "../support/browser.ts";
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
import { startVisiting, type Visiting } from "../support/visiting.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting();
});
afterAll(() => visiting.close());

async function goToCashier(
  visitor: Visitor,
  member: NewMember,
  language = "en",
  total = "NT$ 100",
) {
  await goToCheckout(visitor, member, language);
  await fillTheRest(visitor);
  await confirmButton(visitor, total).click();
  await visitor.page.waitForURL("**/local/ecpay/**");
}

/** The stand-in answers 403 to more than sixty queries a minute, as ECPay does to too many; then nobody asks for half an hour. */
async function refuseQueries() {
  const minute = Math.floor(Date.now() / 60_000);
  const sql =
    "INSERT INTO query_minutes (minute, count) VALUES (?, 1000) ON CONFLICT (minute) DO UPDATE SET count = 1000";
  for (const next of [minute, minute + 1, minute + 2])
    await visiting.shop.cashierDb.prepare(sql).bind(next).run();
}

async function allowQueries() {
  await visiting.shop.cashierDb.prepare("DELETE FROM query_minutes").run();
  await visiting.shop.db
    .prepare("UPDATE settings SET value = 0 WHERE name = 'ecpay_query_pause_until'")
    .run();
}

const heading = ({ page, says }: Visitor, key: string) =>
  page.getByRole("heading", { level: 1, name: says(`shop.payment.${key}`) });

test("a paid order is shown with everything that was ordered, stays after a reload, and leaves nothing in the address", async () => {
  const member = await memberWith(visiting.shop, bottles, "zh");
  await visiting.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await goToCashier(visitor, member, "zh", "NT$ 38,000");
    await atCashier(visitor, "pay");
    await heading(visitor, "success_title").waitFor();
    await page.getByText(says("shop.payment.settled")).waitFor();
    const [order] = await ordersOf(member);
    const main = page.getByRole("main");
    for (const text of ["Test Noor", "臺北市大安區和平東路一段 1 號", "SL-001"])
      await main.getByText(text).first().waitFor();
    for (const key of ["order_number", "date", "amount", "recipient", "phone", "address", "items"])
      await main
        .getByText(says(`shop.payment.${key}`), { exact: true })
        .first()
        .waitFor();
    for (const key of ["shop.payment.view_orders", "shop.cart.continue", "shop.payment.home"])
      await main.getByRole("link", { name: says(key) }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    const kept = await page.evaluate(() =>
      JSON.parse(localStorage.getItem("paymentResult") ?? "null"),
    );
    const result = JSON.parse(Buffer.from(kept.data, "base64url").toString());
    expect(result.value).toMatchObject({
      status: "success",
      orderId: order?.order_id,
      amount: 38_000,
      currency: "TWD",
    });
    await picture(page, "result-success-zh");
    await page.reload();
    await heading(visitor, "success_title").waitFor();
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
});

test("a declined payment can be tried again from the form that is still filled, and makes one order", async () => {
  const member = await memberWith(visiting.shop, oneSet, "ja");
  await visiting.visit("ja", async (visitor) => {
    const { page, says } = visitor;
    await goToCashier(visitor, member, "ja");
    await atCashier(visitor, "decline");
    await heading(visitor, "failed_title").waitFor();
    const [order] = await ordersOf(member);
    const still = { number: order?.order_id ?? "", amount: "NT$ 100" };
    await page.getByText(says("shop.payment.still_payable", still)).waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: says("shop.payment.retry") })
      .waitFor();
    await picture(page, "result-failed-ja");
    await page.goto("/ja/checkout");
    await confirmButton(visitor, "NT$ 100").click();
    await atCashier(visitor, "pay");
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
  expect(await ordersOf(member)).toMatchObject([{ status: "pending" }]);
});

test("while the notice is lost the page says that it checks; it follows when the schedule has asked ECPay", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await goToCashier(visitor, member);
    // ECPay is asked as soon as the shopper comes back, too; here it has been asked too often to answer.
    await refuseQueries();
    await atCashier(visitor, "pay_lost");
    await heading(visitor, "checking_title").waitFor();
    await page.getByText(says("shop.payment.checking")).waitFor();
    await page.getByText("SL-001").first().waitFor();
    await picture(page, "result-checking-en");
    expect(await ordersOf(member)).toMatchObject([{ status: "payment_pending" }]);
    // Half an hour later the schedule may ask again what became of the payment.
    await allowQueries();
    await shop.db
      .prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE state = 'open'")
      .run();
    await shop.runSchedule();
    await heading(visitor, "success_title").waitFor();
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
});

test("a notice that comes late is waited for", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await goToCashier(visitor, member);
    await refuseQueries();
    await atCashier(visitor, "pay_late");
    await heading(visitor, "checking_title").waitFor();
    await page.getByText(says("shop.payment.settled")).waitFor({ timeout: 60_000 });
    await allowQueries();
    await heading(visitor, "success_title").waitFor();
  });
});

test("a payment for an order that was cancelled meanwhile is never called complete", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    await goToCashier(visitor, member);
    const [order] = await ordersOf(member);
    await shop.upstreamDb
      .prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?")
      .bind(order?.id)
      .run();
    await atCashier(visitor, "pay");
    await heading(visitor, "cancelled_title").waitFor();
    await visitor.page.getByText(visitor.says("shop.payment.cancelled_text")).waitFor();
    expect(await heading(visitor, "success_title").count()).toBe(0);
  });
});

test("leaving the cashier without paying leaves the order payable", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await goToCashier(visitor, member);
    const back = page.locator('a[href$="/en/orders"], button[value="leave"]').first();
    await back.click();
    await page.waitForURL("**/en/orders");
    await page.getByRole("button", { name: says("shop.orders.pay_now") }).click();
    await atCashier(visitor, "pay");
    await page.getByText(says("shop.payment.settled")).waitFor();
  });
  expect(await ordersOf(member)).toMatchObject([{ status: "pending" }]);
});

test("missing, malformed and expired results are errors that say so, and are taken from the address", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page } = visitor;
      for (const query of [
        "",
        "?data=e30&sig=x",
        "?data=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&sig=x",
        "?data=e30",
      ]) {
        await page.goto(`/en/payment-result${query}`);
        await heading(visitor, "error_title").waitFor();
        await page.waitForFunction(() => location.search === "");
      }
      await picture(page, "result-error-en");
      await goToCashier(visitor, member);
      await atCashier(visitor, "decline");
      await heading(visitor, "failed_title").waitFor();
      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem("paymentResult") ?? "{}");
        const sig = kept.sig.replace(/.$/, (last: string) => (last === "A" ? "B" : "A"));
        localStorage.setItem("paymentResult", JSON.stringify({ ...kept, sig }));
      });
      await page.reload();
      await heading(visitor, "error_title").waitFor();
    },
    { refusals: [400] },
  );
});

test("without a connection the result stays in the address for another try", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await goToCashier(visitor, member);
      await page.route("**/api/v1/payments/result**", (route) => route.abort());
      await atCashier(visitor, "decline");
      await page.getByText(says("common.errors.connection_refused")).waitFor();
      expect(new URL(page.url()).searchParams.get("sig")).not.toBeNull();
      await page.unroute("**/api/v1/payments/result**");
      await page.getByRole("button", { name: says("common.retry") }).click();
      await heading(visitor, "failed_title").waitFor();
      expect(new URL(page.url()).search).toBe("");
    },
    { refusals: ["net::", "Failed to load"] },
  );
});

test("somebody who is not signed in where they come back sees the result, and stays on the page", async () => {
  const member = await memberWith(visiting.shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await goToCashier(visitor, member);
    // The session is gone by the time the bank's app brings them back, say in its own browser.
    await page.context().clearCookies();
    const elsewhere = await page
      .context()
      .browser()
      ?.newContext({ baseURL: `http://localhost:${visiting.shop.url.port}`, locale: "en-GB" });
    if (elsewhere === undefined) throw new Error("no browser");
    const other = await elsewhere.newPage();
    await other.goto(page.url());
    await other.locator('button[value="pay"]').click();
    await other
      .getByRole("heading", { level: 1, name: visitor.says("shop.payment.success_title") })
      .waitFor();
    expect(new URL(other.url()).pathname).toBe("/en/payment-result");
    await elsewhere.close();
  });
});

test("an ordered item that cannot be shown is replaced by words that say so", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await goToCashier(visitor, member);
    const [order] = await ordersOf(member);
    await shop.upstreamDb
      .prepare("UPDATE order_items SET product_unit = 'HOGSHEAD' WHERE order_id = ?")
      .bind(order?.id)
      .run();
    await atCashier(visitor, "pay");
    await page.getByText(says("shop.orders.item_unreadable")).waitFor();
  });
});
