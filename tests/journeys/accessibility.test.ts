// The screens that most people see, by axe and by what it does not know: a visitor's in light and narrow, a member's in dark and
// wide. With DEEP=1 all screens in every language, both schemes and both widths.
import { locales, localeTable } from "../../worker/contract/locales.ts";
import { infoContexts, screens, type ScreenName } from "../../worker/contract/screens.ts";
import { bringAxe, faultsOf, settled } from "../support/accessibility.ts";
import { languagesOf, type Language, type Visitor } from "../support/browser.ts";
import { clippedText, foreignWords } from "../support/legibility.ts";
import { newMember } from "../support/new-member.ts";
import { newShopper } from "../support/shopper.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();
// Each run lists the fragrances in another language.
for (const _ of locales) await visiting.shop.runSchedule();

const isDeep = process.env.DEEP === "1";
const ofVisitors = { scheme: "light", width: 360, as: undefined } as const;
const ofMembers = { scheme: "dark", width: 1280 } as const;
type Look = (name: string) => Promise<void>;
interface Circumstances {
  scheme: "light" | "dark";
  width: number;
  as?: { email: string; password: string } | undefined;
}

async function lookAround(
  language: Language,
  { scheme, width, as }: Circumstances,
  walk: (visitor: Visitor, look: Look) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const others = scheme === "light" ? "dark" : "light";
  const visit = async (visitor: Visitor) => {
    const { page } = visitor;
    await bringAxe(page);
    const look: Look = async (name) => {
      for (const colorScheme of isDeep ? ([others, scheme] as const) : [scheme])
        for (const wide of isDeep ? [360, 1280] : [width]) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          const found = await faultsOf(page, wide, localeTable[language].htmlLang);
          found.push(...(await clippedText(page)));
          // Members write in whatever language they like.
          if (as === undefined) found.push(...(await foreignWords(page, language)));
          const where = `${language} ${name} at ${wide} in ${colorScheme}`;
          faults.push(...found.map((fault) => `${where}: ${fault}`));
        }
    };
    await walk(visitor, look);
  };
  await visiting.visit(language, { width, ...(as && { as }), refusals: [404] }, visit);
  expect(faults).toEqual([]);
}

async function open({ page }: Visitor, language: Language, path: string, look: Look) {
  await page.goto(`/${language}/${path}`);
  await settled(page);
  await look(path);
}

const screenPaths = (isGuarded: boolean) =>
  (Object.keys(screens) as ScreenName[])
    .filter((name) => !screens[name].path.includes(":") && name !== "otpVerification")
    .filter((name) => screens[name].guarded === isGuarded)
    .map((name) => screens[name].path);
const options = "purchase-options?productId=hinoki-rain&productNumber=SL-001&userType=personal-jar";
const aboutScents = ["scent/hinoki-rain", "scents/notes/ginger", "scents/allergens/limonene"];
const openPaths = isDeep
  ? [...screenPaths(false), ...infoContexts.map((one) => `info/${one}`), ...aboutScents]
  : ["home", "login", "scents", "scent/hinoki-rain"];
const profileTabs = ["password", "addresses", "sessions"].map((tab) => `profile?tab=${tab}`);
const memberPaths = isDeep
  ? [...screenPaths(true), ...profileTabs, "home", "cart", "change-password", options]
  : ["fragrance-quiz", "cart", "checkout", "orders"];

test.each(languagesOf("zh"))("a visitor finds every open screen in order (%s)", async (language) =>
  lookAround(language, ofVisitors, async (visitor, look) => {
    for (const path of openPaths) await open(visitor, language, path, look);
    if (isDeep) await openPanels(visitor, language, look);
  }),
);

async function openPanels({ page, says }: Visitor, language: Language, look: Look) {
  await page.goto(`/${language}/register`);
  await page.getByText(says("auth.register.business"), { exact: true }).click();
  await page.getByRole("button", { name: says("auth.register.next"), exact: true }).click();
  await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
  await page.getByRole("main").getByRole("alert").waitFor();
  await look("register, filled in wrongly");
  await page.getByRole("button", { name: says("auth.register.read_terms") }).click();
  await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
  await look("register, privacy policy");
  await page.goto(`/${language}/home`);
  await settled(page);
  const languages = { language: says("common.language.short") };
  await page.getByRole("button", { name: says("common.language.button", languages) }).click();
  await page.getByRole("dialog").waitFor();
  await look("home, languages");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 760 });
  await page.getByRole("button", { name: says("common.nav.open_menu") }).click();
  await page.getByRole("dialog").waitFor();
  await look("home, side menu");
}

/** With orders in every status and a sample under way; a business; and somebody who has ordered nothing yet. */
const seeded = { zh: "mei@example.test", en: "chen@example.test", ja: "sato@example.test" };

test.each(languagesOf("zh"))("a member finds every screen in order (%s)", async (language) => {
  const as = { email: seeded[language], password: "Perfume#2026" };
  const shopper = newShopper(visiting.shop, language);
  await shopper.signIn(as.email, as.password);
  await shopper.send("POST", "/cart/items", {
    productIds: ["hinoki-rain", "cedar-library", "fig-terrace"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-1",
    userAnswer: "Rain",
  });
  try {
    await lookAround(language, { ...ofMembers, as }, async (visitor, look) => {
      for (const path of memberPaths) await open(visitor, language, path, look);
    });
  } finally {
    await shopper.send("DELETE", "/cart/clear");
  }
});

test.each(languagesOf("zh"))("a member finds the quiz in order (%s)", async (language) => {
  const as = await newMember(visiting.shop, { language });
  await lookAround(language, { ...ofMembers, as }, async ({ page, says }, look) => {
    const choose = (key: string) => page.getByText(says(key), { exact: true }).click();
    await page.goto(`/${language}/fragrance-quiz`);
    await choose("shop.quiz.personalOptions.sample");
    await choose("shop.quiz.selection.questionnaire");
    const selection = page.getByRole("heading", { name: says("shop.quiz.selection.title") });
    await selection.waitFor({ state: "detached" });
    await look("quiz, a question");
    await page.getByRole("button", { name: says("shop.quiz.back"), exact: true }).click();
    await choose("shop.quiz.selection.description");
    await page.locator('textarea[name="description"]').fill("Hinoki after rain, 雨後的檜木");
    await page.getByRole("button", { name: says("shop.quiz.description.submit") }).click();
    await page.getByRole("button", { name: says("shop.quiz.result.add") }).waitFor();
    await settled(page);
    await look("quiz, the result");
  });
});
