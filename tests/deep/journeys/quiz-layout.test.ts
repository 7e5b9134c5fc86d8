/** Where things stand on the result of the quiz, and whether they can be read there. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { bringAxe } from "../../support/accessibility.ts";
import type { Language, Visitor } from "../../support/browser.ts";
import { newMember } from "../../support/new-member.ts";
import { descriptionField, foundNumbers, search, tapCard } from "../../support/visits.ts";
import { openVisiting, type Walk } from "../../support/visiting.ts";

const visiting = await openVisiting();

const wish = {
  zh: "雨後的檜木，拜託不要再推薦柑橘給我",
  en: "A cedar library after rain, never recommend citrus again",
  ja: "雨の檜。柑橘はもう勧めないでください",
};

/** As far as the description of what is searched. */
async function describing(language: Language, width: number, walk: Walk): Promise<void> {
  const as = await newMember(visiting.shop, { language });
  const toWords: Walk = async (visitor) => {
    await bringAxe(visitor.page);
    await visitor.page.goto(`/${language}/fragrance-quiz`);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill(wish[language]);
    await walk(visitor);
  };
  await visiting.visit(language, toWords, { as, width });
}
const edgeOf = (place: Locator, edge: "top" | "bottom") =>
  place.evaluate((element, name) => element.getBoundingClientRect()[name], edge);
const offerOf = ({ page, says }: Visitor) =>
  page.getByRole("region", { name: says("shop.quiz.result.set.SAMPLE_PAPER") });

test("beside the scents, the offer is always at hand and covers none of them (1280 px)", () =>
  describing("en", 1280, async (visitor) => {
    const { page } = visitor;
    await search(visitor);
    await foundNumbers(visitor);
    const offer = offerOf(visitor);
    const covered = () =>
      offer.evaluate((element) => {
        const own = element.getBoundingClientRect();
        return [...document.querySelectorAll("main ol > li svg")].filter((portrait) => {
          const { top, bottom, left, right } = portrait.getBoundingClientRect();
          return right > own.left && left < own.right && bottom > own.top && top < own.bottom;
        }).length;
      });
    const last = page.getByRole("main").locator("ol > li").last();
    const height = page.viewportSize()?.height ?? 0;
    expect(await edgeOf(last, "bottom")).toBeGreaterThan(height);
    for (let scrolled = 0; (await edgeOf(last, "bottom")) > height; scrolled += 1) {
      expect(scrolled, "the last scent comes at last").toBeLessThan(40);
      expect(await covered()).toBe(0);
      expect(await edgeOf(offer.getByRole("button"), "bottom")).toBeLessThanOrEqual(height);
      await page.mouse.wheel(0, 120);
    }
  }));

test("on a phone the offer leaves the best scent's portrait alone, and is at hand from the second on (360 px)", () =>
  describing("en", 360, async (visitor) => {
    const { page } = visitor;
    await search(visitor);
    await foundNumbers(visitor);
    const add = offerOf(visitor).getByRole("button");
    const portrait = page.getByRole("main").locator("li svg").first();
    const height = page.viewportSize()?.height ?? 0;
    for (let scrolled = 0; (await edgeOf(add, "top")) > height; scrolled += 1) {
      expect(scrolled, "the offer comes at last").toBeLessThan(40);
      await page.mouse.wheel(0, 60);
      expect(await edgeOf(add, "top")).toBeGreaterThan(await edgeOf(portrait, "bottom"));
    }
    expect((await offerOf(visitor).boundingBox())?.height).toBeLessThanOrEqual(58);
  }));
