/** What a shopper refuses is asked, kept out, said on cart and order, and remembered. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { rawMaterials } from "../../worker/stand-ins/upstream/data/raw-materials.ts";
import { bringAxe, faultsOf, settled } from "../support/accessibility.ts";
import {
  launchBrowser,
  newVisitor,
  picture,
  type Language,
  type Visitor,
} from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import {
  descriptionField,
  foundNumbers,
  openQuiz,
  placeOrder,
  search,
  tapCard,
} from "../support/quiz-visits.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([
    // Of its recommender nothing good can be expected.
    startShop({ upstreamVars: { IGNORES_REFUSALS: "true" } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const words = {
  zh: "拜託不要再推薦柑橘給我了，噴了會起疹子",
  en: "Please never recommend citrus again, it gives me a rash",
  ja: "柑橘はかぶれるので、もう勧めないでください",
} as const;
const htmlLang = { zh: "zh-Hant-TW", en: "en", ja: "ja" } as const;

const citric = Object.entries(rawMaterials).flatMap(([id, { family }]) =>
  family === "citrus" ? [id] : [],
);
const holdsCitrus = (number: string) => {
  const fragrance = allFragrances.find((one) => one.number === number);
  if (fragrance === undefined) throw new Error(`no fragrance ${number}`);
  return [fragrance.top, fragrance.middle, fragrance.back].some((tier) =>
    Object.keys(tier).some((id) => citric.includes(id)),
  );
};

async function look(visitor: Visitor, language: Language, name: string): Promise<void> {
  await settled(visitor.page);
  const lang = (await visitor.page.locator("html").getAttribute("lang")) ?? htmlLang[language];
  for (const width of [360, 1280]) {
    // The same markup in another language.
    const extent = language === "en" ? "everything" : "words";
    expect(await faultsOf(visitor.page, width, lang, extent), `${name} at ${width}`).toEqual([]);
    await picture(visitor.page, `refusals-${name}-${language}-${width}`);
  }
}

test.each(["zh", "en", "ja"] as const)(
  "citrus is refused in a sentence, and never comes back (%s)",
  async (language) => {
    const member = await newMember(shop, { language });
    const visitor = await newVisitor(browser, shop.url, language);
    const { page, says } = visitor;
    await bringAxe(page);
    const citrus = { zh: "柑橘", en: "citrus", ja: "柑橘" }[language];
    const remove = page.getByRole("button", {
      name: says("shop.refusals.remove", { name: citrus }),
    });

    await openQuiz(visitor, language, member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill(words[language]);
    await page
      .getByText(says("shop.refusals.understood", { name: citrus }), { exact: true })
      .waitFor();
    await look(visitor, language, "understood");
    await page
      .getByRole("button", { name: says("shop.refusals.right_named", { name: citrus }) })
      .click();
    await remove.waitFor();
    await page.getByRole("combobox").fill("limo");
    await page.getByRole("option").first().waitFor();
    await look(visitor, language, "search");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").fill("");
    await page.keyboard.press("Escape");
    await search(visitor);

    const numbers = await foundNumbers(visitor);
    expect(numbers).toHaveLength(5);
    expect(numbers.filter(holdsCitrus)).toEqual([]);
    await page
      .getByText(says("shop.refusals.without", { names: citrus }), { exact: true })
      .waitFor();
    await look(visitor, language, "result");

    await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).click();
    await page.waitForURL(/\/cart/);
    await page
      .getByText(says("shop.refusals.without", { names: citrus }), { exact: true })
      .waitFor();
    await look(visitor, language, "cart");

    await placeOrder(member.shopper, (await member.shopper.get("/cart")).body);
    await page.goto(`/${language}/orders`);
    await page
      .getByText(says("shop.refusals.without", { names: citrus }), { exact: true })
      .waitFor();
    await look(visitor, language, "order");

    await page.goto(`/${language}/profile?tab=refusals`);
    await remove.waitFor();
    await look(visitor, language, "profile");
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  },
  240_000,
);

test.each(["zh", "en", "ja"] as const)(
  "the next quiz begins with the list, on every question; where hardly a scent is left it says so (%s)",
  async (language) => {
    const member = await newMember(shop, { language });
    const families = ["citrus", "woody", "resinous", "gourmand", "tea"];
    // A rose of no known kind may be the refused one.
    const materials = ["may-rose", "lotus", "wisteria", "cucumber", "melon", "cherry-blossom"];
    const refusals = [
      ...families.map((family) => `family:${family}`),
      ...materials.map((material) => `material:${material}`),
    ];
    await member.shopper.send("PUT", "/members/me/refusals", { refusals });
    const visitor = await newVisitor(browser, shop.url, language);
    const { page, says } = visitor;
    await bringAxe(page);
    await openQuiz(visitor, language, member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "questionnaire");
    await page.locator("details > summary").click();
    await page.locator("details").getByRole("listitem").nth(10).waitFor();
    await look(visitor, language, "question");

    await page.getByRole("button", { name: says("shop.quiz.back"), exact: true }).click();
    await tapCard(visitor, "selection", "description");
    await page.getByRole("list", { name: says("shop.refusals.list") }).waitFor();
    await descriptionField(visitor).fill("雨 玫瑰 rose rain ローズ");
    await search(visitor);
    const shown = await foundNumbers(visitor);
    expect(shown.length).toBeLessThan(5);
    await page
      .getByText(
        says(`shop.refusals.missing.${shown.length === 4 ? "one" : "other"}`, {
          count: 5 - shown.length,
        }),
      )
      .waitFor();
    const rose = { zh: "玫瑰", en: "Rose", ja: "ローズ" }[language];
    await page.getByText(says("shop.refusals.mark.unknown", { names: rose })).waitFor();
    await look(visitor, language, "fewer");
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  },
  240_000,
);
