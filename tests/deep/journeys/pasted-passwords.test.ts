/** A password manager, and whoever copies a password: what only a browser with a clipboard shows. */
import { expect, test } from "vitest";
import type { Visitor } from "../../support/browser.ts";
import { fieldOf, ownPassword } from "../../support/identity-visits.ts";
import { newMember } from "../../support/new-member.ts";
import { openVisiting } from "../../support/visiting.ts";

const house = await openVisiting();

async function paste(visitor: Visitor, name: string, text: string): Promise<void> {
  const { page } = visitor;
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await fieldOf(visitor, name).click();
  await page.keyboard.press("Control+V");
  expect(await fieldOf(visitor, name).inputValue(), name).toBe(text);
}

test("a password can be pasted wherever one is asked for (ASVS 6.2.7)", async () => {
  const { email, password } = await newMember(house.shop);
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/en/login?from=%2Fen%2Fchange-password");
    await paste(visitor, "email", email);
    await paste(visitor, "password", password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/en/change-password");
    await paste(visitor, "old_password", password);
    await paste(visitor, "new_password", ownPassword);
    await paste(visitor, "confirm_password", ownPassword);
    await page.keyboard.press("Enter");
    await page.getByText(says("auth.change.done_title")).waitFor();
  });
});
