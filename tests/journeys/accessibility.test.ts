/**
 * Every screen of the contract, by visitors and members, with and without content: axe and what it does not know in Chinese,
 * narrow and wide. The other languages have the same markup with other words: there narrow screens are looked at for words that
 * do not fit, glyphs, targets and the language they are marked as.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeTable } from "../../worker/contract/locales.ts";
import { infoContexts, screens, type ScreenName } from "../../worker/contract/screens.ts";
import { bringAxe, faultsOf, settled } from "../support/accessibility.ts";
import { launchBrowser, newVisitor, type Language, type Visitor } from "../support/browser.ts";
import { beginRegistration, tryPassword } from "../support/identity-visits.ts";
import { clippedText, missingGlyphs, smallTargets } from "../support/legibility.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { signIn } from "../support/visits.ts";

const demoPassword = "Perfume#2026";
const languages = ["zh", "en", "ja"] as const;
const narrow = 360;
const wide = 1280;
type Role = "visitor" | "member";
const schemes: Record<Language, Record<Role, "light" | "dark">> = {
  zh: { visitor: "light", member: "dark" },
  en: { visitor: "dark", member: "light" },
  ja: { visitor: "light", member: "dark" },
};
/** With orders in every status and a sample under way; a business; and somebody who has ordered nothing yet. */
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

interface Look extends Visitor {
  /** Opens a path below the language, waits until it is all there, and looks. */
  open(path: string): Promise<void>;
  /** Looks at what is shown now, narrow and, where axe looks, wide unless told. */
  look(name: string, widths?: readonly number[]): Promise<void>;
}

async function lookAround(language: Language, role: Role, walk: (look: Look) => Promise<void>) {
  const visitor = await newVisitor(browser, shop.url, language);
  const { page } = visitor;
  const faults: string[] = [];
  const colorScheme = schemes[language][role];
  const isForAxe = language === "zh";
  const look: Look["look"] = async (name, widths = isForAxe ? [narrow, wide] : [narrow]) => {
    for (const width of widths) {
      const where = `${language} ${name} at ${width} in ${colorScheme}`;
      const found = await faultsOf(
        page,
        width,
        localeTable[language].htmlLang,
        isForAxe ? "everything" : "words",
      );
      found.push(
        ...(await clippedText(page)),
        ...(await smallTargets(page)),
        ...(await missingGlyphs(page)),
      );
      faults.push(...found.map((fault) => `${where}: ${fault}`));
    }
  };
  try {
    if (isForAxe) await bringAxe(page);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const open = async (path: string) => {
      await page.goto(`/${language}/${path}`);
      await settled(page);
      await look(path);
    };
    await walk({ ...visitor, open, look });
    expect(faults).toEqual([]);
  } finally {
    await visitor.close();
  }
}

const screenPaths = (isGuarded: boolean) =>
  (Object.keys(screens) as ScreenName[])
    .filter(
      (name) =>
        !screens[name].path.includes(":") &&
        name !== "otpVerification" &&
        screens[name].guarded === isGuarded,
    )
    .map((name) => screens[name].path);

for (const [index, language] of languages.entries()) {
  test(`a visitor finds every open screen in order (${language})`, async () => {
    await lookAround(language, "visitor", async (visitor) => {
      const { page, says, open, look } = visitor;
      for (const path of screenPaths(false)) await open(path);
      for (const context of infoContexts.filter((_, at) => at % languages.length === index))
        await open(`info/${context}`);
      await open(
        "purchase-options?productId=hinoki-rain&productNumber=SL-001&userType=personal-jar",
      );

      await page.goto(`/${language}/register`);
      await beginRegistration(visitor, "business");
      await page.getByRole("combobox").first().selectOption("TW");
      await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
      await page.getByRole("main").getByRole("alert").waitFor();
      await look("register, filled in wrongly");
      await page.getByRole("button", { name: says("auth.register.read_terms") }).click();
      await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
      await look("register, privacy policy", [narrow]);

      await page.goto(`/${language}/login`);
      await tryPassword(visitor, "locked@example.test", demoPassword);
      await page.getByRole("timer").waitFor();
      await look("login, locked");
      // Each language is another browser of the same person, minutes later.
      await shop.db.prepare("DELETE FROM limits WHERE key LIKE 'otp-send:%'").run();
      await signIn(visitor, { email: "otp@example.test", password: demoPassword });
      await page.getByText(says("auth.otp.sent")).waitFor();
      await look("otp-verification");

      await page.goto(`/${language}/home`);
      await page.getByRole("button", { name: says("common.nav.account"), exact: true }).click();
      await look("home, account menu", [narrow]);
      await page.keyboard.press("Escape");
      await page
        .getByRole("button", {
          name: says("common.language.button", { language: says("common.language.short") }),
        })
        .click();
      await page.getByRole("dialog").waitFor();
      await look("home, languages", [narrow]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: says("common.nav.open_menu") }).click();
      await page.getByRole("dialog").waitFor();
      await look("home, side menu", [narrow]);
    });
  });

  test(`a member finds every screen in order (${language})`, async () => {
    const email = memberOf[language];
    const shopper = newShopper(shop, language);
    await shopper.signIn(email, demoPassword);
    await shopper.send("POST", "/cart/items", {
      productIds: ["hinoki-rain", "cedar-library", "fig-terrace"],
      itemType: "JAR",
      type: "SAMPLE",
      surveyResponseId: "response-1",
      userAnswer: "Rain",
    });
    await lookAround(language, "member", async (visitor) => {
      const { page, says, open, look } = visitor;
      await page.goto(`/${language}/login?from=/${language}/orders`);
      await signIn(visitor, { email, password: demoPassword });
      for (const path of screenPaths(true)) await open(path);
      for (const tab of ["password", "addresses", "sessions"]) await open(`profile?tab=${tab}`);
      for (const path of [
        "home",
        "cart",
        "change-password",
        "change-password?force=true",
        "checkout",
      ])
        await open(path);
      if (language === "ja") {
        await page.getByRole("checkbox").click();
        await page.getByRole("dialog").waitFor();
        await look("checkout, notices", [narrow]);
      }

      await page.goto(`/${language}/profile?tab=addresses`);
      await page
        .getByRole("button", { name: says("auth.profile.addresses.add"), exact: true })
        .click();
      await page.getByRole("dialog").waitFor();
      await look("profile, a new address", [narrow]);
      await page.keyboard.press("Escape");
      await page
        .getByRole("button", {
          name: new RegExp(
            `^${says("common.nav.cart.other", { count: "\\d+" })}$|^${says("common.nav.cart.one", { count: "1" })}$`,
          ),
        })
        .click();
      await page.getByRole("dialog").waitFor();
      await look("cart drawer", [narrow]);

      await shopper.send("DELETE", "/cart/clear");
      await open("cart");
      await open("fragrance-quiz");
    });
  });

  test(`an individual finds every step of the quiz in order (${language})`, async () => {
    const member = await newMember(shop, { language });
    await lookAround(language, "member", async (visitor) => {
      const { page, says, look } = visitor;
      const choose = (key: string) => page.getByText(says(key), { exact: true }).click();
      const stepOf = (step: string) =>
        page.getByRole("heading", { level: 1, name: says(`shop.quiz.${step}.title`) }).waitFor();
      await page.goto(`/${language}/fragrance-quiz`);
      await signIn(visitor, member);
      await stepOf("personalOptions");
      await choose("shop.quiz.personalOptions.sample");
      await stepOf("selection");
      await look("quiz, questions or words", [narrow]);
      await choose("shop.quiz.selection.questionnaire");
      await page
        .getByRole("heading", { level: 1, name: says("shop.quiz.selection.title") })
        .waitFor({ state: "detached" });
      await look("quiz, a question");
      await page.getByRole("button", { name: says("shop.quiz.back"), exact: true }).click();
      await stepOf("selection");
      await choose("shop.quiz.selection.description");
      await page.locator('textarea[name="description"]').fill("Hinoki after rain, 雨後的檜木");
      await look("quiz, in one's own words", [narrow]);
      await page.getByRole("button", { name: says("shop.quiz.description.submit") }).click();
      await page.getByRole("button", { name: says("shop.quiz.result.add") }).waitFor();
      await settled(page);
      await look("quiz, the result");
    });
  });
}
