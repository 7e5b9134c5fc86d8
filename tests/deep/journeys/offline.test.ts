import type { Page } from "playwright-core";
import { settled } from "../../support/accessibility.ts";
import { languagesOf, type Visitor } from "../../support/browser.ts";
import { openVisiting } from "../../support/visiting.ts";

const visiting = await openVisiting();

async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(async () => (await keptPaths(page)).join()).toContain("ortrait");
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(shelves.map((shelf) => shelf.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

function stylesOf(page: Page): Promise<string[]> {
  return page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => new URL(href).pathname));
}

async function goOffline({ page, says }: Visitor, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline);
  const notice = page.getByRole("status").filter({ hasText: says("common.offline") });
  await notice.waitFor({ state: isOffline ? "visible" : "detached" });
}
const refusals = [
  "ERR_INTERNET_DISCONNECTED",
  "ERR_FAILED",
  "503",
  "Failed to fetch",
  "Unable to preload",
  "A screen failed",
];

test.each(languagesOf("ja"))("without a connection the shop still opens (%s)", async (language) => {
  await visiting.visit(language, { width: 360, refusals }, async (visitor) => {
    const { page, says } = visitor;
    await page.goto(`/${language}/home`);
    await readyForOffline(page);
    const atHome = await stylesOf(page);
    await page.goto(`/${language}/login`);
    await settled(page);
    const styles = await stylesOf(page);
    expect(styles.filter((path) => !atHome.includes(path))).not.toEqual([]);
    const kept = async () => (await keptPaths(page)).filter((path) => styles.includes(path));
    await expect.poll(async () => (await kept()).toSorted()).toEqual(styles.toSorted());
    await goOffline(visitor, true);
    await page.goto(`/${language}/home`);
    await page.getByText(says("shop.home.lead")).waitFor();
    const rose = says("shop.home.words.rose.name");
    await page.getByRole("checkbox", { name: rose, exact: true }).check();
    await page.getByText(says("shop.home.words.rose.middle"), { exact: true }).waitFor();
    await page.goto(`/${language}/login`);
    await page.getByRole("heading", { level: 1, name: says("auth.login.title") }).waitFor();
    const home = await page.getByText(says("shop.home.lead")).count();
    expect(home, "home does not stand in for another screen").toBe(0);
    await page.goto(`/${language}/info/PrivacyPolicy`);
    await page.getByRole("alert").first().waitFor();
    await goOffline(visitor, false);
    await page.goto(`/${language}/info/PrivacyPolicy`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
  });
});

test("nothing of a member is kept for offline, on any screen", async () => {
  const as = { email: "mei@example.test", password: "Perfume#2026" };
  await visiting.visit("en", { as, refusals: [/40\d/] }, async ({ page }) => {
    await page.goto("/en/home");
    await readyForOffline(page);
    const result = "payment-result?data=secret&sig=secret";
    for (const path of ["orders", "profile", "cart", "fragrance-quiz", result, "home"]) {
      await page.goto(`/en/${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    }
    const kept = await keptPaths(page);
    expect(kept.length).toBeGreaterThan(5);
    const everybodys = /^\/(assets|fonts|icons|locales)\/|^\/favicon\.svg$|^\/(zh|en|ja)\/home$/;
    expect(kept.filter((path) => !everybodys.test(path))).toEqual([]);
    const shell = await page.evaluate(async () =>
      (await caches.match("/en/home", { ignoreVary: true }))?.text(),
    );
    expect(shell).toContain("data-prerendered");
    expect(shell, "kept as a stranger sees it").not.toMatch(/<html[^>]*data-member|mei@example/);
  });
});

test("the shop can be installed", async () => {
  await visiting.visit("zh", {}, async ({ page }) => {
    await page.goto("/zh/home");
    const session = await page.context().newCDPSession(page);
    const { url, errors } = await session.send("Page.getAppManifest");
    expect(url).toMatch(/\/zh\/manifest\.webmanifest$/);
    expect(errors).toEqual([]);
    await readyForOffline(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    const ids = installabilityErrors.map(({ errorId }) => errorId);
    // A fresh profile without a window to install into is all that may stand in the way.
    expect(ids.filter((id) => id !== "in-incognito")).toEqual([]);
  });
});
