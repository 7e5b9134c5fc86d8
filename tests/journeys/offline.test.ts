import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { newVisitor, picture, type Visitor } from "../support/browser.ts";
import { settled } from "../support/accessibility.ts";
import { newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  visiting = await startVisiting(borrowShop);
  ({ shop, browser } = visiting);
});
afterAll(() => visiting?.close());

/** The service worker stands between the page and the network, and has kept what the page uses. */
async function readyForOffline(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => path.includes("portrait")).length)
    .toBeGreaterThan(0);
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map((request) => {
      const { pathname, search } = new URL(request.url);
      return pathname + search;
    });
  });
}

async function goOffline({ page, says }: Visitor, isOffline: boolean) {
  await page.context().setOffline(isOffline);
  const notice = page.getByRole("status").filter({ hasText: says("common.offline") });
  await notice.waitFor({ state: isOffline ? "visible" : "detached" });
}

test("without a connection the shop still opens, and says where it stands", async () => {
  const visitor = await newVisitor(browser, shop.url, "ja", 360);
  const { page, says } = visitor;
  await page.goto("/ja/home");
  await readyForOffline(page);
  await page.goto("/ja/login");
  await settled(page);
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => /LoginPage.*css/.test(path)))
    .toHaveLength(1);
  await goOffline(visitor, true);
  await picture(page, "offline-login");

  await page.goto("/ja/home");
  await page.getByText(says("shop.home.lead")).waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: says("common.offline") })
    .waitFor();
  await page
    .getByRole("checkbox", { name: says("shop.home.words.rose.name"), exact: true })
    .check();
  await page.getByText(says("shop.home.words.rose.middle"), { exact: true }).waitFor();
  await page.goto("/ja/login");
  await page.getByRole("heading", { level: 1, name: says("auth.login.title") }).waitFor();
  expect(
    await page.getByText(says("shop.home.lead")).count(),
    "home does not stand in for another screen",
  ).toBe(0);

  await page.goto("/ja/info/PrivacyPolicy");
  await page.getByRole("alert").first().waitFor();
  await picture(page, "offline-info");
  await goOffline(visitor, false);
  await page.goto("/ja/info/PrivacyPolicy");
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  await visitor.close();
});

test("what was typed survives a lost connection, and can be sent when it is back", async () => {
  const member = await newMember(shop, { language: "en" });
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page, says } = visitor;
  await page.goto("/en/login?from=/en/home");
  await page.locator('input[type="email"]').fill(member.email);
  await page.locator('input[type="password"]').fill(member.password);
  await goOffline(visitor, true);
  const submit = page
    .getByRole("main")
    .getByRole("button", { name: says("auth.login.submit"), exact: true });
  await submit.click();
  await page.getByRole("alert").first().waitFor();
  expect(await page.locator('input[type="email"]').inputValue()).toBe(member.email);
  expect(await page.locator('input[type="password"]').inputValue()).toBe(member.password);
  await goOffline(visitor, false);
  await submit.click();
  await page.waitForURL("**/en/home");
  await visitor.close();
});

test("nothing of a member is kept for offline, on any screen", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page } = visitor;
  await page.goto("/en/home");
  await readyForOffline(page);
  await page.goto("/en/login?from=/en/orders");
  await signIn(visitor, { email: "mei@example.test", password: "Perfume#2026" });
  for (const path of [
    "orders",
    "profile",
    "cart",
    "fragrance-quiz",
    "payment-result?data=secret&sig=secret",
    "home",
  ]) {
    await page.goto(`/en/${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  const kept = await keptPaths(page);
  expect(kept.length).toBeGreaterThan(5);
  expect(
    kept.filter(
      (path) =>
        !/^\/(assets|fonts|icons|locales)\/|^\/favicon\.svg$|^\/(zh|en|ja)\/home$/.test(path),
    ),
  ).toEqual([]);
  const shells = await page.evaluate(async () => {
    const answer = await caches.match("/en/home", { ignoreVary: true });
    return answer === undefined ? "" : answer.text();
  });
  expect(shells).toContain("data-prerendered");
  expect(shells, "kept as a stranger sees it").not.toMatch(
    /<html[^>]*data-member|mei@example\.test/,
  );
  await visitor.close();
});

test("the shop can be installed", async () => {
  const visitor = await newVisitor(browser, shop.url, "zh");
  const { page } = visitor;
  await page.goto("/zh/home");
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  expect(url).toMatch(/\/zh\/manifest\.webmanifest$/);
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}");
  expect(manifest.start_url).toBe("/zh/home");
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address: string) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect.soft(size, src).toBe(sizes);
  }
  await readyForOffline(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A fresh profile without a window to install into is all that may stand in the way.
  expect(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
  ).toEqual([]);
  await visitor.close();
});
