/** What people do in the shop, spelled once: things and intentions, not selectors. */
import { picture, type Visitor } from "./browser.ts";

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

/** Answers the quiz as an individual who wants sample jars, and puts the result in the cart. */
export async function addQuizSet(
  visitor: Visitor,
  { screenshots }: { screenshots?: string } = {},
): Promise<void> {
  const { page, says } = visitor;
  const shows = (name: string) =>
    screenshots === undefined ? Promise.resolve() : picture(page, `quiz-${name}${screenshots}`);
  const choose = (key: string) => page.getByText(says(key), { exact: true }).click();
  await page
    .getByRole("heading", { level: 1, name: says("shop.quiz.personalOptions.title") })
    .waitFor();
  await shows("options");
  await choose("shop.quiz.personalOptions.sample");
  await page.getByRole("heading", { level: 1, name: says("shop.quiz.selection.title") }).waitFor();
  await choose("shop.quiz.selection.questionnaire");
  // The choice moves on by itself, a moment later; this screen has a Next of its own.
  await page
    .getByRole("heading", { level: 1, name: says("shop.quiz.selection.title") })
    .waitFor({ state: "detached" });
  await answerQuestions(visitor, shows);
  await shows("description");
  await page.getByRole("button", { name: says("shop.quiz.description.submit") }).click();
  await page.getByRole("button", { name: says("shop.quiz.result.add") }).waitFor();
  await shows("result");
  await page.getByRole("button", { name: says("shop.quiz.result.add") }).click();
}

/** Answers whatever is asked until the description: the first choice of each question, by keyboard where next must be pressed. */
async function answerQuestions(
  { page, says }: Visitor,
  shows: (name: string) => Promise<void>,
): Promise<void> {
  const description = page.locator('textarea[name="description"]');
  const next = page.getByRole("button", { name: says("shop.quiz.next"), exact: true });
  for (let asked = 1; asked <= 12; asked += 1) {
    const heading = page.getByRole("heading", { level: 1 });
    await next.or(description).first().waitFor();
    if (await description.isVisible()) return;
    const question = await heading.innerText();
    if (asked === 1 || asked === 3) await shows(`question-${asked}`);
    const choice = page.locator("fieldset input").first();
    if ((await choice.count()) > 0) await choice.press("Space");
    await next.click();
    await page.waitForFunction(
      (before) => document.querySelector("h1")?.textContent !== before,
      question,
    );
  }
  throw new Error("the questionnaire does not end");
}

export async function fillCheckout({ page, says }: Visitor): Promise<void> {
  await page.locator('[name="customer_name"]').fill("林小明");
  await page.locator('[name="customer_phone"]').fill("+886 912-345-678");
  await page.locator('input[name="customer_address"]').fill("臺北市大安區和平東路一段 1 號");
  await agreeToNotice({ page, says });
}

/** Ticks the box, reads the notice to its end and agrees. */
export async function agreeToNotice({ page, says }: Pick<Visitor, "page" | "says">): Promise<void> {
  await page.getByRole("checkbox").click();
  const notice = page.getByRole("dialog");
  await notice.getByRole("region").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await notice.getByRole("button", { name: says("shop.checkout.consent.confirm") }).click();
}

export async function confirmOrder({ page, says }: Visitor, total = "NT$ 100"): Promise<void> {
  await page.getByRole("button", { name: says("shop.checkout.confirm", { total }) }).click();
  await page.waitForURL("**/local/ecpay/**");
}
