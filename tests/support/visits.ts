import type { Locator, Page } from "playwright-core";
import type { Visitor } from "./browser.ts";
import type { Shop } from "./shop.ts";
import { mailsTo } from "./new-member.ts";
import { finishedJars, sampleSet } from "./carts.ts";

export const ownPassword = "Vetiver&Rain2026";

export function fieldOf({ page, says }: Visitor, name: string): Locator {
  return page.getByRole("main").getByLabel(says(`auth.fields.${name}`), { exact: true });
}

export async function fill(visitor: Visitor, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(visitor, name).fill(value);
}

export async function beginRegistration(
  visitor: Visitor,
  kind: "individual" | "business",
): Promise<void> {
  const { page, says } = visitor;
  await page.getByText(says(`auth.register.${kind}`), { exact: true }).click();
  await page.getByRole("button", { name: says("auth.register.next"), exact: true }).click();
  await fieldOf(visitor, "last_name").waitFor();
}

/** With the terms agreed; the success modal leads to the sign-in after three seconds. */
export async function sendRegistration({ page, says }: Visitor): Promise<void> {
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
  await page.getByRole("dialog").getByText(says("auth.register.done_title")).waitFor();
  await page.waitForURL("**/login");
}

export async function temporaryPasswordOf(shop: Shop, email: string): Promise<string> {
  const password = (await mailsTo(shop, email))[0]?.password;
  if (password === undefined) throw new Error(`the newest mail to ${email} carries no password`);
  return password;
}

export async function choosePassword(visitor: Visitor, old: string, fresh: string): Promise<void> {
  await fill(visitor, { old_password: old, new_password: fresh, confirm_password: fresh });
  await visitor.page
    .getByRole("button", { name: visitor.says("auth.password.submit"), exact: true })
    .click();
}

export async function signIn(
  { page, says }: Visitor,
  member: { email: string; password: string },
): Promise<void> {
  // The password first: the page that leads here may have a field for the e-mail as well.
  await page.locator('input[type="password"]').fill(member.password);
  await page.locator('input[type="email"]').fill(member.email);
  await page
    .getByRole("main")
    .getByRole("button", { name: says("auth.login.submit"), exact: true })
    .click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
}

type ChoiceStep = "userType" | "personalOptions" | "selection";

function headingOf({ page, says }: Visitor, key: string): Locator {
  return page.getByRole("heading", { level: 1, name: says(key), exact: true });
}

export async function arriveAt(visitor: Visitor, step: ChoiceStep): Promise<void> {
  await headingOf(visitor, `shop.quiz.${step}.title`).waitFor();
}

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

export const addressLine = "臺北市大安區和平東路一段 1 號";

export const oneSet = [sampleSet()];
export const bottles = [finishedJars()];

/** What the profile does not know. */
export async function fillTheRest(visitor: Visitor): Promise<void> {
  await visitor.page.locator('input[name="customer_address"]').fill(addressLine);
  await agreeToNotice(visitor);
}

export function confirmButton({ page, says }: Visitor, total: string) {
  return page.getByRole("button", { name: says("shop.checkout.confirm", { total }) });
}

export async function atCashier(
  { page }: Visitor,
  choice: "pay" | "decline" | "pay_lost" | "pay_late" | "leave",
): Promise<void> {
  await page.waitForURL("**/local/ecpay/**");
  await page.locator(`button[value="${choice}"]`).click();
}

export async function agreeToNotice({ page, says }: Visitor): Promise<void> {
  await page.getByRole("checkbox").click();
  const notice = page.getByRole("dialog");
  await notice.getByRole("region").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await notice.getByRole("button", { name: says("shop.checkout.consent.confirm") }).click();
}
