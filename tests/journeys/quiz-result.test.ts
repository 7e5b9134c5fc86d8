/** The result of the quiz: in whatever language the page speaks, side by side, by keyboard alone, and never as markup. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bringAxe, faultsOf } from "../support/accessibility.ts";
import { picture, textOf, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { tabTo } from "../support/identity-visits.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import {
  arriveAt,
  descriptionField,
  foundNumbers,
  headingOf,
  lastResult,
  nextButton,
  openQuiz,
  overhear,
  placeOrder,
  posts,
  search,
  tapCard,
} from "../support/quiz-visits.ts";
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

/** An outage that a test staged ends with the visit. */
const visit = (language: Language, width: number, walk: Walk, expected = /^$/) =>
  visiting
    .visit(language, walk, { width, refusals: [expected] })
    .finally(() => stageFault(shop, { mode: "none" }));

async function findByWords(
  visitor: Visitor,
  language: Language,
  member: NewMember,
  words: string,
): Promise<string[]> {
  await openQuiz(visitor, language, member);
  await tapCard(visitor, "personalOptions", "sample");
  await tapCard(visitor, "selection", "description");
  await descriptionField(visitor).fill(words);
  await search(visitor);
  return foundNumbers(visitor);
}

/** Changes the page's language as its modal does, query and all. */
async function changeLanguage({ page }: Visitor, from: Language, to: Language, name: string) {
  const short = textOf(from, "common.language.short");
  await page
    .getByRole("button", { name: textOf(from, "common.language.button", { language: short }) })
    .click();
  await page.getByRole("dialog").getByText(name).click();
  await page.waitForURL(`**/${to}/fragrance-quiz`);
}

const compareButtons = ({ page, says }: Visitor) =>
  page.getByRole("button", { name: new RegExp(`^${says("shop.quiz.compare.pick")}[：:]`) });

test("answer, evidence and notes follow the page into another language (zh to ja)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit("zh", 1280, async (visitor) => {
    const { page } = visitor;
    const numbers = await findByWords(visitor, "zh", member, "雨後的檜木，安靜一點");
    const main = page.getByRole("main");
    expect(await main.innerText()).toContain("檜雨");
    await changeLanguage(visitor, "zh", "ja", "日本語");
    await page.getByText(textOf("ja", "shop.quiz.result.why"), { exact: true }).first().waitFor();
    await page.getByText(/^ご希望のポイント/).waitFor();
    expect(
      await foundNumbers({ ...visitor, says: (key) => textOf("ja", key) }),
      "the same scents",
    ).toEqual(numbers);
    expect(await main.locator("[lang]").count(), "nothing is left in another language").toBe(0);
    const shown = await main.innerText();
    expect(shown).toContain("檜の雨");
    expect(shown).toContain("雨後的檜木，安靜一點");
    expect(shown.replace("雨後的檜木，安靜一點", "")).not.toMatch(/您|雪松|檜雨/);
    await picture(page, "quiz-result-zh-in-ja");
  });
});

test("an answer that cannot be had in the page's language stays, and says which language it is in (en to zh)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit(
    "en",
    360,
    async (visitor) => {
      const { page } = visitor;
      await findByWords(visitor, "en", member, "A cedar library after rain");
      await stageFault(shop, { mode: "refuse", paths: ["/raw-materials"] });
      await changeLanguage(visitor, "en", "zh", "繁體中文");
      const answer = page.locator('main p[lang="en"]');
      await answer.waitFor();
      expect(await answer.innerText()).toMatch(/^What we took from your words/);
      expect(await page.locator('main ul[lang="en"] li').count()).toBeGreaterThan(0);
    },
    /status of 503/,
  );
});

const unfoldAll = ({ page }: Visitor) =>
  page
    .getByRole("main")
    .locator("summary")
    .evaluateAll((rows) => rows.forEach((row) => (row as HTMLElement).click()));

test("beside the scents, the offer is always at hand and covers none of them (en, 1280 px)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 1280, async (visitor) => {
    const { page, says } = visitor;
    await findByWords(visitor, "en", member, "A cedar library after rain");
    const offer = page.getByRole("region", { name: says("shop.quiz.result.set.SAMPLE_PAPER") });
    const covered = () =>
      offer.evaluate((element) => {
        const own = element.getBoundingClientRect();
        return [...document.querySelectorAll("main ol > li svg")].filter((portrait) => {
          const { top, bottom, left, right } = portrait.getBoundingClientRect();
          return right > own.left && left < own.right && bottom > own.top && top < own.bottom;
        }).length;
      });
    const add = offer.getByRole("button", { name: says("shop.quiz.result.add"), exact: true });
    const last = page.getByRole("main").locator("ol > li").last();
    const height = page.viewportSize()?.height ?? 0;
    const bottomOf = (place: Locator) =>
      place.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await page.getByRole("main").locator("ol > li svg").count()).toBe(5);
    expect(await bottomOf(last)).toBeGreaterThan(height);
    for (let scrolled = 0; (await bottomOf(last)) > height; scrolled += 1) {
      expect(scrolled, "the last scent comes at last").toBeLessThan(40);
      expect(await covered()).toBe(0);
      expect(await bottomOf(add)).toBeLessThanOrEqual(height);
      await page.mouse.wheel(0, 120);
    }
    expect(await page.getByRole("main").locator("details").count()).toBe(0);
  });
});

test("on a phone the offer leaves the best scent's portrait alone, and is at hand from the second scent on (en, 360 px)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 360, async (visitor) => {
    const { page, says } = visitor;
    await findByWords(visitor, "en", member, "A cedar library after rain");
    const add = page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true });
    const portrait = page.getByRole("main").locator("li svg").first();
    const height = page.viewportSize()?.height ?? 0;
    const topOf = (place: Locator) =>
      place.evaluate((element) => element.getBoundingClientRect().top);
    const bottomOf = (place: Locator) =>
      place.evaluate((element) => element.getBoundingClientRect().bottom);
    for (let scrolled = 0; (await topOf(add)) > height; scrolled += 1) {
      expect(scrolled, "the offer comes at last").toBeLessThan(40);
      await page.mouse.wheel(0, 60);
      expect(await topOf(add)).toBeGreaterThan(await bottomOf(portrait));
    }
    const rows = page.getByRole("main").locator("details");
    expect(await rows.count()).toBe(4);
    const offer = await page
      .getByRole("region", { name: says("shop.quiz.result.set.SAMPLE_PAPER") })
      .boundingBox();
    expect(offer?.height).toBeLessThanOrEqual(58);
    await rows.first().locator("summary").focus();
    await page.keyboard.press("Enter");
    await rows.first().getByText(says("shop.scent.tier.back"), { exact: true }).waitFor();
    await rows.first().getByRole("link").click();
    await page.waitForURL("**/en/scent/*");
  });
});

test("two scents stand side by side on a narrow screen (zh, 360 px)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit("zh", 360, async (visitor) => {
    const { page, says } = visitor;
    await bringAxe(page);
    await findByWords(visitor, "zh", member, "雨後的檜木，安靜一點");
    const names = await page
      .getByRole("main")
      .getByRole("listitem")
      .getByRole("heading", { level: 2 })
      .allInnerTexts();
    const [first = "", , third = ""] = names;
    expect(await compareButtons(visitor).count(), "only the first lies open").toBe(1);
    await unfoldAll(visitor);
    await compareButtons(visitor).first().click();
    const second = page.getByRole("button", {
      name: `${says("shop.quiz.compare.with", { name: first })}：${third}`,
    });
    await second.click();
    const table = page.getByRole("dialog").getByRole("table");
    await table.waitFor();
    expect(await table.getByRole("columnheader").allInnerTexts()).toEqual([
      expect.stringContaining(first),
      expect.stringContaining(third),
    ]);
    for (const tier of ["top", "middle", "back"])
      await table.getByText(says(`shop.scent.tier.${tier}`), { exact: true }).waitFor();
    const tops = await table
      .getByRole("cell")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
    for (let row = 0; row + 1 < tops.length - 1; row += 2)
      expect(tops[row], `row ${row / 2}`).toBe(tops[row + 1]);
    expect(await faultsOf(page, 360, "zh-Hant-TW")).toEqual([]);
    await picture(page, "quiz-compare-zh-360");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: says("common.close") })
      .last()
      .click();
    await table.waitFor({ state: "detached" });
    expect(await compareButtons(visitor).count(), "both are put back").toBe(names.length);
  });
});

async function holdsFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element === document.activeElement);
}

/** Whoever uses keys alone hears each new screen, for its heading has the focus. */
async function onNewScreen(page: Page, before: string): Promise<string> {
  await page.waitForFunction((last) => {
    const heading = document.querySelector("h1");
    return heading !== null && heading.textContent !== last && heading === document.activeElement;
  }, before);
  return page.getByRole("heading", { level: 1 }).innerText();
}

test("the whole quiz is done with the keyboard alone, comparison and cart included (en)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 1280, async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "en", member);
    await arriveAt(visitor, "personalOptions");
    let heading = says("shop.quiz.personalOptions.title");
    for (
      let screen = 0;
      screen < 14 && !(await descriptionField(visitor).isVisible());
      screen += 1
    ) {
      const choice = page.locator("fieldset input").first();
      if ((await choice.count()) > 0) {
        await tabTo(page, choice);
        await page.keyboard.press("Space");
        expect(await choice.isChecked()).toBe(true);
      } else {
        await tabTo(page, page.getByRole("main").getByRole("textbox"));
        await page.keyboard.type("Old paper");
      }
      await tabTo(page, nextButton(visitor));
      expect(
        await page.getByRole("heading", { level: 1 }).innerText(),
        "no key moves on by itself",
      ).toBe(heading);
      await page.keyboard.press("Enter");
      heading = await onNewScreen(page, heading);
    }
    await tabTo(page, descriptionField(visitor));
    await page.keyboard.type("Cedar, old paper, nothing sweet");
    await tabTo(
      page,
      page.getByRole("button", { name: says("shop.quiz.description.submit"), exact: true }),
    );
    await page.keyboard.press("Enter");
    expect(await foundNumbers(visitor)).toHaveLength(5);
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");

    await tabTo(page, compareButtons(visitor).nth(0));
    await page.keyboard.press("Enter");
    const picked = page.getByRole("button", {
      name: new RegExp(`^${says("shop.quiz.compare.picked")}`),
    });
    expect(await picked.getAttribute("aria-pressed")).toBe("true");
    const next = page.getByRole("button", { name: /^Compare with / }).first();
    await tabTo(page, next);
    await page.keyboard.press("Space");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.waitForFunction(() =>
      document.querySelector("dialog")?.contains(document.activeElement),
    );
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await holdsFocus(compareButtons(visitor).nth(1)), "the focus is back where it was").toBe(
      true,
    );
    await tabTo(
      page,
      page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }),
    );
    await page.keyboard.press("Enter");
    await page.waitForURL("**/en/cart");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  });
});

test("a result found in another tab can be changed: its answers come from the server (ja)", async () => {
  const member = await newMember(shop, { language: "ja", country: "JP" });
  await visit("ja", 768, async (visitor) => {
    const numbers = await findByWords(visitor, "ja", member, "雨あがりの檜の森");
    const page = await visitor.page.context().newPage();
    const other = { ...visitor, page };
    await page.goto("/ja/fragrance-quiz");
    await lastResult(other).click();
    expect(await foundNumbers(other)).toEqual(numbers);
    await page
      .getByRole("button", { name: visitor.says("shop.quiz.result.change"), exact: true })
      .click();
    await page.waitForURL("**/ja/fragrance-quiz?retryFrom=*");
    await arriveAt(other, "personalOptions");
    await nextButton(other).click();
    await tapCard(other, "selection", "description");
    expect(await descriptionField(other).inputValue()).toBe("雨あがりの檜の森");
  });
});

test("another member of the same browser does not see the result (en)", async () => {
  const first = await newMember(shop, { language: "en" });
  const second = await newMember(shop, { language: "en" });
  await visit("en", 1280, async (visitor) => {
    const { page } = visitor;
    await findByWords(visitor, "en", first, "A secret wish");
    const kept = await page.evaluate(() => localStorage.getItem("fragrance_recommendations") ?? "");
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.removeItem("access_token");
      localStorage.removeItem("auth-storage");
    });
    await page.goto("/en/login?from=/en/fragrance-quiz");
    await page.evaluate((text) => localStorage.setItem("fragrance_recommendations", text), kept);
    await signIn(visitor, second);
    await arriveAt(visitor, "personalOptions");
    expect(await page.getByRole("main").innerText()).not.toContain("A secret wish");
  });
});

test("what was left under the result's name by something else is no result (zh)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit("zh", 360, async (visitor) => {
    const { page } = visitor;
    await openQuiz(visitor, "zh", member);
    await arriveAt(visitor, "personalOptions");
    for (const odd of [
      '{"state":{"kept":{"products_id":"x"}},"version":0}',
      '{"state":null}',
      "[]",
      "{{",
    ]) {
      await page.evaluate((text) => localStorage.setItem("fragrance_recommendations", text), odd);
      await page.reload();
      await arriveAt(visitor, "personalOptions");
    }
  });
});

const markup =
  '<script>document.title="hurt"</script><img src=x onerror="document.title=\'hurt\'"><b>bold</b>';

test("markup in a member's words is words: on the result, in the cart and on the orders (en)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 1280, async (visitor) => {
    const { page, says } = visitor;
    const calls = overhear(page);
    const staysWords = async (text: string) => {
      await page.getByText(text, { exact: false }).first().waitFor();
      const elements = await page.locator('main script, main img[src="x"], main b').count();
      expect([elements, await page.title()]).toEqual([0, expect.not.stringContaining("hurt")]);
    };
    await findByWords(visitor, "en", member, `${markup} cedar`);
    expect(posts(calls, /\/submit$/)[0]?.body?.answers).toMatchObject([
      { answer_text: `${markup} cedar` },
    ]);
    await staysWords(markup);
    await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).click();
    await page.waitForURL("**/en/cart");
    await staysWords(markup);

    const label = "<b>x</b><img src=x>";
    const { status, body: cart } = await member.shopper.send("POST", "/cart/items", {
      productIds: ["hinoki-rain"],
      itemType: "JAR",
      type: "FINISHED_PRODUCT",
      amount: 100,
      addonItemIds: ["capacity-spray-30", "concentration-moderate", "label-moon", "packaging-box"],
      labelText: label,
    });
    expect(status).toBe(200);
    await placeOrder(member.shopper, cart, { customer_name: markup, customer_note: markup });
    await page.goto("/en/orders");
    await page.getByRole("article").first().waitFor();
    await staysWords(markup);
    await staysWords(label);
    await headingOf(visitor, "shop.orders.title").waitFor();
  });
});
