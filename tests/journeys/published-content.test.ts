import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InfoPage } from "../../worker/contract/info-page.ts";
import { settled } from "../support/accessibility.ts";
import { launchBrowser, newVisitor, textOf } from "../support/browser.ts";
import { read, type Messages } from "../support/repository.ts";
import { scriptAttacks } from "../support/script-attacks.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([
    // What is published here is read at once.
    startShop({ vars: { CONTENT_MEMORY_SECONDS: "0" } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const infoPageFile = (context: string) =>
  JSON.parse(read(`worker/content/info-pages/${context}.json`)) as InfoPage;

/** Every text of the tree replaced by the next attack. */
function poisoned(texts: Messages, next: () => string): Messages {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string" ? next() : poisoned(text, next),
    ]),
  );
}

const attacksOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { attacked: number[] }).attacked.length);

test("of 500 scripts hidden in texts and information pages, none ever runs (R69)", async () => {
  expect(new Set(scriptAttacks).size).toBe(500);
  const page = infoPageFile("PrivacyPolicy");
  const sections = scriptAttacks.map((attack) => ({ title: attack, content: attack }));
  const translation = { main_title: scriptAttacks[0] ?? "", sections };
  await shop.content.put(
    "info-pages/PrivacyPolicy",
    JSON.stringify({
      ...page,
      translations: { zh: translation, en: translation, ja: translation },
    }),
  );
  const visitor = await newVisitor(browser, shop.url, "ja");
  await visitor.page.addInitScript(() => Object.assign(window, { attacked: [] }));
  const common = JSON.parse(read("worker/content/locales/ja/common.json")) as Messages;
  const home = JSON.parse(read("worker/content/locales/ja/shop.json")) as Messages;
  let used = 0;
  const next = () => scriptAttacks[used++ % scriptAttacks.length] ?? "";
  while (used < scriptAttacks.length) {
    await shop.content.put("locales/ja/common", JSON.stringify(poisoned(common, next)));
    await shop.content.put("locales/ja/shop", JSON.stringify(poisoned(home, next)));
    await visitor.page.goto("/ja/home");
    await visitor.page.locator("fieldset input:checked").first().waitFor({ state: "attached" });
    await visitor.page.waitForLoadState("networkidle");
    expect(await visitor.page.locator("main").innerText(), "they are read as words").toContain(
      "window.attacked.push(1)",
    );
    expect(await attacksOn(visitor.page)).toBe(0);
  }
  await visitor.page.goto("/ja/info/PrivacyPolicy");
  await visitor.page.locator("main section").nth(499).waitFor({ state: "attached" });
  await visitor.page.waitForLoadState("networkidle");
  expect(await attacksOn(visitor.page)).toBe(0);
  const links = await visitor.page
    .locator("main a")
    .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).protocol));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((protocol) => !["http:", "https:", "mailto:"].includes(protocol))).toEqual(
    [],
  );
  expect(
    await visitor.page
      .locator("main script, main iframe, main object, main [onerror], main [onload]")
      .count(),
  ).toBe(0);
  await visitor.close();
});

test("a link of an information page leads where it says, and an unpublished page leads home", async () => {
  const fresh = await startShop();
  try {
    const page = infoPageFile("ShippingInformation");
    await fresh.content.put(
      "info-pages/ReturnPolicy",
      JSON.stringify({ ...infoPageFile("ReturnPolicy"), isPublished: false }),
    );
    page.translations.en = {
      main_title: "Edited just now",
      sections: [
        { title: "Hidden", content: "See [Returns and exchanges](/en/info/ReturnPolicy)." },
      ],
    };
    await fresh.content.put("info-pages/ShippingInformation", JSON.stringify(page));
    const visitor = await newVisitor(browser, fresh.url, "en");
    const tab = visitor.page;
    await tab.goto("/en/info/ShippingInformation");
    await tab.getByRole("heading", { level: 1, name: "Edited just now" }).waitFor();
    expect(await tab.getByText("Hidden").count(), "the first four pages read as one text").toBe(0);
    await tab.getByRole("link", { name: "Returns and exchanges", exact: true }).first().click();
    await tab.waitForURL("**/en/home");
    await tab.goto("/en/info/PrivacyPolicy");
    await tab.getByRole("heading", { level: 2 }).first().waitFor();
    await tab.goto("/en/info/Nothing");
    await tab.waitForURL("**/en/home");
    await visitor.close();
  } finally {
    await fresh.close();
  }
});

test("a page that is not translated shows in Chinese", async () => {
  const fresh = await startShop();
  try {
    const page = infoPageFile("WebsiteSecurityPolicy");
    await fresh.content.put(
      "info-pages/WebsiteSecurityPolicy",
      JSON.stringify({ ...page, translations: { zh: page.translations.zh } }),
    );
    const visitor = await newVisitor(browser, fresh.url, "ja");
    await visitor.page.goto("/ja/info/WebsiteSecurityPolicy");
    await settled(visitor.page);
    const heading = visitor.page.getByRole("heading", {
      level: 1,
      name: page.translations.zh.main_title,
    });
    const spoken = heading.evaluate((title) => title.closest("[lang]")?.getAttribute("lang"));
    expect(await spoken, "a voice reads Chinese as Chinese").toBe("zh-Hant-TW");
    const links = visitor.page.getByRole("link", {
      name: textOf("ja", "common.footer.pages.WebsiteSecurityPolicy"),
    });
    expect(await links.count()).toBe(2);
    for (const link of await links.all())
      expect(await link.evaluate((own) => own.closest("[lang]")?.getAttribute("lang"))).toBe("ja");
    await visitor.close();
  } finally {
    await fresh.close();
  }
});
