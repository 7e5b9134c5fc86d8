/** The options page by itself: what goes together, what stands in the address, and what it says when it cannot serve. */
import type { Browser, Locator } from "playwright-core";
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

const figNames = { zh: "無花果露台", en: "Fig Terrace", ja: "いちじくのテラス" };
const fig = "productId=fig-terrace&productNumber=SL-017";

function parts({ page, says }: Visitor) {
  const tabs = page
    .getByRole("tablist", { name: says("shop.purchase.categories") })
    .getByRole("tab");
  const panel = page.getByRole("tabpanel");
  return {
    tabs,
    panel,
    open: (name: string) =>
      tabs.and(page.getByRole("tab", { name: new RegExp(`^${name}`) })).click(),
    /** The tab tells the choice. */
    pick: async (option: string) => {
      await panel.getByText(option, { exact: true }).click();
      await tabs.and(page.getByRole("tab", { name: option })).waitFor();
    },
    names: async () => (await tabs.allInnerTexts()).map((text) => text.split("\n")[0]?.trim()),
    buy: page.getByRole("button", { name: says("shop.purchase.buy"), exact: true }),
    words: page.getByLabel(says("shop.purchase.label_text")),
    drawing: page.getByRole("img", { name: says("shop.purchase.preview") }),
  };
}

test.each<[Language, number, string[]]>([
  ["zh", 360, ["容量", "濃度", "標籤", "包裝"]],
  ["en", 768, ["Size", "Concentration", "Label", "Packaging"]],
  ["ja", 1280, ["容量", "濃度", "ラベル", "包装"]],
])(
  "the page opens with what can be chosen at once, in %s at %i px",
  async (language, width, categories) => {
    await visit(language, width, fig, async (visitor) => {
      const { page, says } = visitor;
      const { tabs, panel, buy, words, names, open } = parts(visitor);
      await tabs.first().waitFor();
      expect(await names()).toEqual(categories);
      expect(await tabs.last().getAttribute("aria-disabled"), "there is nothing to wrap yet").toBe(
        "true",
      );
      const heading = await page.getByRole("heading", { level: 1 }).innerText();
      expect(heading).toBe(figNames[language]);
      await page.getByText("SL-017").waitFor();
      expect(await panel.locator("img, svg").count()).toBeGreaterThanOrEqual(5);
      await panel.getByText(says("shop.purchase.no_extra")).waitFor();
      await panel.getByText(says("shop.purchase.extra", { price: "NT$ 180" })).waitFor();
      expect(await buy.isDisabled()).toBe(true);
      expect(await words.count()).toBe(0);
      for (const name of categories.slice(0, 3)) {
        await open(name);
        expect(await visitor.page.evaluate(loneSigns), name).toEqual([]);
        await picture(page, `options-${language}-${width}-${categories.indexOf(name)}`);
      }
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
    });
  },
);

/** Names of options whose last line is one sign. */
function loneSigns(): string[] {
  const names = [...document.querySelectorAll("[role=tabpanel] label > span")];
  return names
    .filter((name) => {
      const range = document.createRange();
      const text = name.firstChild;
      if (text?.nodeType !== Node.TEXT_NODE) return false;
      const topAt = (at: number) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      };
      const length = name.textContent.replace(/[）)]$/, "").length;
      return length > 1 && topAt(length - 1) > topAt(length - 2) + 4;
    })
    .map(({ textContent }) => textContent);
}

/** Wholly in the window, and nothing lies over it. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) =>
      element.contains(document.elementFromPoint((left + right) / 2, y)),
    );
  });
}

test("each choice leads on to what is missing, keeps the bottle's size and is told beside the price", async () => {
  await visit("zh", 360, fig, async (visitor) => {
    const { page, says } = visitor;
    const { tabs, panel, pick, open, buy, drawing, words } = parts(visitor);
    const bottle = () =>
      drawing.evaluate((svg) => {
        const drawn = svg.querySelector("g")?.getBoundingClientRect();
        return (drawn?.height ?? 0) / svg.getBoundingClientRect().height;
      });
    const isOpen = async (name: string) => {
      const tab = tabs.and(page.getByRole("tab", { name: new RegExp(`^${name}`), selected: true }));
      await tab.waitFor();
      await expect.poll(() => tab.evaluate((each) => each === document.activeElement)).toBe(true);
    };
    await tabs.first().waitFor();
    await page.getByText(says("shop.purchase.progress", { done: 0, all: 4 })).waitFor();
    for (const part of [tabs.last(), panel.locator("label").first()])
      expect(await isUncovered(part), "in the first screen, above the bar").toBe(true);
    const empty = await bottle();
    expect(empty).toBeGreaterThanOrEqual(0.7);
    await pick("30 ml 噴霧瓶");
    await isOpen("濃度");
    expect(await bottle()).toBeCloseTo(empty);
    await pick("適中（淡香精）");
    await isOpen("標籤");
    await pick("葉脈");
    await expect.poll(() => isUncovered(words), { message: "its words are asked for" }).toBe(true);
    await words.fill("給媽媽");
    await page.getByRole("button", { name: says("shop.purchase.next", { name: "包裝" }) }).click();
    await isOpen("包裝");
    expect(await words.count(), "only where the label is chosen").toBe(0);
    expect(await drawing.innerHTML(), "and kept").toContain("給媽媽");
    const missing = page.getByText(says("shop.purchase.still_missing", { names: "包裝" }));
    for (const part of [missing, page.getByText("NT$ 62,500"), buy]) {
      const box = await part.last().boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0), "in sight from the tabs").toBeLessThanOrEqual(
        await page.evaluate(() => window.innerHeight),
      );
    }
    await pick("檜木盒");
    await page.getByText(says("shop.purchase.progress", { done: 4, all: 4 })).waitFor();
    await open("容量");
    await pick("50 ml 噴霧瓶");
    expect(await bottle()).toBeCloseTo(empty);
    expect(await buy.isEnabled()).toBe(true);
    await tabs.and(page.getByRole("tab", { name: "容量", selected: true })).waitFor();
    await picture(page, "options-led-zh");
  });
});

test("keys alone choose without being led away, and go on when they say so", async () => {
  await visit("en", 1280, fig, async (visitor) => {
    const { page, says } = visitor;
    const { tabs, panel } = parts(visitor);
    const keys = page.keyboard;
    await tabs.first().focus();
    await keys.press("ArrowLeft");
    const label = tabs.and(page.getByRole("tab", { name: "Label", selected: true }));
    await label.waitFor();
    expect(
      await label.evaluate((tab) => tab === document.activeElement),
      "past what waits for another choice",
    ).toBe(true);
    await keys.press("Home");
    await keys.press("Tab");
    await keys.press("ArrowDown");
    await keys.press("ArrowDown");
    await tabs.and(page.getByRole("tab", { name: "Size 30 ml spray", selected: true })).waitFor();
    expect(await panel.getByRole("radio", { name: "30 ml spray" }).isChecked()).toBe(true);
    await keys.press("Tab");
    const next = page.getByRole("button", {
      name: says("shop.purchase.next", { name: "Concentration" }),
    });
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
    await keys.press("Enter");
    const opened = tabs.and(page.getByRole("tab", { name: "Concentration", selected: true }));
    await opened.waitFor();
    await expect.poll(() => opened.evaluate((tab) => tab === document.activeElement)).toBe(true);
  });
});

test("oil takes the spray bottle away, and the page says so", async () => {
  await visit("en", 1280, `${fig}&options=capacity-spray-30,label-trail`, async (visitor) => {
    const { page, says } = visitor;
    const { open, pick } = parts(visitor);
    await open("Concentration");
    await pick("Rich (oil, no alcohol)");
    await page.getByText(says("shop.purchase.dropped", { names: "30 ml spray" })).waitFor();
    await page.waitForURL("**options=concentration-rich-oil%2Clabel-trail");
    await page.getByText(says("shop.purchase.still_missing", { names: "Size" })).waitFor();
    const size = page.getByRole("tab", { name: "Size", selected: true });
    await expect
      .poll(() => size.evaluate((tab) => tab === document.activeElement), {
        message: "what is missing again opens",
      })
      .toBe(true);
    await picture(page, "options-dropped-en");
  });
});

test("a shared link shows the same bottle, and nothing that it must not", async () => {
  const choice =
    "options=capacity-spray-50,concentration-rich,label-leaf,packaging-hinoki&quantity=300&labelText=給媽媽";
  await visit("zh", 1280, `${fig}&userType=personal-jar&${choice}`, async (visitor) => {
    const { page } = visitor;
    const { drawing, words, open } = parts(visitor);
    // (360 + 320 + 90 + 25 + 160) × 300
    await page.getByText("NT$ 286,500").first().waitFor();
    await open("標籤");
    expect(await words.inputValue()).toBe("給媽媽");
    // Ids inside the drawing count how often it was drawn.
    const drawn = async () => (await drawing.innerHTML()).replaceAll(/_r_\w+?_/g, "");
    const first = await drawn();
    expect(await drawing.locator("image").count(), "label and packaging").toBe(2);
    expect(await drawing.locator("g > image").count(), "the packaging stands behind").toBe(1);
    expect(await drawing.locator("linearGradient").count(), "the scent's own liquid").toBe(1);
    expect(first).toContain("給媽媽");
    await picture(page, "options-shared-zh");
    await page.reload();
    await page.getByText("NT$ 286,500").first().waitFor();
    await expect.poll(drawn).toBe(first);
  });
  await visit(
    "zh",
    360,
    `${fig}&options=capacity-tin,label-leaf,packaging-ribbon,golden-bottle&quantity=150&labelText=hidden`,
    async (visitor) => {
      const { page } = visitor;
      const { drawing, words, names } = parts(visitor);
      await page.waitForURL("**options=capacity-tin&quantity=200**");
      expect(await names(), "a tin is not labelled").toEqual(["容量", "濃度", "包裝"]);
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
    await open("ラベル");
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
    const options = page.getByRole("heading", { level: 1, name: figNames.zh });
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
