/** What people do in the quiz, spelled once. */
import { checkoutForm } from "./checkouts.ts";
import { randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import type { Visitor } from "./browser.ts";
import type { Json, Shopper } from "./shopper.ts";

type ChoiceStep = "userType" | "personalOptions" | "selection";

function headingOf({ page, says }: Visitor, key: string): Locator {
  return page.getByRole("heading", { level: 1, name: says(key), exact: true });
}

export async function arriveAt(visitor: Visitor, step: ChoiceStep): Promise<void> {
  await headingOf(visitor, `shop.quiz.${step}.title`).waitFor();
}

/** Taps a card; the screen moves on by itself. */
export async function tapCard(visitor: Visitor, step: ChoiceStep, card: string): Promise<void> {
  await arriveAt(visitor, step);
  await visitor.page.getByText(visitor.says(`shop.quiz.${step}.${card}`), { exact: true }).click();
  await headingOf(visitor, `shop.quiz.${step}.title`).waitFor({ state: "detached" });
}

function nextButton({ page, says }: Visitor): Locator {
  return page.getByRole("button", { name: says("shop.quiz.next"), exact: true });
}

export function backButton({ page, says }: Visitor): Locator {
  return page.getByRole("button", { name: says("shop.quiz.back"), exact: true });
}

/** On the first step, the way to the result of an earlier quiz. */
export function lastResult({ page, says }: Visitor): Locator {
  return page.getByRole("button", { name: new RegExp(says("shop.quiz.last.title")) });
}

export function descriptionField({ page }: Visitor): Locator {
  return page.locator('textarea[name="description"]');
}

/** Taps through the questions to the description. `between` is done on every question: once it is answered, or before one whose answer leads on. */
export async function tapThroughQuestions(
  visitor: Visitor,
  between: (question: string) => Promise<void> = async () => {},
): Promise<void> {
  const { page } = visitor;
  for (let asked = 0; asked < 12; asked += 1) {
    await nextButton(visitor).or(descriptionField(visitor)).first().waitFor();
    if (await descriptionField(visitor).isVisible()) return;
    const question = await page.getByRole("heading", { level: 1 }).innerText();
    const isSingle = (await page.locator('fieldset input[type="radio"]').count()) > 0;
    const cards = page.locator("fieldset label");
    if (isSingle) {
      await between(question);
      await cards.nth(asked % 2).click();
    } else if ((await cards.count()) > 0)
      await cards
        .filter({ hasNot: page.locator(":checked") })
        .first()
        .click();
    else await page.getByRole("main").getByRole("textbox").fill("雨 rain 雨");
    if (isSingle) await leaves(page, question);
    else {
      await between(question);
      await nextButton(visitor).click();
      await leaves(page, question);
    }
  }
  throw new Error("the questionnaire does not end");
}

async function leaves(page: Page, question: string): Promise<void> {
  await page.waitForFunction(
    (before) => document.querySelector("h1")?.textContent !== before,
    question,
  );
}

export async function search(visitor: Visitor): Promise<void> {
  await visitor.page
    .getByRole("button", { name: visitor.says("shop.quiz.description.submit"), exact: true })
    .click();
}

/** Waits for the result and gives the numbers of its scents, in order. */
export async function foundNumbers({ page, says }: Visitor): Promise<string[]> {
  await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).waitFor();
  // Each scent is read apart, and stands there as a shape until then.
  await page.waitForFunction(() => document.querySelector('main [class*="_skeleton_"]') === null);
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
  const texts = await cards.allInnerTexts();
  return texts.map((text) => /SL-\d+/.exec(text)?.[0] ?? "");
}

/** Orders the whole cart without a browser and gives the key of the order, still to be paid. */
export async function placeOrder(
  shopper: Shopper,
  cart: Json,
  change: object = {},
): Promise<string> {
  const form = checkoutForm(cart, change);
  const key = randomBytes(12).toString("base64url");
  const { status, body } = await shopper.send("POST", "/cart/checkout", form, {
    "Idempotency-Key": key,
  });
  if (status !== 200) throw new Error(`checkout answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}
