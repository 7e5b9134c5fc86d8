/** What people do on the way into their account, spelled once. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { picture, type Language, type Visitor } from "./browser.ts";
import type { Shop } from "./shop.ts";
import { mailsTo } from "./new-member.ts";
import { signIn } from "./visits.ts";

export const ownPassword = "Vetiver&Rain2026";
export const demoPassword = "Perfume#2026";

export const alertOf = ({ page }: Visitor): Locator => page.getByRole("main").getByRole("alert");
export const h1Of = ({ page }: Visitor, name: string): Locator =>
  page.getByRole("heading", { level: 1, name });

/** A control of the page or dialog by its label, such as `email` or `new_password`. */
export function fieldOf({ page, says }: Visitor, name: string): Locator {
  return page.getByRole("main").getByLabel(says(`auth.fields.${name}`), { exact: true });
}

export async function fill(visitor: Visitor, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(visitor, name).fill(value);
}

/** Sends the sign-in form and gives the status of the answer; whether it worked is for the page to say. */
export async function tryPassword(
  visitor: Visitor,
  email: string,
  password: string,
): Promise<number> {
  const { page, says } = visitor;
  await fill(visitor, { email, password });
  const [answer] = await Promise.all([
    page.waitForResponse("**/auth/login/password-verify"),
    page
      .getByRole("main")
      .getByRole("button", { name: says("auth.login.submit"), exact: true })
      .click(),
  ]);
  return answer.status();
}

/** Opens the registration form of one kind of member. */
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

/** Presses Tab until the focus is where it should be, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("forty tabs do not lead there");
}

/** Tabs to a field and types, as somebody without a mouse does. */
export async function typeInto(visitor: Visitor, name: string, text: string): Promise<void> {
  await tabTo(visitor.page, fieldOf(visitor, name));
  await visitor.page.keyboard.type(text);
}

/** Tabs to a button or link and presses Enter. */
export async function pressKeyOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await target.waitFor();
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** While a new password is owed, every guarded page leads to the change, and nothing there leads away from it. */
async function expectForcedChange(visitor: Visitor, language: Language): Promise<void> {
  const { page, says } = visitor;
  await page.waitForURL(`**/${language}/change-password?force=true`);
  for (const path of ["orders", "profile?tab=addresses"]) {
    await page.goto(`/${language}/${path}`);
    await page.waitForURL(`**/${language}/change-password?force=true`);
  }
  for (const path of ["change-password", "change-password?force=true"]) {
    await page.goto(`/${language}/${path}`);
    await fieldOf(visitor, "new_password").waitFor();
    await page.getByText(says("auth.change.intro_forced")).waitFor();
    const back = page
      .getByRole("main")
      .getByRole("button", { name: says("common.back"), exact: true });
    expect(await back.count(), `${path} has no way back`).toBe(0);
  }
}

/** The mailed password works once and only to choose one's own; then the quiz opens by itself. */
export async function firstSignIn(
  shop: Shop,
  visitor: Visitor,
  language: Language,
  email: string,
): Promise<void> {
  const { page, says } = visitor;
  const temporary = await temporaryPasswordOf(shop, email);
  await signIn(visitor, { email, password: temporary });
  await expectForcedChange(visitor, language);

  const submit = page.getByRole("button", { name: says("auth.password.submit"), exact: true });
  await fill(visitor, {
    old_password: temporary,
    new_password: "short",
    confirm_password: "short",
  });
  expect(await submit.isDisabled(), "a password against the policy cannot be sent").toBe(true);
  await fill(visitor, { new_password: ownPassword, confirm_password: `${ownPassword}x` });
  await page.getByText(says("auth.password.mismatch")).waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await picture(page, `change-password-${language}`);
  await choosePassword(visitor, temporary, ownPassword);
  await page.getByText(says("auth.change.done_title")).waitFor();
  await picture(page, `password-changed-${language}`);
  await page.waitForURL(`**/${language}/fragrance-quiz`);
}
