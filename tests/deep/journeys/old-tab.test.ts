/** A tab that was open while a new version was deployed, whose files are gone. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Visitor } from "../../support/browser.ts";
import { fill } from "../../support/visits.ts";
import { openVisiting } from "../../support/visiting.ts";

const visiting = await openVisiting();

/** As the static layer answers for a file of another version; it comes back with `isBack`. */
async function deployWithout(page: Page, file: string) {
  // The service worker keeps files over a deployment; here none has been kept yet.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "serviceWorker", { value: undefined }),
  );
  let loads = 0;
  page.on("load", () => (loads += 1));
  const files = `**/assets/${file}-*.js`;
  await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
  return { loads: () => loads, isBack: () => page.unroute(files) };
}
/** React has made the link its own: before, a click on it loads the next document as links do. */
const takenOver = (link: Locator) =>
  expect
    .poll(() => link.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__react"))))
    .toBe(true);
const registerLink = ({ page, says }: Visitor) =>
  page.getByRole("main").getByRole("link", { name: says("auth.login.to_register") });
/** React and the browser say so too. */
const refusals = [404, /Failed to fetch dynamically imported module/, "A screen failed"];

test("a screen whose file is gone comes by one load of the page (ja)", async () => {
  const walk = async (visitor: Visitor) => {
    const { page, says } = visitor;
    const { loads, isBack } = await deployWithout(page, "RegisterPage");
    await page.goto("/ja/login");
    const link = registerLink(visitor);
    await takenOver(link);
    await link.hover();
    page.on("request", (request) => void (request.isNavigationRequest() && isBack()));
    await Promise.all([page.waitForEvent("load"), link.click()]);
    await page.getByRole("heading", { level: 1, name: says("auth.register.title") }).waitFor();
    expect(loads()).toBe(2);
    expect(new URL(page.url()).pathname).toBe("/ja/register");
  };
  await visiting.visit("ja", walk, { refusals });
});

test("a file that stays gone ends on the error page, and not in a loop (zh)", async () => {
  const walk = async (visitor: Visitor) => {
    const { page } = visitor;
    const { loads } = await deployWithout(page, "RegisterPage");
    await page.goto("/zh/login");
    await takenOver(registerLink(visitor));
    await fill(visitor, { email: "mei@sillage.test", password: "Vetiver&Rain2026" });
    await registerLink(visitor).click();
    await page.getByRole("alert").getByRole("button", { name: "重新載入" }).waitFor();
    expect(loads()).toBe(2);
    const kept = await page.evaluate(() => JSON.stringify(history.state));
    expect(kept).toContain("reloaded");
    expect(kept, "a password is never kept").not.toContain("Vetiver");
  };
  await visiting.visit("zh", walk, { refusals });
});
