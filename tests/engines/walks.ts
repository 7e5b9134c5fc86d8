/** What people do in every engine, spelled once. */
import { ownPassword } from "../support/identity-visits.ts";
import { mailsTo } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import type { Wanted } from "./in-page.ts";
import type { Visit } from "./visit.ts";

const button = (name: string, within: "main" | "dialog" = "main"): Wanted => ({
  role: "button",
  name,
  within,
});
const heading = (name: string): Wanted => ({ css: "h1", name });
const field = (name: string): Wanted => ({ css: `[name="${name}"]`, within: "main" });
const description: Wanted = { css: 'textarea[name="description"]' };
/** The test cards, which checkout loads after everything else. */
const testCards: Wanted = { css: 'main [class*="_testCards_"] summary' };

async function signIn(
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { says, fill, click } = visit;
  await fill({ css: 'input[type="email"]', within: "main" }, email);
  await fill({ css: 'input[type="password"]', within: "main" }, password);
  await click(button(says("auth.login.submit")));
}

/** Home, quiz, result, cart, checkout, cashier, result of the payment, orders. */
export async function buySampleSet(
  visit: Visit,
  member: { email: string; password: string },
): Promise<void> {
  const { says, open, click, waitFor, arrive, look } = visit;
  await open("home");
  await waitFor({ css: "main a[href]" });
  await look("home");
  await open("fragrance-quiz");
  await arrive(/^login\?/);
  await waitFor(button(says("auth.login.submit")));
  await look("login");
  await signIn(visit, member);
  await arrive("fragrance-quiz");
  await takeQuiz(visit);
  await arrive("cart");
  await waitFor(heading(says("shop.cart.title")));
  await waitFor({ role: "link", name: says("shop.cart.checkout") });
  await look("cart");
  await click({ role: "link", name: says("shop.cart.checkout") });
  await arrive("checkout");
  await checkOut(visit);

  await click({ css: 'button[value="pay"]' });
  await arrive(/^payment-result/);
  await waitFor(heading(says("shop.payment.success_title")));
  await waitFor({ text: says("shop.payment.settled") });
  await look("payment result");
  await click({ role: "link", name: says("shop.payment.view_orders") });
  await arrive("orders");
  await waitFor({ css: "article" });
  await waitFor({ css: '[aria-current="step"]', text: says("shop.orders.status.pending") });
  await look("orders");
  await open("cart");
  await waitFor({ text: says("shop.cart.empty_title") });
}

async function takeQuiz(visit: Visit): Promise<void> {
  const { says, click, waitFor, waitUntilGone, look } = visit;
  await waitFor(heading(says("shop.quiz.personalOptions.title")));
  await look("quiz options");
  await click({ text: says("shop.quiz.personalOptions.sample") });
  await waitFor(heading(says("shop.quiz.selection.title")));
  await click({ text: says("shop.quiz.selection.questionnaire") });
  await waitUntilGone(heading(says("shop.quiz.selection.title")));
  await answerQuestions(visit);
  await look("quiz description");
  await click(button(says("shop.quiz.description.submit")));
  await waitFor(button(says("shop.quiz.result.add")));
  await look("quiz result");
  await click(button(says("shop.quiz.result.add")));
}

/** The first answer to each question. A single choice moves on by itself, after several somebody presses next. */
async function answerQuestions(visit: Visit): Promise<void> {
  const { says, all, click, fill, waitFor, waitUntilGone, look } = visit;
  const next = button(says("shop.quiz.next"));
  for (let asked = 1; asked <= 12; asked += 1) {
    const { text: question } = await waitFor({ css: "h1" });
    await waitFor({ css: 'main textarea, main input:not([type="search"])' });
    if ((await all(description)).length > 0) return;
    if (asked === 1) await look("quiz question");
    const isSingle = (await all({ css: 'main fieldset input[type="radio"]' })).length > 0;
    const choices = await all({ css: "main fieldset label" });
    if (choices.length > 0) await click({ css: "main fieldset label", nth: 0 });
    else await fill({ role: "textbox", within: "main" }, "rain");
    if (!isSingle) await click(next);
    await waitUntilGone({ css: "h1", text: question });
  }
  throw new Error("the questionnaire does not end");
}

async function checkOut(visit: Visit): Promise<void> {
  const { says, fill, click, waitFor, evaluate, look } = visit;
  await fill(field("customer_name"), "林小明");
  await fill(field("customer_phone"), "+886 912-345-678");
  await fill({ css: 'input[name="customer_address"]' }, "臺北市大安區和平東路一段 1 號");
  await waitFor(testCards);
  await look("checkout");
  await click({ role: "checkbox", within: "main" });
  await waitFor({ css: "dialog[open]" });
  await look("notice");
  await evaluate(() => {
    const notice = document.querySelector("dialog[open] [role=region]");
    notice?.scrollTo(0, notice.scrollHeight);
  }, null);
  await click(button(says("shop.checkout.consent.confirm"), "dialog"));
  await click(button(says("shop.checkout.confirm", { total: "NT$ 100" })));
  await waitFor({ css: 'button[value="pay"]' });
}

/** From the form by the mailed password, which must be changed, into the quiz. */
export async function register(
  visit: Visit,
  shop: Shop,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  const { says, open, click, fill, choose, waitFor, arrive, look } = visit;
  const label = (name: string): Wanted => ({
    name: says(`auth.fields.${name}`),
    css: "input",
    within: "main",
  });
  await open("register");
  await click({ text: says("auth.register.individual") });
  await click(button(says("auth.register.next")));
  await fill(label("last_name"), "佐藤");
  await fill(label("first_name"), "ひかり");
  await fill(label("email"), email);
  await choose('main select[name="country"]', "JP");
  await fill(label("phone"), phone);
  await fill(label("address"), "東京都千代田区丸の内 1-1");
  await look("register");
  await click({ role: "checkbox", within: "main" });
  await click(button(says("auth.register.submit")));
  await waitFor({ text: says("auth.register.done_title"), within: "dialog" });
  await arrive("login");

  const temporary = (await mailsTo(shop, email))[0]?.password;
  if (temporary === undefined) throw new Error(`no password was mailed to ${email}`);
  await signIn(visit, { email, password: temporary });
  await arrive("change-password?force=true");
  await waitFor(label("old_password"));
  await open("orders");
  await arrive("change-password?force=true");
  await fill(label("old_password"), temporary);
  await fill(label("new_password"), ownPassword);
  await fill(label("confirm_password"), ownPassword);
  await look("change password");
  await click(button(says("auth.password.submit")));
  await arrive("fragrance-quiz");
  await waitFor(heading(says("shop.quiz.personalOptions.title")));
}

/** Every category of options for a finished bottle, then the cart. */
export async function chooseOptions(visit: Visit): Promise<void> {
  const { says, open, all, click, waitFor, look } = visit;
  await open("purchase-options?productId=fig-terrace&productNumber=SL-017&userType=personal-jar");
  await waitFor({ role: "tab" });
  await look("purchase options");
  // Wrapping is asked for once there is something to wrap.
  for (let place = 0; place < (await all({ role: "tab" })).length; place += 1) {
    const { text } = await waitFor({ role: "tab", nth: place });
    await click({ role: "tab", nth: place });
    await waitFor({ css: '[role="tab"][aria-selected="true"]', text });
    await click({ css: '[role="tabpanel"] label', nth: 0 });
    // A choice leads on to the next tab, sooner than a slow machine looks: the count stays.
    const tabs = await all({ role: "tab" });
    await waitFor({ text: says("shop.purchase.progress", { done: place + 1, all: tabs.length }) });
  }
  await look("purchase options chosen");
  await click({ role: "checkbox", within: "main" });
}

/** What these screens load after everything else: test cards; fragrances that an order could be about. */
const lastToCome: Record<string, Wanted> = {
  checkout: testCards,
  orders: { css: 'main a[href*="/scent/"]', nth: 2 },
};

/** What a member sees who holds a sample set; for comparing, in whatever language the visit is. */
export async function showScreens(
  visit: Visit,
  member: { email: string; password: string },
): Promise<void> {
  const { open, arrive, waitFor, look } = visit;
  for (const path of ["home", "register", "info/PrivacyPolicy"]) {
    await open(path);
    await waitFor({ css: "h1" });
    await look(`compared ${path}`);
  }
  await open("login?from=/zh/cart");
  await look("compared login");
  await signIn(visit, member);
  await arrive("cart");
  await look("compared cart");
  for (const path of ["checkout", "profile", "orders", "fragrance-quiz"]) {
    await open(path);
    await waitFor(lastToCome[path] ?? { css: "h1" });
    await look(`compared ${path}`);
  }
}
