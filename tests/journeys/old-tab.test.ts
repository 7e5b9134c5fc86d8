/** A tab that was open while a new version was deployed, whose files are gone. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { beginRegistration, fieldOf, fill } from "../support/identity-visits.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting(borrowShop);
});
afterAll(() => visiting?.close());

/** As the static layer answers for a file of another version; it comes back with `return`. */
async function deployWithout(page: Page, file: string): Promise<{ loads: () => number }> {
  // The service worker keeps files over a deployment; here none has been kept yet.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "serviceWorker", { value: undefined }),
  );
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.route(`**/assets/${file}-*.js`, (route) => route.fulfill({ status: 404, body: "" }));
  return { loads: () => loads };
}
const isBack = (page: Page, file: string) => page.unroute(`**/assets/${file}-*.js`);
/** React has made the link its own: before, a click on it loads the next document as links do. */
const takenOver = (link: Locator) =>
  expect
    .poll(() => link.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__react"))))
    .toBe(true);
/** React and the browser say so too. */
const refusals = [404, /Failed to fetch dynamically imported module/];

test("a screen whose file is gone comes by one load of the page (ja)", async () => {
  await visiting.visit(
    "ja",
    async ({ page, says }) => {
      const { loads } = await deployWithout(page, "RegisterPage");
      await page.goto("/ja/login");
      const link = page
        .getByRole("main")
        .getByRole("link", { name: says("auth.login.to_register") });
      await takenOver(link);
      await link.hover();
      page.on("request", (request) => {
        if (request.isNavigationRequest()) void isBack(page, "RegisterPage");
      });
      await Promise.all([page.waitForEvent("load"), link.click()]);
      await page.getByRole("heading", { level: 1, name: says("auth.register.title") }).waitFor();
      expect(loads()).toBe(2);
      expect(new URL(page.url()).pathname).toBe("/ja/register");
    },
    { refusals },
  );
});

test("what was typed into a form is there after the load (en)", async () => {
  await visiting.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      const { loads } = await deployWithout(page, "PrivacyModal");
      await page.goto("/en/register");
      await beginRegistration(visitor, "individual");
      await fill(visitor, { last_name: "Lin", first_name: "Mei", email: "mei@sillage.test" });
      const terms = page.getByRole("button", { name: says("auth.register.read_terms") });
      await Promise.all([page.waitForEvent("load"), terms.click()]);
      await isBack(page, "PrivacyModal");
      await beginRegistration(visitor, "individual");
      for (const [name, value] of [
        ["last_name", "Lin"],
        ["first_name", "Mei"],
        ["email", "mei@sillage.test"],
      ] as const)
        await expect.poll(() => fieldOf(visitor, name).inputValue()).toBe(value);
      await terms.click();
      await page.getByRole("dialog").waitFor();
      expect(loads()).toBe(2);
    },
    { refusals },
  );
});

test("a file that stays gone ends on the error page, and not in a loop (zh)", async () => {
  await visiting.visit(
    "zh",
    async (visitor) => {
      const { page, says } = visitor;
      const { loads } = await deployWithout(page, "RegisterPage");
      await page.goto("/zh/login");
      const link = page
        .getByRole("main")
        .getByRole("link", { name: says("auth.login.to_register") });
      await takenOver(link);
      await fill(visitor, { email: "mei@sillage.test", password: "Vetiver&Rain2026" });
      await link.click();
      await page.getByRole("alert").getByRole("button", { name: "重新載入" }).waitFor();
      expect(loads()).toBe(2);
      const kept = await page.evaluate(() => JSON.stringify(history.state));
      expect(kept).toContain("reloaded");
      expect(kept, "a password is never kept").not.toContain("Vetiver");
    },
    { refusals: [...refusals, "A screen failed"] },
  );
});
