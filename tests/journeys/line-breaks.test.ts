/** Where lines end, at every width that people have: a typesetter's eye over headings and labels. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor } from "../support/browser.ts";
import { badBreaks } from "../support/line-breaks.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { signIn } from "../support/visits.ts";

const widths = [320, 360, 390, 480, 768, 1024, 1280, 1680, 2560];
const forAnybody = [
  "home",
  "register",
  "forgot-password",
  "info/ShippingInformation",
  "info/ReturnPolicy",
  "info/ContactTheBrandConsultant",
  "info/PrivacyPolicy",
  "info/WebsiteSecurityPolicy",
];
const forMembers = [
  "fragrance-quiz",
  "cart",
  "checkout",
  "orders",
  "purchase-options?productId=hinoki-rain&productNumber=SL-001",
  "profile",
  "profile?tab=password",
  "profile?tab=addresses",
  "profile?tab=sessions",
];
const memberOf = {
  zh: "mei@example.test",
  en: "chen@example.test",
  ja: "sato@example.test",
} as const;

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

test.each(["zh", "en", "ja"] as const)(
  "headings and labels break between words from 320 to 2560 px (%s)",
  async (language) => {
    const visitor = await newVisitor(browser, shop.url, language);
    const { page } = visitor;
    const faults = new Set<string>();
    let looks = 0;
    const look = async (path: string) => {
      await page.goto(`/${language}/${path}`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await lookAtScreen(path);
    };
    const lookAtScreen = async (path: string) => {
      // What is not laid out before it is scrolled to has no lines yet.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("* { content-visibility: visible !important }");
        document.adoptedStyleSheets.push(sheet);
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const fault of await badBreaks(page)) faults.add(`${path} at ${width}: ${fault}`);
        looks += 1;
      }
    };
    try {
      for (const path of forAnybody) await look(path);
      await page.goto(`/${language}/login`);
      await signIn(visitor, { email: memberOf[language], password: "Perfume#2026" });
      for (const path of forMembers) await look(path);
      expect(looks).toBe(widths.length * (forAnybody.length + forMembers.length));
      await page.goto(`/${language}/fragrance-quiz`);
      await tapCard(visitor, "personalOptions", "sample");
      await tapCard(visitor, "selection", "questionnaire");
      await tapThroughQuestions(visitor, lookAtScreen);
      await lookAtScreen("own words");
      expect([...faults]).toEqual([]);
    } finally {
      await visitor.close();
    }
  },
);
