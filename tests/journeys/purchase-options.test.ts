/** The options page by itself: what goes together, what stands in the address, and what it says when it cannot serve. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { startShop } from "../support/shop.ts";
import { startVisiting, type Visiting, type Walk } from "../support/visiting.ts";

let visiting: Visiting;
let browser: Browser;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ browser } = visiting);
});
afterAll(() => visiting?.close());

const visit = (language: Language, width: number, query: string, walk: Walk) =>
  visiting.visit(
    language,
    async (visitor) => {
      await visitor.page.goto(`/${language}/purchase-options?${query}`);
      await walk(visitor);
    },
    { width },
  );

const fig = "productId=fig-terrace&productNumber=SL-017";

function parts({ page, says }: Visitor) {
  const tabs = page
    .getByRole("tablist", { name: says("shop.purchase.categories") })
    .getByRole("tab");
  const panel = page.getByRole("tabpanel");
  return {
    tabs,
    panel,
    open: (name: string) => tabs.and(page.getByRole("tab", { name, exact: true })).click(),
    pick: async (option: string) => {
      await panel.getByText(option, { exact: true }).click();
      await panel.getByRole("radio", { name: option }).and(page.locator(":checked")).waitFor();
    },
    buy: page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }),
    words: page.getByLabel(says("shop.purchase.label_text")),
    drawing: page.getByRole("img", { name: says("shop.purchase.preview") }),
  };
}

test.each<[Language, number, string[]]>([
  ["zh", 360, ["容量", "濃度", "標籤"]],
  ["en", 768, ["Size", "Concentration", "Label"]],
  ["ja", 1280, ["容量", "濃度", "ラベル"]],
])(
  "the page opens with what can be chosen at once, in %s at %i px",
  async (language, width, categories) => {
    await visit(language, width, fig, async (visitor) => {
      const { page, says } = visitor;
      const { tabs, panel, buy, words } = parts(visitor);
      await tabs.first().waitFor();
      expect(
        await tabs.allInnerTexts(),
        "wrapping is asked for once there is something to wrap",
      ).toEqual(categories);
      expect(await panel.locator("img, svg").count()).toBeGreaterThanOrEqual(5);
      await panel.getByText(says("shop.purchase.no_extra")).waitFor();
      await panel.getByText(says("shop.purchase.extra", { price: "NT$ 180" })).waitFor();
      expect(await buy.isDisabled()).toBe(true);
      expect(await words.count()).toBe(0);
      for (const name of categories) {
        await tabs.and(page.getByRole("tab", { name, exact: true })).click();
        await picture(page, `options-${language}-${width}-${categories.indexOf(name)}`);
      }
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
    });
  },
);

test("oil takes the spray bottle away, and the page says so", async () => {
  await visit("en", 1280, `${fig}&options=capacity-spray-30,label-trail`, async (visitor) => {
    const { page, says } = visitor;
    const { open, pick } = parts(visitor);
    await open("Concentration");
    await pick("Rich (oil, no alcohol)");
    await page.getByText(says("shop.purchase.dropped", { names: "30 ml spray" })).waitFor();
    await page.waitForURL("**options=concentration-rich-oil%2Clabel-trail");
    await page.getByText(says("shop.purchase.still_missing", { names: "Size" })).waitFor();
    await picture(page, "options-dropped-en");
  });
});

test("a shared link shows the same bottle, and nothing that it must not", async () => {
  const choice =
    "options=capacity-spray-50,concentration-rich,label-leaf,packaging-hinoki&quantity=300&labelText=給媽媽";
  await visit("zh", 1280, `${fig}&userType=personal-jar&${choice}`, async (visitor) => {
    const { page } = visitor;
    const { drawing, words } = parts(visitor);
    // (360 + 320 + 90 + 25 + 160) × 300
    await page.getByText("NT$ 286,500").waitFor();
    expect(await words.inputValue()).toBe("給媽媽");
    const drawn = () => drawing.innerHTML();
    const first = await drawn();
    expect(await drawing.locator("image").count(), "size, strength, label and packaging").toBe(4);
    expect(await drawing.locator("linearGradient").count(), "no drawing of our own").toBe(0);
    expect(first).toContain("給媽媽");
    await picture(page, "options-shared-zh");
    await page.reload();
    await page.getByText("NT$ 286,500").waitFor();
    await expect.poll(drawn).toBe(first);
  });
  await visit(
    "zh",
    360,
    `${fig}&options=capacity-tin,label-leaf,packaging-ribbon,golden-bottle&quantity=150&labelText=hidden`,
    async (visitor) => {
      const { page } = visitor;
      const { drawing, words, tabs } = parts(visitor);
      await page.waitForURL("**options=capacity-tin&quantity=200**");
      expect(await tabs.allInnerTexts()).toEqual(["容量", "濃度", "包裝"]);
      expect(await words.count()).toBe(0);
      expect(await drawing.innerHTML()).not.toContain("hidden");
    },
  );
});

test("words fit the label and no more, and the counter warns before they do", async () => {
  await visit("ja", 360, `${fig}&options=label-moon`, async (visitor) => {
    const { page, says } = visitor;
    const { words, open, pick, drawing } = parts(visitor);
    const counter = (weight: number) =>
      page.getByText(says("shop.purchase.label_weight", { weight, max: 20 }), { exact: true });
    const colourOf = (weight: number) =>
      counter(weight).evaluate((element) => getComputedStyle(element).color);
    await words.fill("さくら2026");
    const calm = await colourOf(10);
    await words.fill("さくらの香り12");
    expect(await colourOf(14)).toBe(calm);
    await words.fill("さくらの香り1234");
    expect(await colourOf(16), "at 80 % it is calm yet").toBe(calm);
    await words.pressSequentially("5");
    expect(await colourOf(17), "above 80 % it warns").not.toBe(calm);
    await words.pressSequentially("6789跡");
    expect(await words.inputValue(), "what does not fit is ignored").toBe("さくらの香り12345678");
    await page.waitForURL(`**labelText=${encodeURIComponent("さくらの香り12345678")}`);
    expect(await drawing.innerHTML()).toContain("さくら");
    await picture(page, "options-label-ja");
    await open("ラベル");
    await pick("ラベルなし");
    expect(await words.count(), "bare glass takes no words").toBe(0);
    expect(await drawing.innerHTML()).not.toContain("さくら");
  });
});

test("holding the plus goes on by itself, and holding the minus ends at the least", async () => {
  await visit("en", 768, fig, async (visitor) => {
    const { page, says } = visitor;
    const quantity = page.getByLabel(says("shop.purchase.quantity"), { exact: true });
    const amount = async () => Number(await quantity.inputValue());
    const press = async (name: string, until: () => Promise<boolean>) => {
      await page.getByRole("button", { name: says(name), exact: true }).hover();
      await page.mouse.down();
      await expect.poll(until, { timeout: 60_000 }).toBe(true);
      await page.mouse.up();
      return amount();
    };
    const held = await press("shop.purchase.more", async () => (await amount()) >= 600);
    expect(held).toBeGreaterThanOrEqual(600);
    await page.mouse.move(0, 0);
    expect(await amount(), "letting go stops it").toBe(held);
    expect(await press("shop.purchase.fewer", async () => (await amount()) === 100)).toBe(100);
    await page.getByRole("button", { name: says("shop.purchase.more"), exact: true }).click();
    expect(await amount(), "a click is one step").toBe(200);
  });
});

test("without a product number there is nothing to buy", async () => {
  await visit("zh", 768, "productId=fig-terrace", async ({ page, says }) => {
    await page
      .getByRole("heading", { level: 1, name: says("shop.purchase.error_title") })
      .waitFor();
    await page.getByText(says("shop.purchase.missing_number")).waitFor();
    await picture(page, "options-missing-number-zh");
  });
});

test("while the options cannot be had the page says so, and trying again brings them", async () => {
  // The others' shop keeps the options that it read once, outage or not.
  const fresh = await startShop();
  const visitor = await newVisitor(browser, fresh.url, "zh", 768);
  const { page, says } = visitor;
  try {
    await stageFault(fresh, { mode: "refuse" });
    await page.goto(
      "/zh/purchase-options?productId=fig-terrace&productNumber=SL-017&userType=enterprise",
    );
    await page
      .getByRole("heading", { level: 1, name: says("shop.purchase.error_title") })
      .waitFor();
    await page.getByText(says("shop.purchase.load_options_failed")).waitFor();
    await picture(page, "options-failed-zh");
    await stageFault(fresh, { mode: "none" });
    // After many failures the shop leaves the upstream alone for ten seconds: who tries again sooner is told so again.
    const options = page.getByRole("heading", { level: 1, name: says("shop.purchase.title") });
    const retry = page.getByRole("button", { name: says("common.retry") });
    const tryAgain = async () => {
      if (await retry.isVisible()) await retry.click();
      await options.or(retry).first().waitFor();
      return options.isVisible();
    };
    await expect.poll(tryAgain, { timeout: 60_000, interval: 1_000 }).toBe(true);
  } finally {
    await visitor.close();
    await fresh.close();
  }
});
