import type { Locator } from "playwright-core";
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
  await visiting.visit(language, { as, width }, toWords);
}
const edgeOf = (place: Locator, edge: "top" | "bottom") =>
  place.evaluate((element, name) => element.getBoundingClientRect()[name], edge);
const offerOf = ({ page, says }: Visitor) =>
  page.getByRole("region", { name: says("shop.quiz.result.set.SAMPLE_PAPER") });

test.each([
  ["zh", 360],
  ["en", 1280],
  ["ja", 1920],
] as const)(
  "the best scent's portrait and name, and the offer, are the first view; the offer rests below the last scent (%s, %i px)",
  (language, width) =>
    describing(language, width, async (visitor) => {
      const { page } = visitor;
      await search(visitor);
      await foundNumbers(visitor);
      const scents = page.getByRole("main").locator("ol > li");
      const [best, offer] = [scents.first(), offerOf(visitor)];
      const portrait = best.locator("svg").first();
      expect(await edgeOf(best.getByRole("heading"), "top")).toBeLessThan(420);
      expect(await edgeOf(portrait, "bottom")).toBeLessThan(await edgeOf(offer, "top"));
      expect(await edgeOf(offer.getByRole("button"), "bottom")).toBeLessThanOrEqual(
        page.viewportSize()?.height ?? 0,
      );
      await page.mouse.wheel(0, 20_000);
      const last = scents.last();
      await expect
        .poll(async () => (await edgeOf(offer, "top")) - (await edgeOf(last, "bottom")))
        .toBeGreaterThanOrEqual(-1);
    }),
);
