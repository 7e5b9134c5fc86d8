/** What people do on the way into their account, spelled once. */
import type { Locator } from "playwright-core";
import type { Visitor } from "./browser.ts";
import type { Shop } from "./shop.ts";
import { mailsTo } from "./new-member.ts";

export const ownPassword = "Vetiver&Rain2026";

/** A control of the page or dialog by its label, such as `email` or `new_password`. */
export function fieldOf({ page, says }: Visitor, name: string): Locator {
  return page.getByRole("main").getByLabel(says(`auth.fields.${name}`), { exact: true });
}

export async function fill(visitor: Visitor, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(visitor, name).fill(value);
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
