import type { Screen, Wanted } from "./screen.ts";

const button = (text: string): Wanted => ({ css: "main button", text });
const heading = (text: string): Wanted => ({ css: "h1", text });
const field = (name: string): Wanted => ({ css: `main [name="${name}"]:not(fieldset)` });
const anything = (text: string): Wanted => ({ css: "main *", text });
const description = { css: 'textarea[name="description"]' };

/** Judges a screen; its name is unique. */
type Look = (name: string) => Promise<void>;

export async function signIn(
  { says, fill, click }: Screen,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await fill({ css: 'main input[type="email"]' }, email);
  await fill({ css: 'main input[type="password"]' }, password);
  await click(button(says("auth.login.submit")));
}

export async function buySampleSet(
  screen: Screen,
  member: { email: string; password: string },
  look: Look = async () => {},
): Promise<void> {
  const { says, open, click, waitFor, arrive } = screen;
  await open("fragrance-quiz");
  await arrive(/^login\?/);
  await waitFor(button(says("auth.login.submit")));
  await look("login");
  await signIn(screen, member);
  await arrive("fragrance-quiz");
  await takeQuiz(screen, look);
  await arrive("cart");
  const toCheckout = { css: "main a[href]", text: says("shop.cart.checkout") };
  await waitFor(toCheckout);
  await look("cart");
  await click(toCheckout);
  await arrive("checkout");
  await checkOut(screen, look);
  await click({ css: 'button[value="pay"]' });
  await arrive(/^payment-result/);
  await waitFor(heading(says("shop.payment.success_title")));
  await waitFor(anything(says("shop.payment.settled")));
  await look("payment result");
  await click({ css: "main a[href]", text: says("shop.payment.view_orders") });
  await arrive("orders");
  await waitFor({ css: '[aria-current="step"]', text: says("shop.orders.status.pending") });
  await look("orders");
  await open("cart");
  await waitFor(anything(says("shop.cart.empty_title")));
}

async function takeQuiz(screen: Screen, look: Look): Promise<void> {
  const { says, click, waitFor, waitUntilGone } = screen;
  await waitFor(heading(says("shop.quiz.personalOptions.title")));
  await look("quiz options");
  await click(anything(says("shop.quiz.personalOptions.sample")));
  const selection = heading(says("shop.quiz.selection.title"));
  await waitFor(selection);
  await click(anything(says("shop.quiz.selection.questionnaire")));
  await waitUntilGone(selection);
  await answerQuestions(screen, look);
  await look("quiz description");
  await click(button(says("shop.quiz.description.submit")));
  await waitFor(button(says("shop.quiz.result.add")));
  await look("quiz result");
  await click(button(says("shop.quiz.result.add")));
}

/** The first answer to each question. A single choice moves on by itself, after several somebody presses next. */
async function answerQuestions(screen: Screen, look: Look): Promise<void> {
  const { says, all, click, fill, waitFor, waitUntilGone } = screen;
  for (let asked = 1; asked <= 12; asked += 1) {
    const { text: question } = await waitFor({ css: "h1" });
    await waitFor({ css: 'main textarea, main input:not([type="search"])' });
    if ((await all(description)).length > 0) return;
    if (asked === 1) await look("quiz question");
    const isSingle = (await all({ css: 'main fieldset input[type="radio"]' })).length > 0;
    const choices = await all({ css: "main fieldset label" });
    if (choices.length > 0) await click({ css: "main fieldset label", nth: 0 });
    else await fill({ css: "main textarea, main input[type=text]" }, "rain");
    if (!isSingle) await click(button(says("shop.quiz.next")));
    await waitUntilGone(heading(question));
  }
  throw new Error("the questionnaire does not end");
}

/** The test cards, which checkout loads after everything else. */
export const testCards = { css: 'main [class*="_testCards_"] summary' };

async function checkOut(screen: Screen, look: Look): Promise<void> {
  const { says, fill, click, waitFor, evaluate } = screen;
  await fill(field("customer_name"), "林小明");
  await fill(field("customer_phone"), "+886 912-345-678");
  await fill({ css: 'input[name="customer_address"]' }, "臺北市大安區和平東路一段 1 號");
  await waitFor(testCards);
  await look("checkout");
  await click({ css: "main input[type=checkbox]" });
  await waitFor({ css: "dialog[open]" });
  await look("notice");
  await evaluate(() => {
    const notice = document.querySelector("dialog[open] [role=region]");
    notice?.scrollTo(0, notice.scrollHeight);
  }, null);
  await click({ css: "dialog[open] button", text: says("shop.checkout.consent.confirm") });
  await click(button(says("shop.checkout.confirm", { total: "NT$ 100" })));
  await waitFor({ css: 'button[value="pay"]' });
}
