import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { newVisitor, picture, textOf, type Visitor } from "../support/browser.ts";
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

const heading = ({ page, says }: Visitor, key: string) =>
  page.getByRole("heading", { level: 1, name: says(key) }).waitFor();
const mainLinks = ({ page, says }: Visitor) =>
  page
    .getByRole("banner")
    .getByRole("navigation", { name: says("common.nav.main") })
    .getByRole("link")
    .allInnerTexts();
const languageButton = ({ page, says }: Visitor) =>
  page.getByRole("button", {
    name: says("common.language.button", { language: says("common.language.short") }),
  });
/** The page has taken over and reacts. */
const ready = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem("i18nextLng") !== null);
/** React has hydrated the link: before, a click on it loads the next document as links do. */
const takenOver = (link: Locator) =>
  expect
    .poll(() => link.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__react"))))
    .toBe(true);

test("a visitor finds home, signing in, the languages and the location, and no cart", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page, says } = visitor;
  await page.goto("/en/home");
  await ready(page);
  expect(await mainLinks(visitor)).toEqual([says("common.nav.home")]);
  const bar = page.getByRole("banner");
  expect(await bar.getByRole("button", { name: /cart/i }).count()).toBe(0);
  await bar.getByRole("button", { name: says("common.nav.account"), exact: true }).click();
  await bar.getByRole("link", { name: says("common.nav.register"), exact: true }).waitFor();
  await bar.getByRole("link", { name: says("common.nav.login"), exact: true }).click();
  await heading(visitor, "auth.login.title");
  expect(visitor.troubles).toEqual([]);
  await visitor.close();
});

test("a member finds quiz, profile, orders, their name and a count of the cart, and signs out by a whole load", async () => {
  const member = await newMember(shop, { language: "zh" });
  const visitor = await newVisitor(browser, shop.url, "zh");
  const { page, says } = visitor;
  await page.goto("/zh/login?from=/zh/home");
  await signIn(visitor, member);
  await page
    .getByRole("banner")
    .getByRole("link", { name: says("common.nav.orders") })
    .waitFor();
  expect(await mainLinks(visitor)).toEqual(
    ["home", "quiz", "profile", "orders"].map((name) => says(`common.nav.${name}`)),
  );
  await member.shopper.send("POST", "/cart/items", {
    productIds: ["hinoki-rain", "cedar-library", "fig-terrace"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-nav",
    userAnswer: "雨",
  });
  await page.reload();
  await page
    .getByRole("button", { name: says("common.nav.cart.one", { count: 1 }), exact: true })
    .waitFor();
  const account = page.getByRole("button", { name: /Test\s?Noor/ });
  await account.click();
  await picture(page, "user-menu-zh");
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("button", { name: says("common.nav.logout"), exact: true }).click();
  await page.waitForURL("**/zh/login");
  await heading(visitor, "auth.login.title");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
  await visitor.close();
});

test("the language dialog keeps page and query, the footer leads home, and all three languages are offered", async () => {
  const visitor = await newVisitor(browser, shop.url, "zh");
  const { page } = visitor;
  await page.goto("/zh/login?from=%2Fzh%2Fcart");
  await heading(visitor, "auth.login.title");
  await languageButton(visitor).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(
    (await dialog.getByRole("link").allInnerTexts()).map((text) => text.split("\n")[0]),
  ).toEqual(["繁體中文", "English", "日本語"]);
  await dialog.getByRole("link", { name: "日本語" }).click();
  await page.waitForURL(
    (url) => url.pathname === "/ja/login" && url.searchParams.get("from") === "/zh/cart",
  );
  await page.getByRole("heading", { level: 1, name: textOf("ja", "auth.login.title") }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("ja");
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en/home");
  await visitor.close();
});

test("a location is kept, and prices stay in New Taiwan dollars and say so", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page, says } = visitor;
  await page.goto("/en/home");
  await ready(page);
  await page
    .getByRole("button", { name: says("common.location.label_now", { place: "Taiwan TWD" }) })
    .click();
  const places = await page.getByRole("radio").locator("xpath=..").allInnerTexts();
  expect(places.map((place) => place.replace(/\s+/g, " ").trim())).toEqual([
    "Taiwan TWD",
    "Japan JPY",
    "USA USD",
  ]);
  await page.getByText(says("common.location.note")).waitFor();
  await page.getByRole("radio", { name: /Japan/ }).check();
  expect(await page.evaluate(() => localStorage.getItem("selectedLocation"))).toBe("japan");
  await page.reload();
  await page
    .getByRole("button", { name: says("common.location.label_now", { place: "Japan JPY" }) })
    .waitFor();
  expect(await page.getByText("NT$\u00A0100").count()).toBeGreaterThan(0);
  expect(await page.getByText(/¥|JPY\s*\d/).count()).toBe(0);
  await visitor.close();
});

test("on a phone the side menu holds the ways, the language and the location", async () => {
  const visitor = await newVisitor(browser, shop.url, "ja", 360);
  const { page, says } = visitor;
  await page.goto("/ja/cart");
  await heading(visitor, "shop.cart.title");
  await page.getByRole("button", { name: says("common.nav.open_menu") }).click();
  const menu = page.getByRole("dialog");
  await menu.waitFor();
  expect(await menu.getByRole("link").allInnerTexts()).toEqual(
    ["home", "login", "register"].map((name) => says(`common.nav.${name}`)),
  );
  expect(await menu.getByRole("radio").count()).toBe(3);
  await picture(page, "side-menu-ja");
  await menu.getByRole("link", { name: says("common.nav.home") }).click();
  await page.waitForURL("**/ja/home");
  await page.getByText(says("shop.home.lead")).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await visitor.close();
});

test("the footer leads to every legal and service page", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page, says } = visitor;
  await page.goto("/en/home");
  const contexts = [
    "Legal_Disclaimer",
    "PrivacyPolicy",
    "WebsiteSecurityPolicy",
    "ShippingInformation",
    "ReturnPolicy",
    "ContactTheBrandConsultant",
  ];
  for (const context of contexts) {
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: says(`common.footer.pages.${context}`), exact: true })
      .click();
    await page.waitForURL(`**/en/info/${context}`);
    await page
      .getByRole("heading", {
        level: 1,
        name: says(`common.meta.info.${context}.title`).split(" · ")[0] ?? "",
      })
      .waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
  expect(visitor.troubles).toEqual([]);
  await visitor.close();
});

test("from screen to screen the next takes the last one's place softly, with the heading in focus; who wants no motion gets none", async () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const visitor = await newVisitor(browser, shop.url, "en");
    const { page, says } = visitor;
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document);
      Object.assign(window, { transitions: 0 });
      document.startViewTransition = (update) => {
        (window as unknown as { transitions: number }).transitions += 1;
        return start(update);
      };
    });
    await page.goto("/en/home");
    const link = page
      .getByRole("main")
      .getByRole("link", { name: says("shop.home.sign_in"), exact: true });
    await takenOver(link);
    await link.click();
    await heading(visitor, "auth.login.title");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(
      await page.evaluate(() => (window as unknown as { transitions: number }).transitions),
    ).toBe(reducedMotion === "reduce" ? 0 : 1);
    await page.goBack();
    await page.getByText(says("shop.home.lead")).waitFor();
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  }
});

test("a screen whose script is lost says so, with ways on that work", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page } = visitor;
  await page.goto("/en/home");
  await ready(page);
  const link = page
    .getByRole("contentinfo")
    .getByRole("link", { name: textOf("en", "common.footer.pages.PrivacyPolicy"), exact: true });
  await takenOver(link);
  await page.context().setOffline(true);
  await link.click();
  await page.getByRole("alert").getByRole("heading", { level: 1 }).waitFor();
  await picture(page, "error-page");
  await page.context().setOffline(false);
  await page.getByRole("alert").getByRole("button").click();
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/en/info/PrivacyPolicy");
  await visitor.close();
});
