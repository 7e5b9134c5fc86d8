/** Each way through the quiz, in Chromium against the built shop. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Language } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import {
  arriveAt,
  backButton,
  descriptionField,
  foundNumbers,
  headingOf,
  nextButton,
  openQuiz,
  overhear,
  posts,
  search,
  tapCard,
  tapThroughQuestions,
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

const visit = (language: Language, width: number, walk: Walk, expected = /^$/) =>
  visiting.visit(
    language,
    (visitor) =>
      walk(visitor).finally(() => picture(visitor.page, `quiz-last-${language}-${width}`)),
    {
      width,
      refusals: [expected],
    },
  );

/** The answers of an earlier quiz, through the front door. */
async function answeredBefore({ shopper }: NewMember, words: string): Promise<string> {
  const answers = [
    { question_id: "occasion", option_ids: ["occasion-home"], answer_text: null },
    { question_id: "mood", option_ids: ["mood-calm", "mood-clean"], answer_text: null },
    { question_id: "place", option_ids: ["place-forest"], answer_text: null },
    { question_id: "season", option_ids: ["season-autumn"], answer_text: null },
    { question_id: "strength", option_ids: ["strength-light"], answer_text: null },
    { question_id: "ideal-scent", option_ids: [], answer_text: words },
  ];
  const body = { form_id: "scent-discovery", personal_option: "JAR", answers };
  const { status, body: answer } = await shopper.send(
    "POST",
    "/surveys/scent-discovery/submit",
    body,
  );
  expect(status).toBe(201);
  return answer.id;
}

test("an individual answers the questions and gets five scent papers (zh, 1280 px)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit("zh", 1280, async (visitor) => {
    const { page, says } = visitor;
    const calls = overhear(page);
    await openQuiz(visitor, "zh", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "questionnaire");
    expect(posts(calls, /\/start$/), "nothing is answered yet").toHaveLength(0);
    await tapThroughQuestions(visitor);
    expect(posts(calls, /\/surveys\/scent-discovery\/start$/)).toHaveLength(1);
    const easel = page.locator('[class*="_easel_"]');
    const painting = () => easel.innerHTML();
    await expect.poll(painting, { message: "the answers are painted" }).toContain("<svg");
    const before = await painting();
    await descriptionField(visitor).fill("雨後的檜木，安靜一點");
    await expect.poll(painting, { message: "and the words with them" }).not.toBe(before);
    expect(await easel.getAttribute("aria-hidden")).toBe("true");
    await search(visitor);
    const numbers = await foundNumbers(visitor);
    expect(new Set(numbers).size).toBe(5);

    const [submitted] = posts(calls, /\/submit$/);
    expect(submitted?.body).toMatchObject({
      form_id: "scent-discovery",
      personal_option: "SAMPLE_PAPER",
    });
    expect(submitted?.body?.answers).toContainEqual({
      question_id: "ideal-scent",
      option_ids: [],
      answer_text: "雨後的檜木，安靜一點",
    });
    expect(posts(calls, /\/raw-materials\/chat$/).map((call) => call.body?.top_k)).toEqual([5]);
    const kept = posts(calls, /\/recommendations$/).map((call) => call.body?.recommendation_order);
    expect(kept.toSorted()).toEqual([1, 2, 3, 4, 5]);
    await page.getByText(says("shop.quiz.result.best"), { exact: true }).waitFor();
    expect(
      await page.getByText(says("shop.quiz.result.why"), { exact: true }).count(),
    ).toBeGreaterThan(0);
    await page.getByText("雨後的檜木，安靜一點").first().waitFor();

    await page.reload();
    expect(await foundNumbers(visitor), "a reload shows it again").toEqual(numbers);
    await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).click();
    await page.waitForURL("**/zh/cart");
    const { items } = (await member.shopper.get("/cart/")).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      type: "SAMPLE",
      itemType: "SAMPLE_PAPER",
      price: 100,
      userAnswer: "雨後的檜木，安靜一點",
    });
    expect(items[0].productIds).toHaveLength(5);
  });
});

test("an individual wants a batch and describes it in their own words: three jars (ja, 768 px)", async () => {
  const member = await newMember(shop, { language: "ja", country: "JP" });
  await visit("ja", 768, async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "ja", member);
    await tapCard(visitor, "personalOptions", "batch");
    await tapCard(visitor, "selection", "description");
    await search(visitor);
    await page.getByText(says("shop.quiz.description.required")).waitFor();
    await page
      .getByRole("button", { name: says("shop.quiz.description.example.rain"), exact: true })
      .click();
    expect(await descriptionField(visitor).inputValue()).toBe(
      says("shop.quiz.description.example.rain"),
    );
    await search(visitor);
    expect(await foundNumbers(visitor)).toHaveLength(3);
    await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).click();
    await page.waitForURL("**/ja/cart");
    const { items } = (await member.shopper.get("/cart/")).body;
    expect(items[0]).toMatchObject({ type: "SAMPLE", itemType: "JAR", price: 100 });
    expect(items[0].productIds).toHaveLength(3);
  });
});

test("a business begins with its own words, gets three scents, and may change its mind (zh, 360 px)", async () => {
  const member = await newMember(shop, { language: "zh", isBusiness: true });
  await visit("zh", 360, async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "zh", member);
    await headingOf(visitor, "shop.quiz.description.free_title").waitFor();
    expect(await backButton(visitor).count(), "there is no step before").toBe(0);
    await descriptionField(visitor).fill("飯店大廳，沉穩的木質與茶，不要太甜");
    await search(visitor);
    expect(await foundNumbers(visitor)).toHaveLength(3);
    await page.getByRole("button", { name: says("shop.quiz.result.change"), exact: true }).click();
    expect(await descriptionField(visitor).inputValue()).toBe("飯店大廳，沉穩的木質與茶，不要太甜");
    await descriptionField(visitor).fill("海邊的度假村，柑橘與海風");
    await search(visitor);
    expect(await foundNumbers(visitor)).toHaveLength(3);
    await page.getByText("海邊的度假村，柑橘與海風").first().waitFor();
    await page.getByRole("button", { name: says("shop.quiz.result.restart"), exact: true }).click();
    await headingOf(visitor, "shop.quiz.description.free_title").waitFor();
    expect(await descriptionField(visitor).inputValue()).toBe("");
    await page.getByText(says("shop.quiz.result.restarted")).waitFor();
    await page.getByRole("button", { name: says("common.undo"), exact: true }).click();
    await page.getByText("海邊的度假村，柑橘與海風").first().waitFor();
    expect(await foundNumbers(visitor), "the result is back as it was").toHaveLength(3);
    await page.getByRole("button", { name: says("shop.quiz.result.change"), exact: true }).click();
    expect(await descriptionField(visitor).inputValue()).toBe("海邊的度假村，柑橘與海風");
  });
});

test("a member who cannot be loaded says who the scent is for, and may say otherwise (en, 360 px)", async () => {
  const member = await newMember(shop, { language: "en" });
  try {
    await visit(
      "en",
      360,
      async (visitor) => {
        const { page, says } = visitor;
        const calls = overhear(page);
        await page.goto("/en/login?from=/en/home");
        await signIn(visitor, member);
        await stageFault(shop, { mode: "refuse", paths: ["/members/me"] });
        await page.goto("/en/fragrance-quiz");
        await tapCard(visitor, "userType", "enterprise");
        await arriveAt(visitor, "selection");
        await backButton(visitor).click();
        await arriveAt(visitor, "userType");
        const chosen = page.locator("fieldset input:checked");
        expect(await chosen.getAttribute("value"), "the choice is still there").toBe("enterprise");
        await tapCard(visitor, "userType", "personal");
        await tapCard(visitor, "personalOptions", "sample");
        await tapCard(visitor, "selection", "description");
        await descriptionField(visitor).fill("Fig leaves, sun and salt");

        await stageFault(shop, { mode: "none" });
        await page.reload();
        expect(
          await descriptionField(visitor).inputValue(),
          "being known again loses nothing",
        ).toBe("Fig leaves, sun and salt");
        await search(visitor);
        expect(await foundNumbers(visitor)).toHaveLength(5);
        expect(posts(calls, /\/submit$/).at(-1)?.body).toMatchObject({
          personal_option: "SAMPLE_PAPER",
        });
        await page.getByText(says("shop.quiz.result.set.SAMPLE_PAPER")).first().waitFor();
      },
      /status of 503/,
    );
  } finally {
    await stageFault(shop, { mode: "none" });
  }
});

test("a satisfied member tries again and keeps the scent they liked (ja, 1280 px)", async () => {
  const member = await newMember(shop, { language: "ja", country: "JP" });
  const responseId = await answeredBefore(member, "雨あがりの檜の森");
  await visit("ja", 1280, async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(
      visitor,
      "ja",
      member,
      `?retryFrom=${responseId}&selectedProduct=calamansi-soda`,
    );
    await arriveAt(visitor, "personalOptions");
    await page.getByText(says("shop.quiz.retry.filled")).waitFor();
    await picture(page, "quiz-retry-ja");
    expect(await page.locator("fieldset input:checked").getAttribute("value")).toBe("JAR");
    await nextButton(visitor).click();
    await tapCard(visitor, "selection", "questionnaire");
    const chosen = page.locator("fieldset input:checked");
    await chosen.first().waitFor();
    expect(await chosen.getAttribute("value"), "earlier answers are filled in").toBe(
      "occasion-home",
    );
    await tapThroughQuestions(visitor);
    expect(await descriptionField(visitor).inputValue()).toBe("雨あがりの檜の森");
    await search(visitor);
    const numbers = await foundNumbers(visitor);
    expect(numbers).toHaveLength(3);
    const { product_id } = (await member.shopper.get("/products/calamansi-soda")).body;
    expect(numbers[0], "the one that was liked stands first").toBe(product_id);
    expect(numbers.filter((number) => number === product_id)).toHaveLength(1);
    await page.getByText(says("shop.quiz.result.kept"), { exact: true }).waitFor();
    await picture(page, "quiz-kept-ja");
  });
});

test("an unsatisfied business tries again by another way, with its earlier words at hand (zh, 768 px)", async () => {
  const member = await newMember(shop, { language: "zh", isBusiness: true });
  const responseId = await answeredBefore(member, "老木頭與茶");
  await visit("zh", 768, async (visitor) => {
    await openQuiz(visitor, "zh", member, `?retryFrom=${responseId}`);
    await tapCard(visitor, "selection", "description");
    expect(await descriptionField(visitor).inputValue()).toBe("老木頭與茶");
    await backButton(visitor).click();
    await tapCard(visitor, "selection", "questionnaire");
    await tapThroughQuestions(visitor);
    expect(await descriptionField(visitor).inputValue()).toBe("老木頭與茶");
    await descriptionField(visitor).fill("這次想要海風與柑橘，不要木頭");
    await search(visitor);
    expect(await foundNumbers(visitor)).toHaveLength(3);
    expect(
      await visitor.page.getByText(visitor.says("shop.quiz.result.kept"), { exact: true }).count(),
    ).toBe(0);
  });
});

test("a scent to keep that does not exist is left out, and the quiz goes on (en, 1280 px)", async () => {
  const member = await newMember(shop, { language: "en" });
  const responseId = await answeredBefore(member, "rain on cedar");
  await visit(
    "en",
    1280,
    async (visitor) => {
      await openQuiz(
        visitor,
        "en",
        member,
        `?retryFrom=${responseId}&selectedProduct=no-such-scent`,
      );
      await arriveAt(visitor, "personalOptions");
      await nextButton(visitor).click();
      await tapCard(visitor, "selection", "description");
      await search(visitor);
      expect(await foundNumbers(visitor)).toHaveLength(3);
      expect(
        await visitor.page
          .getByText(visitor.says("shop.quiz.result.kept"), { exact: true })
          .count(),
      ).toBe(0);
    },
    /status of 404/,
  );
});
