/** Where lines end, at every width that people have: a typesetter's eye over headings and labels. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor } from "../support/browser.ts";
import { badBreaks } from "../support/line-breaks.ts";
import { newMember } from "../support/new-member.ts";
import { arriveAt, openQuiz, tapCard, tapThroughQuestions } from "../support/quiz-visits.ts";
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
  "scent/hinoki-rain",
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

async function faultsAtAllWidths(
  page: Page,
  screen: string,
  faultsHere: (page: Page) => Promise<string[]> = badBreaks,
): Promise<string[]> {
  // What is not laid out before it is scrolled to has no lines yet.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
  });
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await faultsHere(page)) faults.push(`${screen} at ${width}: ${fault}`);
  }
  return faults;
}

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
      for (const fault of await faultsAtAllWidths(page, path)) faults.add(fault);
      looks += widths.length;
    };
    try {
      for (const path of forAnybody) await look(path);
      await page.goto(`/${language}/login`);
      await signIn(visitor, { email: memberOf[language], password: "Perfume#2026" });
      for (const path of forMembers) await look(path);
      expect(looks).toBe(widths.length * (forAnybody.length + forMembers.length));
      expect([...faults]).toEqual([]);
    } finally {
      await visitor.close();
    }
  },
);

/** Answers that lines end badly in, and those that are not as wide as the others. */
async function faultyAnswers(page: Page): Promise<string[]> {
  const answers = await page
    .locator("fieldset label:has(input)")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
  const isEven = new Set(answers).size <= 1;
  return [
    ...(await badBreaks(page, "fieldset label > span:first-of-type")),
    ...(isEven ? [] : [`answers of ${answers.join(", ")} px`]),
  ];
}

test.each(["zh", "en", "ja"] as const)(
  "the questions of the quiz and their answers break between words, and all answers have one width (%s)",
  async (language) => {
    const member = await newMember(shop, { language });
    const visitor = await newVisitor(browser, shop.url, language);
    const faults = new Set<string>();
    const look = async (question: string) => {
      for (const fault of await faultsAtAllWidths(visitor.page, question, faultyAnswers))
        faults.add(fault);
    };
    try {
      await openQuiz(visitor, language, member);
      await arriveAt(visitor, "personalOptions");
      await look("personalOptions");
      await tapCard(visitor, "personalOptions", "sample");
      await tapCard(visitor, "selection", "questionnaire");
      await tapThroughQuestions(visitor, look);
      await look("description");
      expect([...faults]).toEqual([]);
    } finally {
      await visitor.close();
    }
  },
);
