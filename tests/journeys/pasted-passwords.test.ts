/** People whose passwords come from a password manager. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "../support/browser.ts";
import { fieldOf, ownPassword } from "../support/identity-visits.ts";
import { newMember } from "../support/new-member.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting();
});
afterAll(() => house?.close());

async function paste(visitor: Visitor, name: string, text: string): Promise<void> {
  const { page } = visitor;
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  const field = fieldOf(visitor, name);
  await field.click();
  await page.keyboard.press("Control+V");
  expect(await field.inputValue(), name).toBe(text);
  expect(await field.getAttribute("autocomplete"), name).toMatch(/^(username|\w+-password)$/);
}

test("a password can be pasted wherever one is asked for, and each field says to managers which it is (ASVS 6.2.7)", async () => {
  const { email, password } = await newMember(house.shop);
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const press = (name: string) =>
      page
        .getByRole("main")
        .getByRole("button", { name: says(name), exact: true })
        .click();
    await page.goto("/en/login?from=%2Fen%2Fchange-password");
    await paste(visitor, "email", email);
    await paste(visitor, "password", password);
    await press("auth.login.submit");
    await page.waitForURL("**/en/change-password");
    await paste(visitor, "old_password", password);
    await paste(visitor, "new_password", ownPassword);
    await paste(visitor, "confirm_password", ownPassword);
    await press("auth.password.submit");
    await page.getByText(says("auth.change.done_title")).waitFor();
  });
});
