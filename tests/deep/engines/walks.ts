/** What people do in every engine beside the main job. */
import type { Wanted } from "../../engines/in-page.ts";
import type { Screen } from "../../engines/screen.ts";
import { button, field, heading, signIn, testCards } from "../../engines/walks.ts";
import { ownPassword } from "../../support/visits.ts";
import { mailsTo } from "../../support/new-member.ts";
import type { Shop } from "../../support/shop.ts";

type Look = (name: string) => Promise<void>;
const box = { css: "main input[type=checkbox]" };

/** Lists of a select are the system's own, out of reach in every engine; React listens to the event after one. */
function chooseJapan(): boolean {
  const list = document.querySelector<HTMLSelectElement>('main select[name="country"]');
  if (list === null) return false;
  list.value = "JP";
  return list.dispatchEvent(new Event("change", { bubbles: true }));
}

/** From the form by the mailed password, which must be changed, into the quiz. */
export async function register(
  screen: Screen,
  shop: Shop,
  { email, phone }: { email: string; phone: string },
  look: Look,
): Promise<void> {
  const { says, open, click, fill, waitFor, arrive, evaluate } = screen;
  await open("register");
  await click({ css: "main *", text: says("auth.register.individual") });
  await click(button(says("auth.register.next")));
  await fill(field("last_name"), "佐藤");
  await fill(field("first_name"), "ひかり");
  await fill(field("email"), email);
  await evaluate(chooseJapan, null);
  await fill(field("phone"), phone);
  await fill(field("address"), "東京都千代田区丸の内 1-1");
  await look("register");
  await click(box);
  await click(button(says("auth.register.submit")));
  await waitFor({ css: "dialog *", text: says("auth.register.done_title") });
  await arrive("login");

  const temporary = (await mailsTo(shop, email))[0]?.password;
  if (temporary === undefined) throw new Error(`no password was mailed to ${email}`);
  await signIn(screen, { email, password: temporary });
  await arrive("change-password?force=true");
  await fill(field("old"), temporary);
  await fill(field("fresh"), ownPassword);
  await fill(field("confirm"), ownPassword);
  await look("change password");
  await click(button(says("auth.password.submit")));
  await arrive("fragrance-quiz");
  await waitFor(heading(says("shop.quiz.personalOptions.title")));
}

/** Every category of options for a finished bottle, then the notice. */
export async function chooseOptions(screen: Screen, look: Look): Promise<void> {
  const { says, open, all, click, waitFor } = screen;
  const tab = { css: '[role="tab"]' };
  await open("purchase-options?productId=fig-terrace&productNumber=SL-017&userType=personal-jar");
  await waitFor(tab);
  await look("purchase options");
  // Wrapping is asked for once there is something to wrap.
  for (let place = 0; place < (await all(tab)).length; place += 1) {
    const { text } = await waitFor({ ...tab, nth: place });
    await click({ ...tab, nth: place });
    await waitFor({ css: '[role="tab"][aria-selected="true"]', text });
    await click({ css: '[role="tabpanel"] label', nth: 0 });
    // A choice leads on to the next tab, sooner than a slow machine looks: the count stays.
    const progress = { done: place + 1, all: (await all(tab)).length };
    await waitFor({ css: "main *", text: says("shop.purchase.progress", progress) });
  }
  await look("purchase options chosen");
  await click(box);
}

/** What these screens load after everything else: fragrances when somebody comes near; test cards. */
const lastToCome: Record<string, Wanted> = {
  home: { css: 'main a[href*="/scent/"]', nth: 3 },
  checkout: testCards,
  orders: { css: 'main a[href*="/scent/"]', nth: 2 },
};

/** What a member sees who holds a sample set; for comparing, in whatever language the visit is. */
export async function showScreens(
  screen: Screen,
  member: { email: string; password: string },
  look: Look,
): Promise<void> {
  const { open, arrive, waitFor, evaluate } = screen;
  const show = async (path: string) => {
    await open(path);
    await evaluate(() => document.querySelector("#keepsakes-title")?.scrollIntoView(), null);
    await waitFor(lastToCome[path] ?? { css: "h1" });
    await look(`compared ${path}`);
  };
  for (const path of ["home", "register", "info/PrivacyPolicy"]) await show(path);
  await open("login?from=/zh/cart");
  await look("compared login");
  await signIn(screen, member);
  await arrive("cart");
  await look("compared cart");
  for (const path of ["checkout", "profile", "orders", "fragrance-quiz"]) await show(path);
}
