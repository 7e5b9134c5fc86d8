/** The quiz of an individual from its first card to the result, twice over, and the shorter way of a business. */
import type { Locator } from "playwright-core";
import { words } from "../cast.ts";
import type { Guide } from "../guide.ts";

export async function quiz(guide: Guide): Promise<void> {
  const { page, show, showDialog, says, button, enter, language } = guide;
  const { choose, arrive } = cards(guide);
  const member = await guide.newMember();
  await enter("fragrance-quiz", member);
  await arrive("personalOptions");
  await show("quiz, papers or bottles");
  await choose("shop.quiz.personalOptions.sample");
  await arrive("selection");
  await show("quiz, questions or words");
  await choose("shop.quiz.selection.questionnaire");
  await page
    .getByRole("heading", { level: 1, name: says("shop.quiz.selection.title") })
    .waitFor({ state: "detached" });
  await answerEverything(guide);
  await show("quiz, anything else");
  await page.locator('textarea[name="description"]').fill(words[language].wish);
  await button("shop.quiz.description.submit").click();
  await result(guide);
  await show("quiz, five results");
  const compare = page.locator("li").getByRole("button");
  if ((await compare.count()) > 1) {
    await compare.first().click();
    await show("quiz, comparing, one chosen");
    await compare.last().click();
    await showDialog("quiz, two results compared");
    await page.keyboard.press("Escape");
  }
  await button("shop.quiz.result.restart").click();
  await arrive("personalOptions");
  await choose("shop.quiz.personalOptions.batch");
  await arrive("selection");
  await choose("shop.quiz.selection.description");
  await page.locator('textarea[name="description"]').waitFor();
  await show("quiz, in one's own words");
  await button("shop.quiz.description.submit").click();
  await page.getByText(says("shop.quiz.description.required")).first().waitFor();
  await show("quiz, words missing");
  await page.locator('textarea[name="description"]').fill(words[language].wish);
  await button("shop.quiz.description.submit").click();
  await result(guide);
  await show("quiz, three results");
  await button("shop.quiz.result.add").click();
  await page.waitForURL("**/cart");
  await guide.open("fragrance-quiz");
  await showDialog("quiz, blocked by the cart");
}

function cards({ page, says }: Guide) {
  return {
    choose: (key: string) => page.getByText(says(key), { exact: true }).click(),
    arrive: (step: string) =>
      page.getByRole("heading", { level: 1, name: says(`shop.quiz.${step}.title`) }).waitFor(),
  };
}

async function result({ button }: Guide): Promise<void> {
  await button("shop.quiz.result.add").waitFor();
}

/** The first answer of each question; every question has its picture. */
async function answerEverything({ page, show, button }: Guide): Promise<void> {
  const description = page.locator('textarea[name="description"]');
  const heading = page.getByRole("heading", { level: 1 });
  const next = button("shop.quiz.next");
  for (let asked = 1; asked <= 12; asked += 1) {
    await next.or(description).first().waitFor();
    if (await description.isVisible()) return;
    const question = await heading.innerText();
    const choice = page.locator("fieldset input");
    if ((await choice.count()) > 0) await press(choice.first());
    if (asked > 1) await show(`quiz, question ${asked}`);
    await next.click();
    await page.waitForFunction(
      (before) => document.querySelector("h1")?.textContent !== before,
      question,
    );
  }
}

/** By key, which never goes on by itself. A press while the question is still arriving is lost. */
async function press(choice: Locator): Promise<void> {
  for (let pressed = 0; pressed < 5 && !(await choice.isChecked()); pressed += 1) {
    await choice.press("Space");
    await choice.page().waitForTimeout(100);
  }
}

export async function quizBusiness(guide: Guide): Promise<void> {
  const { page, show, says, button, enter, language } = guide;
  const member = await guide.newMember({ isBusiness: true });
  await enter("fragrance-quiz", member);
  await page.locator('textarea[name="description"]').waitFor();
  await show("quiz of a business");
  await page.locator('textarea[name="description"]').fill(words[language].wish);
  await button("shop.quiz.description.submit").click();
  await result(guide);
  await show("quiz of a business, results");
  const { results } = await guide.shop.upstreamDb
    .prepare(
      "SELECT r.id FROM survey_responses r JOIN members m ON m.id = r.member_id WHERE m.email = ?",
    )
    .bind(member.email)
    .all<{ id: string }>();
  await guide.open(`fragrance-quiz?retryFrom=${results[0]?.id ?? ""}&selectedProduct=hinoki-rain`);
  await page.getByText(says("shop.quiz.selection.title")).first().waitFor();
  await show("quiz of a business, again");
}
