/** An order's own page: from its card and by its address, printed, unpaid, and where there is no such order. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedDays, workCalendar } from "../../worker/contract/delivery.ts";
import { shippedWorkCalendar } from "../../worker/content/shipped.ts";
import { formatDays } from "../../web/delivery/format-days.ts";
import { picture, type Language } from "../support/browser.ts";
import { shiftsOf, watchShifts } from "../support/layout-shift.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { startVisiting, type Visiting, type Walk } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting();
});
afterAll(() => visiting?.close());

interface Place {
  language: Language;
  width: number;
  path?: string;
  refusals?: readonly RegExp[];
}

const visit = (
  member: NewMember,
  { language, width, path = "orders", refusals = [] }: Place,
  walk: Walk,
) =>
  visiting.visit(
    language,
    async (visitor) => {
      await visitor.page.goto(`/${language}/${path}`);
      await signIn(visitor, member);
      await walk(visitor);
    },
    { width, refusals },
  );

/** Three to five working days from now. */
function datesIn(language: Language, paidAt: number): string {
  const calendar = workCalendar.parse(shippedWorkCalendar);
  const days = expectedDays(paidAt, { preparing: { min: 3, max: 5 }, transit: null, calendar });
  if (days === null) throw new Error("The shipped calendar has run out");
  return formatDays(language, days);
}

test.each([
  ["zh", 360],
  ["en", 1280],
  ["ja", 360],
] as const)(
  "a card leads to the order's page, which says all of it (%s, %i px)",
  async (language, width) => {
    const member = await newMember(visiting.shop, { language });
    const { id, number } = await giveOrder(visiting.shop, member.email, {
      status: "processing",
      isFromQuiz: false,
      daysAgo: 0,
    });
    await visit(member, { language, width }, async (visitor) => {
      const { page, says } = visitor;
      const dates = says("shop.delivery.ships", { dates: datesIn(language, Date.now()) });
      await page.getByRole("article").getByText(dates).waitFor();
      await page.getByRole("link", { name: says("shop.orders.number", { number }) }).click();
      await page.waitForURL(`**/${language}/orders/${id}`);
      await page
        .getByRole("heading", { level: 1, name: says("shop.orders.number", { number }) })
        .waitFor();
      const main = page.getByRole("main");
      await main.getByText(dates).waitFor();
      for (const text of ["SL-011", "SL-017", "SL-023", member.email, "NT$ 100"])
        await main.getByText(text).first().waitFor();
      expect(await main.locator('[aria-current="step"]').innerText()).toBe(
        says("shop.orders.status.processing"),
      );
      expect(await main.getByRole("button", { name: says("shop.orders.pay_now") }).count()).toBe(0);
      await picture(page, `order-${language}-${width}`);
      await page.emulateMedia({ media: "print" });
      expect(await page.locator("nav:visible, button:visible, footer:visible").count()).toBe(0);
      expect(await main.innerText()).toContain(number);
      await picture(page, `order-printed-${language}-${width}`);
    });
  },
);

test("opened by its address, an order's page holds still and stays out of search engines", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  const { id, number } = await giveOrder(visiting.shop, member.email, {
    status: "pending",
    daysAgo: 0,
  });
  await visit(member, { language: "en", width: 360 }, async ({ page, says }) => {
    await watchShifts(page);
    await page.goto(`/en/orders/${number}`, { waitUntil: "networkidle" });
    await page.getByText("SL-011").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    expect(await page.title()).toContain(says("shop.orders.number", { number }));
    const answer = await page.request.get(`/en/orders/${id}`);
    expect(answer.headers()["cache-control"]).toBe("no-store");
  });
});

test("an unpaid order is paid or cancelled on its page", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  const { id } = await giveOrder(visiting.shop, member.email, {
    status: "payment_pending",
    daysAgo: 0,
  });
  await visit(
    member,
    { language: "en", width: 360, path: `orders/${id}` },
    async ({ page, says }) => {
      await page.getByText(says("shop.checkout.secure")).waitFor();
      await page.getByRole("button", { name: says("shop.orders.pay_now") }).click();
      await page.locator('button[value="pay"]').waitFor();
      await page.goto(`/en/orders/${id}`);
      await page.getByRole("button", { name: says("shop.orders.unpaid.cancel") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: says("shop.orders.unpaid.confirm") })
        .click();
      await page.getByText(says("shop.orders.status.cancelled"), { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: says("shop.orders.pay_now") }).count()).toBe(0);
    },
  );
});

test("what a delivered order's quiz suggested is ordered again from its page", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  const { number } = await giveOrder(visiting.shop, member.email);
  await visit(member, { language: "en", width: 1280 }, async ({ page, says }) => {
    await page.getByRole("link", { name: says("shop.orders.number", { number }) }).click();
    await page.waitForURL(/\/orders\/./);
    await page.getByRole("button", { name: says("shop.reorder.button") }).click();
    const list = page.getByRole("dialog", { name: says("shop.reorder.list_title") });
    await list.getByRole("article").first().getByRole("button").click();
    await page.getByRole("dialog", { name: says("shop.reorder.satisfied_title") }).waitFor();
  });
});

test("the address of no order, or of somebody else's, leads to one's own orders and says why", async () => {
  const [member, other] = await Promise.all([
    newMember(visiting.shop, { language: "en" }),
    newMember(visiting.shop, { language: "en" }),
  ]);
  const theirs = await giveOrder(visiting.shop, other.email);
  const refusals = [/status of 40[04] .*\/api\/v1\/orders\//];
  await visit(member, { language: "en", width: 1280, refusals }, async ({ page, says }) => {
    for (const id of [theirs.id, "no-such-order", "no.such%20order"]) {
      await page.goto(`/en/orders/${id}`);
      await page.waitForURL("**/en/orders");
      const number = decodeURIComponent(id);
      await page.getByText(says("shop.orders.not_found", { number })).waitFor();
    }
  });
});
