/** Nothing that a member chose or wrote in the quiz is lost: by going back, reloading, leaving, failures, or a slow recommender. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import {
  arriveAt,
  backButton,
  descriptionField,
  foundNumbers,
  headingOf,
  holdUp,
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

let visiting: Visiting;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  visiting = await startVisiting();
  ({ shop, browser } = visiting);
});
afterAll(() => visiting?.close());

/** An outage that a test staged ends with the visit. */
const visit = (language: Language, width: number, walk: Walk) =>
  visiting
    .visit(language, walk, { width, refusals: [/status of 50\d/] })
    .finally(() => stageFault(shop, { mode: "none" }));

const checkedValues = ({ page }: Visitor) =>
  page
    .locator("fieldset input:checked")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** After an outage the shop leaves the upstream alone for a while: a patient member tries again until the screen comes. */
async function retryUntil({ page, says }: Visitor, arrived: () => Promise<boolean>): Promise<void> {
  const retry = page.getByRole("button", { name: says("common.retry"), exact: true });
  const tryAgain = async () => {
    if (await retry.isVisible()) await retry.click();
    return arrived();
  };
  await expect.poll(tryAgain, { timeout: 60_000, interval: 500 }).toBe(true);
}

test("the questions cannot be loaded, are asked for again, and come (ja)", async () => {
  const member = await newMember(shop, { language: "ja", country: "JP" });
  await visit("ja", 768, async (visitor) => {
    const { page, says } = visitor;
    await stageFault(shop, { mode: "refuse", paths: ["/surveys"] });
    await openQuiz(visitor, "ja", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "questionnaire");
    await page.getByText(says("shop.quiz.failed.survey"), { exact: true }).waitFor();
    await picture(page, "quiz-failed-survey-ja");
    await stageFault(shop, { mode: "none" });
    await retryUntil(visitor, () => nextButton(visitor).isVisible());
  });
});

test("answers survive a reload on every screen, and going back to the first keeps them all (en)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 1280, async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "en", member);
    await tapCard(visitor, "personalOptions", "batch");
    await page.reload();
    await tapCard(visitor, "selection", "questionnaire");
    await nextButton(visitor).waitFor();
    const progress = page.getByRole("progressbar", { name: says("shop.quiz.progress") });
    const far: number[] = [];
    await tapThroughQuestions(visitor, async (question) => {
      const before = await checkedValues(visitor);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: question, exact: true }).waitFor();
      expect(await checkedValues(visitor)).toEqual(before);
      far.push(Number(await progress.getAttribute("value")));
    });
    await descriptionField(visitor).fill("An old library. Nothing sweet.");
    await page.reload();
    expect(await descriptionField(visitor).inputValue()).toBe("An old library. Nothing sweet.");
    const end = Number(await progress.getAttribute("value"));
    expect([...far, end]).toEqual([...far, end].toSorted((a, b) => a - b));

    let questions = 0;
    while (!(await headingOf(visitor, "shop.quiz.selection.title").isVisible())) {
      const here = await page.getByRole("heading", { level: 1 }).innerText();
      await backButton(visitor).click();
      await page.waitForFunction(
        (before) => document.querySelector("h1")?.textContent !== before,
        here,
      );
      expect(Number(await progress.getAttribute("value")), "the line does not go backwards").toBe(
        end,
      );
      if ((await page.locator("fieldset input:not([role])").count()) > 0)
        expect(await checkedValues(visitor)).not.toEqual([]);
      else if (await page.getByRole("main").getByRole("textbox").isVisible())
        expect(await page.getByRole("main").getByRole("textbox").inputValue()).not.toBe("");
      questions += 1;
    }
    expect(questions).toBeGreaterThan(7);
    await backButton(visitor).click();
    await arriveAt(visitor, "personalOptions");
    expect(await checkedValues(visitor)).toEqual(["JAR"]);
  });
});

test("a slow recommender says how far it is, and its result waits for whoever went elsewhere (zh, 360 px)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit("zh", 360, async (visitor) => {
    const { page, says } = visitor;
    const submitting = await holdUp(page, "/surveys/*/submit");
    const asking = await holdUp(page, "/raw-materials/chat");
    await openQuiz(visitor, "zh", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill("雪山與松林");
    await search(visitor);
    await headingOf(visitor, "shop.quiz.search.title").waitFor();
    const status = page.getByRole("status");
    await status.getByText(says("shop.quiz.search.reading")).waitFor();
    submitting.release();
    await status.getByText(says("shop.quiz.search.matching")).waitFor();
    const tiers = () =>
      page
        .locator('[class*="_painting_"] > svg')
        .evaluateAll((all) => all.map((one) => Number(getComputedStyle(one).opacity)));
    await expect.poll(tiers, { message: "who wants no motion sees it whole" }).toEqual([1, 1, 1]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect
      .poll(tiers, { message: "from its foot, a tier with each stage" })
      .toEqual([1, 1, 0]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await picture(page, "quiz-search-zh");

    await page
      .getByRole("link", { name: says("common.brand") })
      .first()
      .click();
    await page.waitForURL("**/zh/home");
    await page.goBack();
    await status.getByText(says("shop.quiz.search.matching")).waitFor();
    await page
      .getByRole("link", { name: says("common.brand") })
      .first()
      .click();
    await page.waitForURL("**/zh/home");
    const kept = page.waitForResponse("**/recommendations");
    asking.release();
    await kept;
    await page.goBack();
    expect(await foundNumbers(visitor)).toHaveLength(5);
  });
});

test("a search that a reload broke off is taken up again, and the answers are submitted once (en)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 768, async (visitor) => {
    const { page, says } = visitor;
    const calls = overhear(page);
    const asking = await holdUp(page, "/raw-materials/chat");
    await openQuiz(visitor, "en", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill("Snow and pine");
    await search(visitor);
    await page.getByRole("status").getByText(says("shop.quiz.search.matching")).waitFor();
    await page.reload();
    asking.release();
    expect(await foundNumbers(visitor)).toHaveLength(5);
    expect(posts(calls, /\/submit$/)).toHaveLength(1);
  });
});

test("each call that fails says so where it was started, and what was written is still there (en)", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", 768, async (visitor) => {
    const { page, says } = visitor;
    const words = "Warm bread and orange peel";
    await openQuiz(visitor, "en", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill(words);
    const calls = overhear(page);
    for (const [path, key] of [
      ["/surveys", "submit"],
      ["/raw-materials", "recommendations"],
    ] as const) {
      await stageFault(shop, { mode: "refuse", paths: [path] });
      await search(visitor);
      await page
        .getByRole("alert")
        .getByText(says(`shop.quiz.failed.${key}`), { exact: true })
        .waitFor();
      await picture(page, `quiz-failed-${key}-en`);
      expect(await descriptionField(visitor).inputValue()).toBe(words);
    }
    await stageFault(shop, { mode: "none" });
    const add = page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true });
    await retryUntil(visitor, () => add.isVisible());
    expect(posts(calls, /\/submit$/).length, "submitted once that failed, once that did not").toBe(
      2,
    );

    await member.shopper.send("DELETE", "/cart/clear");
    await page.route("**/api/v1/cart/items", (route) => route.abort("connectionfailed"));
    await add.click();
    await page
      .getByRole("alert")
      .getByText(says("shop.quiz.failed.cart"), { exact: true })
      .waitFor();
    await picture(page, "quiz-failed-cart-en");
    await page.unroute("**/api/v1/cart/items");
    visitor.troubles.length = 0;
    await add.click();
    await page.waitForURL("**/en/cart");
  });
});

test("earlier answers that cannot be loaded are asked for again, or left behind (zh)", async () => {
  const member = await newMember(shop, { language: "zh" });
  const visitor = await newVisitor(browser, shop.url, "zh", 360);
  const { page, says } = visitor;
  try {
    await openQuiz(visitor, "zh", member, "?retryFrom=somebody-elses");
    await page
      .getByRole("alert")
      .getByText(says("shop.quiz.failed.history"), { exact: true })
      .waitFor();
    await picture(page, "quiz-failed-history-zh");
    await page.getByRole("link", { name: says("shop.quiz.failed.history_begin") }).click();
    await arriveAt(visitor, "personalOptions");
    expect(new URL(page.url()).search).toBe("");
  } finally {
    await visitor.close();
  }
});

test("a retry leaves the quiz that was begun before as it stood (en)", async () => {
  const member = await newMember(shop, { language: "en" });
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on cedar" }];
  const body = { form_id: "scent-discovery", personal_option: "SAMPLE_PAPER", answers };
  const { body: earlier } = await member.shopper.send(
    "POST",
    "/surveys/scent-discovery/submit",
    body,
  );
  await visit("en", 1280, async (visitor) => {
    const { page, says } = visitor;
    await openQuiz(visitor, "en", member);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill("A half-written wish");
    const history = await holdUp(page, "/surveys/responses/*/full");
    await page.goto(`/en/fragrance-quiz?retryFrom=${earlier.id}`);
    await page.getByText(says("shop.quiz.history_loading")).first().waitFor();
    history.release();
    await arriveAt(visitor, "personalOptions");
    await nextButton(visitor).click();
    await tapCard(visitor, "selection", "description");
    expect(await descriptionField(visitor).inputValue()).toBe("rain on cedar");
    await page.goto("/en/fragrance-quiz");
    expect(await descriptionField(visitor).inputValue()).toBe("A half-written wish");
  });
});

test("a description that is too long is kept whole and said to be too long (ja)", async () => {
  const member = await newMember(shop, { language: "ja", isBusiness: true });
  await visit("ja", 360, async (visitor) => {
    const { page, says } = visitor;
    const calls = overhear(page);
    await openQuiz(visitor, "ja", member);
    const long = "檜🌲".repeat(510);
    await descriptionField(visitor).fill(long);
    await page.getByText(says("shop.quiz.description.too_long.other", { count: 20 })).waitFor();
    await search(visitor);
    expect(await descriptionField(visitor).inputValue()).toBe(long);
    expect(posts(calls, /\/submit$/)).toHaveLength(0);
    await descriptionField(visitor).fill("檜🌲".repeat(500));
    await search(visitor);
    expect(await foundNumbers(visitor)).toHaveLength(3);
  });
});

test("a wish that leaves nothing on the shelf is told so, and can be changed (en)", async () => {
  const member = await newMember(shop, { language: "en", isBusiness: true });
  await visit("en", 768, async (visitor) => {
    const { page, says } = visitor;
    const families =
      "citrus fruity green aquatic herbal floral spicy tea woody resinous gourmand musky".split(
        " ",
      );
    const wish = families.map((family) => `No ${family} notes.`).join(" ");
    await openQuiz(visitor, "en", member);
    await descriptionField(visitor).fill(wish);
    await search(visitor);
    await page
      .getByRole("alert")
      .getByText(says("shop.quiz.failed.nothing"), { exact: true })
      .waitFor();
    await picture(page, "quiz-failed-nothing-en");
    expect(await descriptionField(visitor).inputValue()).toBe(wish);
    await descriptionField(visitor).fill("No floral notes.");
    await search(visitor);
    expect(await foundNumbers(visitor)).toHaveLength(3);
  });
});
