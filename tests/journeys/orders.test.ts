/** The orders page, as a member with many orders meets it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import type { Shop } from "../support/shop.ts";
import { startVisiting, type Visiting, type Walk } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ shop } = visiting);
});
afterAll(() => visiting?.close());

const visit = (
  member: NewMember,
  { language, width, path = "orders" }: { language: Language; width: number; path?: string },
  walk: Walk,
) =>
  visiting.visit(
    language,
    async (visitor) => {
      await visitor.page.goto(`/${language}/${path}`);
      await signIn(visitor, member);
      await walk(visitor);
    },
    { width },
  );

const cardOf = ({ page }: Visitor, number: string) =>
  page.getByRole("article").filter({ hasText: number });

const day = (daysAgo: number) =>
  new Intl.DateTimeFormat("sv", { timeZone: "Asia/Taipei" }).format(
    Date.now() - daysAgo * 24 * 3_600_000,
  );

const statuses = [
  ["payment_pending", "payment_pending"],
  [" Shipped ", "shipped"],
  ["DELIVERED", "delivered"],
  ["payment_failed", "payment_failed"],
  ["Cancelled", "cancelled"],
  ["refunded", "refunded"],
  ["partially_refunded", "partially_refunded"],
  ["teleported", "unknown"],
  ["", "unknown"],
] as const;
const onPath = new Set(["payment_pending", "shipped", "delivered"]);

test.each([
  ["zh", 360],
  ["ja", 768],
  ["en", 1280],
] as const)("every order says where it stands, in %s at %i px", async (language, width) => {
  const member = await newMember(shop, { language });
  const given: { number: string; shown: (typeof statuses)[number][1] }[] = [];
  for (const [at, [status, shown]] of statuses.entries()) {
    const { number } = await giveOrder(shop, member.email, {
      status,
      daysAgo: at + 1,
      isFromQuiz: at % 2 === 0,
    });
    given.push({ number, shown });
  }
  await visit(member, { language, width }, async (visitor) => {
    const { page, says } = visitor;
    for (const { number, shown } of given) {
      const card = cardOf(visitor, number);
      await card
        .getByText(says(`shop.orders.status.${shown}`))
        .first()
        .waitFor();
      const steps = card.getByRole("list", { name: says("shop.orders.status.label") });
      expect(await steps.count(), shown).toBe(onPath.has(shown) ? 1 : 0);
      if (onPath.has(shown)) {
        expect(await steps.getByRole("listitem").count()).toBe(5);
        expect(await steps.locator('[aria-current="step"]').innerText()).toBe(
          says(`shop.orders.status.${shown}`),
        );
      }
      expect(
        await card.getByRole("button", { name: says("shop.orders.pay_now") }).count(),
        shown,
      ).toBe(Number(shown === "payment_pending"));
      const isAgain = shown === "delivered";
      expect(
        await card.getByRole("button", { name: says("shop.reorder.button") }).count(),
        shown,
      ).toBe(Number(isAgain));
    }
    await picture(page, `orders-${language}-${width}`);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, "nothing stands out of the screen").toBeLessThanOrEqual(width);
  });
});

test("a card tells who ordered what, when and for how much, and an unreadable line does not spoil it", async () => {
  const member = await newMember(shop, { language: "zh" });
  const { id, number } = await giveOrder(shop, member.email, {
    status: "processing",
    isFromQuiz: false,
    totalTwd: 12_345,
    currency: "JPY",
  });
  await shop.upstreamDb
    .prepare(
      `INSERT INTO order_items (id, order_id, position, type, product_unit, product_number, product_ids, amount, price, addon_item_ids)
       VALUES (?1 || '/1', ?1, 1, 'FINISHED_PRODUCT', 'BARREL', 'SL-001', '[]', 1, 100, '[]')`,
    )
    .bind(id)
    .run();
  await shop.upstreamDb
    .prepare("UPDATE orders SET created_at = ? WHERE id = ?")
    .bind(Date.parse("2026-03-04T21:05:00+08:00"), id)
    .run();
  await visit(member, { language: "zh", width: 1280 }, async (visitor) => {
    const { page, says } = visitor;
    const card = cardOf(visitor, number);
    await card
      .getByRole("button", { name: says("shop.orders.sent_to", { name: "林小明" }) })
      .click();
    await card.getByText(member.email).waitFor();
    // The names of products are read apart from the orders.
    for (const name of ["桂花巷", "無花果露台", "SL-023"])
      await card.getByText(name).first().waitFor();
    const words = (await card.innerText()).replaceAll("\u00A0", " ");
    const wanted = [
      number,
      member.email,
      "+886 912-345-678",
      "臺北市大安區和平東路一段 1 號",
      "JPY 12,345",
      "桂花巷 SL-011",
      "無花果露台 SL-017",
      "SL-023",
    ];
    for (const part of [
      ...wanted,
      says("shop.kinds.sample_jar"),
      says("shop.orders.item_unreadable"),
    ])
      expect(words).toContain(part);
    const time = card.locator("time");
    expect(await time.getAttribute("datetime")).toBe("2026-03-04T13:05:00.000Z");
    expect(await time.innerText()).toMatch(/^2026\/03\/04 (?!.*[上下]午)\d\d:05$/);

    const present = card.locator('[aria-current="step"]');
    const animation = () => present.evaluate((stop) => getComputedStyle(stop, "::after").animation);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await animation(), "the present stop breathes").toMatch(/3s.*infinite/);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await animation(), "unless motion is unwelcome").not.toMatch(/infinite/);
  });
});

test("dates narrow the list, stand in the address and are cleared again", async () => {
  const member = await newMember(shop, { language: "en" });
  const numbers: string[] = [];
  for (const daysAgo of [1, 10, 20])
    numbers.push((await giveOrder(shop, member.email, { daysAgo, isFromQuiz: false })).number);
  await visit(
    member,
    { language: "en", width: 1280, path: "orders?start=2026-02-30&end=never" },
    async (visitor) => {
      const { page, says } = visitor;
      const shown = async () => {
        await page.getByText(/^Showing/).waitFor();
        const titles = await page.getByRole("article").getByRole("heading").allInnerTexts();
        return numbers.filter((number) => titles.some((title) => title.includes(number)));
      };
      expect(await shown(), "days that are not in the calendar are not asked for").toEqual(numbers);
      const from = page.getByLabel(says("shop.orders.from"));
      await from.fill(day(12));
      await page.getByLabel(says("shop.orders.to")).fill(day(5));
      await page.getByRole("button", { name: says("shop.orders.apply") }).click();
      await page.waitForURL(`**/en/orders?start=${day(12)}&end=${day(5)}`);
      await page.getByText(says("shop.orders.showing", { from: 1, to: 1, total: 1 })).waitFor();
      expect(await shown()).toEqual([numbers[1]]);
      await page.reload();
      await page.getByText(says("shop.orders.showing", { from: 1, to: 1, total: 1 })).waitFor();
      expect(await from.inputValue()).toBe(day(12));
      await picture(page, "orders-filtered-en");

      await page.getByRole("button", { name: says("shop.orders.clear") }).click();
      await page.waitForURL("**/en/orders");
      await page.getByText(says("shop.orders.showing", { from: 1, to: 3, total: 3 })).waitFor();
      expect(await from.inputValue()).toBe("");

      await page.goto("/en/orders?end=2020-01-01");
      await page.getByRole("heading", { name: says("shop.orders.none_in_period_title") }).waitFor();
      await picture(page, "orders-none-in-period-en");
      await page.getByRole("button", { name: says("shop.orders.show_all") }).click();
      await page.waitForURL("**/en/orders");
      expect(await shown()).toEqual(numbers);
    },
  );
});

async function memberWith42Orders(language: Language) {
  const member = await newMember(shop, { language });
  const numbers: string[] = [];
  for (let at = 1; at <= 42; at += 1)
    numbers.push((await giveOrder(shop, member.email, { daysAgo: at, isFromQuiz: false })).number);
  return { member, numbers };
}

test("a member with 42 orders leafs through them, by numbers on a wide screen and by arrows on a phone", async () => {
  const { member, numbers } = await memberWith42Orders("ja");
  await visit(member, { language: "ja", width: 1280 }, async (visitor) => {
    const { page, says } = visitor;
    const pages = page.getByRole("navigation", { name: says("shop.orders.pages") });
    const leaf = async () => (await pages.getByRole("listitem").allInnerTexts()).join(" ");
    await page.getByText(says("shop.orders.showing", { from: 1, to: 10, total: 42 })).waitFor();
    expect(await leaf()).toBe("1 2 … 5");
    expect(await pages.getByRole("link", { name: says("shop.orders.previous") }).count()).toBe(0);
    await pages.getByRole("link", { name: says("shop.orders.next") }).click();
    await page.waitForURL("**/ja/orders?page=2");
    await page.getByText(says("shop.orders.showing", { from: 11, to: 20, total: 42 })).waitFor();
    expect(await cardOf(visitor, numbers[10] ?? "-").count()).toBe(1);
    const inView = await page
      .getByRole("article")
      .first()
      .evaluate((card) => card.getBoundingClientRect().top < innerHeight);
    expect(inView, "the new page begins at its top").toBe(true);
    await pages.getByRole("link", { name: "5", exact: true }).click();
    await page.getByText(says("shop.orders.showing", { from: 41, to: 42, total: 42 })).waitFor();
    expect(await leaf()).toBe("1 … 4 5");
    expect(await pages.getByRole("link", { name: says("shop.orders.next") }).count()).toBe(0);
    await picture(page, "orders-pages-ja");

    await page.goto("/ja/orders?page=99");
    await page.waitForURL("**/ja/orders?page=5");
    await page.getByText(says("shop.orders.showing", { from: 41, to: 42, total: 42 })).waitFor();

    await page.setViewportSize({ width: 360, height: 760 });
    await pages
      .getByText(says("shop.orders.page_of.other", { page: 5, pages: 5, count: 42 }))
      .waitFor();
    expect(await pages.getByRole("list").isVisible()).toBe(false);
    await pages.getByRole("link", { name: says("shop.orders.previous") }).click();
    await pages
      .getByText(says("shop.orders.page_of.other", { page: 4, pages: 5, count: 42 }))
      .waitFor();
    await picture(page, "orders-pages-phone-ja");
  });
});

test("while the list is on its way its shape stands there, and when it cannot be had a red banner says so", async () => {
  const member = await newMember(shop, { language: "en" });
  const { number } = await giveOrder(shop, member.email, { isFromQuiz: false });
  await visit(member, { language: "en", width: 360 }, async (visitor) => {
    const { page, says, troubles } = visitor;
    await cardOf(visitor, number).waitFor();
    try {
      await stageFault(shop, { mode: "slow", paths: ["/orders/my-orders"] });
      await page.goto("/en/orders?page=1");
      await page.getByRole("main").getByText(says("common.loading")).waitFor({ state: "attached" });
      await picture(page, "orders-loading-en");
      await stageFault(shop, { mode: "refuse", paths: ["/orders/my-orders"] });
      await page.goto("/en/orders");
      const banner = page.getByRole("alert");
      await banner.getByText(says("common.errors.upstream_maintenance")).waitFor();
      expect(await page.getByRole("article").count(), "the list is emptied").toBe(0);
      await picture(page, "orders-failed-en");
    } finally {
      await stageFault(shop, { mode: "none" });
    }
    await page
      .getByRole("alert")
      .getByRole("button", { name: says("common.retry") })
      .click();
    await cardOf(visitor, number).waitFor();
    expect(troubles.splice(0).filter((trouble) => !/503|504/.test(trouble))).toEqual([]);
  });
});

test("a member without orders is shown three of the shop's scents and the way to the quiz", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit(member, { language: "zh", width: 768 }, async ({ page, says }) => {
    await page.getByRole("heading", { name: says("shop.orders.empty_title") }).waitFor();
    const scents = page.getByRole("main").locator('a[href^="/zh/scent/"]');
    await scents.nth(2).locator("svg path").first().waitFor();
    expect(await scents.count()).toBe(3);
    await picture(page, "orders-empty-zh");
    await page
      .getByRole("main")
      .getByRole("link", { name: says("shop.cart.to_quiz") })
      .click();
    await page.waitForURL("**/zh/fragrance-quiz");
  });
});

test("printed, orders are a receipt: what was bought and what it cost, in black on white, and nothing to press", async () => {
  const member = await newMember(shop, { language: "en" });
  const { number } = await giveOrder(shop, member.email, { status: "shipped", isFromQuiz: false });
  for (const status of ["cancelled", "payment_pending"])
    await giveOrder(shop, member.email, { status, isFromQuiz: false });
  await visit(member, { language: "en", width: 768 }, async (visitor) => {
    const { page, says } = visitor;
    await page.getByRole("article").first().waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await picture(page, "orders-printed-en");
    for (const role of ["banner", "contentinfo", "navigation", "button", "textbox"] as const)
      expect(await page.getByRole(role).count(), role).toBe(0);
    const card = cardOf(visitor, number);
    const words = (await card.innerText()).replaceAll("\u00A0", " ");
    for (const part of ["SLT", "林小明", "NT$ 100", says("shop.orders.status.shipped")])
      expect(words).toContain(part);
    expect(words, "the stops that it passed are not printed").not.toContain(
      says("shop.orders.status.delivered"),
    );
    const colours = await card.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor, getComputedStyle(document.documentElement).backgroundColor];
    });
    expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  });
});
