/** Coming back to the quiz: where it begins, where the last result is, and the way around questions that cannot be loaded. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import {
  arriveAt,
  backButton,
  descriptionField,
  foundNumbers,
  headingOf,
  lastResult,
  nextButton,
  openQuiz,
  placeOrder,
  search,
  tapCard,
  tapThroughQuestions,
} from "../support/quiz-visits.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting();
});
afterAll(() => visiting?.close());

async function goHome({ page, says }: Visitor): Promise<void> {
  await page
    .getByRole("link", { name: says("common.brand") })
    .first()
    .click();
  await page.waitForURL("**/home");
}

test("questions that cannot be loaded leave own words and the way back (zh, en, ja)", async () => {
  for (const [language, width] of [
    ["zh", 360],
    ["en", 1280],
    ["ja", 360],
  ] as const) {
    const member = await newMember(visiting.shop, { language });
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await stageFault(visiting.shop, { mode: "refuse", paths: ["/surveys"] });
        await openQuiz(visitor, language, member);
        await tapCard(visitor, "personalOptions", "sample");
        await tapCard(visitor, "selection", "questionnaire");
        await page.getByText(says("shop.quiz.failed.survey"), { exact: true }).waitFor();
        await picture(page, `quiz-survey-down-${language}-${width}`);
        await backButton(visitor).click();
        await tapCard(visitor, "selection", "questionnaire");
        await page
          .getByRole("button", { name: says("shop.quiz.selection.description"), exact: true })
          .click();
        await descriptionField(visitor).fill("Rain on cedar");
        await backButton(visitor).click();
        await arriveAt(visitor, "selection");
        await stageFault(visiting.shop, { mode: "none" });
      },
      { width, refusals: [503] },
    );
  }
});

test("a later visit begins at the first step, with the last result one tap away, until its set is ordered (en)", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "en", member);
    await arriveAt(visitor, "personalOptions");
    expect(await lastResult(visitor).count(), "nothing was found yet").toBe(0);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill("Rain on cedar");
    await search(visitor);
    const found = await foundNumbers(visitor);
    await page.reload();
    expect(await foundNumbers(visitor), "a reload shows it again").toEqual(found);

    await goHome(visitor);
    await page.goBack();
    expect(await foundNumbers(visitor), "so does the way back").toEqual(found);
    await goHome(visitor);
    await page
      .getByRole("navigation", { name: says("common.nav.main") })
      .getByRole("link", { name: says("common.nav.quiz") })
      .click();
    await arriveAt(visitor, "personalOptions");
    await picture(page, "quiz-kept-en-1280");
    await lastResult(visitor).click();
    expect(await foundNumbers(visitor)).toEqual(found);

    await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).click();
    await page.waitForURL("**/en/cart");
    const { body: cart } = await member.shopper.get("/cart/");
    const order = await placeOrder(member.shopper, cart);
    await member.shopper.send("DELETE", "/cart/clear");
    // Paid, and delivered since.
    await visiting.shop.upstreamDb
      .prepare("UPDATE orders SET status = 'delivered' WHERE id = ?")
      .bind(order)
      .run();
    await page.goto("/en/fragrance-quiz");
    await arriveAt(visitor, "personalOptions");
    expect(await lastResult(visitor).count()).toBe(0);
  });
});

test("a business comes back to its description, and finds the last result there (ja, 360 px)", async () => {
  const member = await newMember(visiting.shop, { language: "ja", isBusiness: true });
  await visiting.visit(
    "ja",
    async (visitor) => {
      const { page } = visitor;
      await openQuiz(visitor, "ja", member);
      await descriptionField(visitor).fill("雨上がりの森");
      await search(visitor);
      const found = await foundNumbers(visitor);
      await goHome(visitor);
      await page
        .getByRole("link", { name: visitor.says("shop.home.again") })
        .first()
        .click();
      await descriptionField(visitor).waitFor();
      expect(await descriptionField(visitor).inputValue()).toBe("");
      await picture(page, "quiz-kept-ja-360");
      await lastResult(visitor).click();
      expect(await foundNumbers(visitor)).toEqual(found);
    },
    { width: 360 },
  );
});

test("what was chosen in one language is told in the page's language (en, then ja and zh)", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "en", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "questionnaire");
    await tapThroughQuestions(visitor);
    await search(visitor);
    await foundNumbers(visitor);
    const told = page.locator("q");
    expect(await told.innerText()).toMatch(/[a-z]{4}/);
    for (const name of ["日本語", "繁體中文"]) {
      await page.getByRole("button", { name: /choose a language|言語/i }).click();
      await page.getByRole("dialog").getByRole("link", { name }).click();
      await expect.poll(() => told.innerText()).not.toMatch(/[a-z]{4}/i);
      await picture(page, `quiz-told-${name}`);
    }
    expect(says("common.brand")).not.toBe("");
  });
});

test("somebody without a mouse moves on with Enter, and is told so (en)", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "en", member);
    await arriveAt(visitor, "personalOptions");
    const hint = page.getByText(says("shop.quiz.question.keys"), { exact: true });
    expect(await hint.isVisible()).toBe(false);
    const first = page.getByRole("radio").first();
    await first.focus();
    await page.keyboard.press("Space");
    expect(await hint.isVisible()).toBe(true);
    await picture(page, "quiz-keys-en-1280");
    expect(await headingOf(visitor, "shop.quiz.personalOptions.title").isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await arriveAt(visitor, "selection");
    // Enter on a card that is not chosen yet chooses it.
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("Enter");
    await nextButton(visitor).waitFor();
    const question = await page.getByRole("heading", { level: 1 }).innerText();
    await page.locator("fieldset input").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (before) => document.querySelector("h1")?.textContent !== before,
      question,
    );
  });
});
