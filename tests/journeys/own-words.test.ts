/** Somebody describes a scent in their own words, signs in on the way, and finds the words again. */
import { expect, test } from "vitest";
import {
  signIn,
  arriveAt,
  descriptionField,
  foundNumbers,
  lastResult,
  search,
  tapCard,
} from "../support/visits.ts";
import { languagesOf } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { openVisiting, type Walk } from "../support/visiting.ts";

const visiting = await openVisiting();

const hinoki = { zh: "檜雨", en: "Hinoki Rain", ja: "檜の雨" };

test.each(languagesOf("ja"))(
  "from a scent's page by the sign-in to own words, to a result that keeps the scent, and back to it (%s)",
  async (language) => {
    const member = await newMember(visiting.shop, { language });
    const wish = "雨上がりの檜の森 A forest after rain";
    const walk: Walk = async (visitor) => {
      const { page, says } = visitor;
      await page.goto(`/${language}/scent/hinoki-rain`);
      await page.getByRole("heading", { name: says("shop.scent_page.sizes.title") }).waitFor();
      await page.getByRole("link", { name: says("shop.scent_page.sample") }).click();
      await signIn(visitor, member);
      await page.getByText(says("shop.quiz.retry.chosen", { name: hinoki[language] })).waitFor();
      await tapCard(visitor, "personalOptions", "sample");
      await tapCard(visitor, "selection", "description");
      await descriptionField(visitor).fill(wish);

      // The session ends while the words are written.
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
      await page.reload();
      await signIn(visitor, member);
      expect(await descriptionField(visitor).inputValue()).toBe(wish);
      await search(visitor);
      const numbers = await foundNumbers(visitor);
      expect(new Set(numbers).size).toBe(5);
      const { product_id } = (await member.shopper.get("/products/hinoki-rain")).body;
      expect(numbers[0]).toBe(product_id);
      await page.getByText(says("shop.quiz.result.told"), { exact: true }).click();
      await page.getByText(wish).first().waitFor();

      await page
        .getByRole("link", { name: says("common.brand") })
        .first()
        .click();
      await page.waitForURL("**/home");
      await page.goto(`/${language}/fragrance-quiz`);
      await arriveAt(visitor, "personalOptions");
      await lastResult(visitor).click();
      expect(await foundNumbers(visitor)).toEqual(numbers);
      await page.getByText(says("shop.quiz.result.told"), { exact: true }).click();
      await page.getByText(wish).first().waitFor();
    };
    await visiting.visit(language, walk, { refusals: [401] });
  },
);
