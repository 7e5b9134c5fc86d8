import type { Page } from "playwright-core";
import { languagesOf } from "../../support/browser.ts";
import { newMember } from "../../support/new-member.ts";
import { arriveAt, tapCard, tapThroughQuestions } from "../../support/visits.ts";
import { openVisiting, type Walk } from "../../support/visiting.ts";

const widths = [320, 360, 390, 480, 768, 1024, 1280, 1680, 2560];
const infoPages = [
  "ShippingInformation",
  "ReturnPolicy",
  "ContactTheBrandConsultant",
  "PrivacyPolicy",
  "WebsiteSecurityPolicy",
].map((context) => `info/${context}`);
const profileTabs = ["password", "addresses", "sessions"].map((tab) => `profile?tab=${tab}`);
const forAnybody = ["home", "register", "forgot-password", "scent/hinoki-rain", ...infoPages];
const options = "purchase-options?productId=hinoki-rain&productNumber=SL-001";
const forMembers = ["fragrance-quiz", "cart", "checkout", "orders", options, "profile"];
const seeded = { zh: "mei@example.test", en: "chen@example.test", ja: "sato@example.test" };

const visiting = await openVisiting();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Headings, buttons, links and what else is looked for whose lines end inside a word or a product number, or whose last line is a single sign. */
function badBreaks(page: Page, ...others: string[]): Promise<string[]> {
  return page.evaluate((also) => {
    const language = document.documentElement.lang;
    const words = new Intl.Segmenter(language, { granularity: "word" });
    const closing = /[\s、。，；：！？!?」』）)…]/gu;

    function linesOf(element: Element): string[] {
      const lines: string[] = [];
      let bottom = -Infinity;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.parentElement?.closest("svg, .visually-hidden")) continue;
        const text = node.textContent ?? "";
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          const isNewLine = box !== undefined && box.width > 0 && box.top > bottom - 4;
          if (isNewLine || lines.length === 0) lines.push("");
          if (isNewLine) bottom = box.bottom;
          lines[lines.length - 1] += text.charAt(at);
        }
      }
      return lines;
    }

    function faultOf(lines: string[]): string | null {
      const text = lines.join("");
      const starts = new Set(Array.from(words.segment(text), ({ index }) => index));
      let at = 0;
      for (const line of lines.slice(0, -1)) {
        at += line.length;
        if (!/\s$/.test(line) && !starts.has(at)) return "breaks inside a word";
        if (text.slice(0, at).endsWith("SL-")) return "breaks inside a product number";
      }
      const last = lines.at(-1) ?? "";
      const isSingle = [...last.replaceAll(closing, "")].length === 1;
      return lines.length > 1 && isSingle ? "leaves a single sign" : null;
    }

    const selectors = ["h1", "h2", "h3", "legend", "label", "summary", "button", "a", ...also];
    return [...document.querySelectorAll(selectors.join())]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest(".visually-hidden") &&
          // A link in a sentence breaks as the sentence does.
          getComputedStyle(element).display !== "inline" &&
          // What holds several blocks is no line of text.
          [...element.children].every(
            (child) => child.tagName === "WBR" || getComputedStyle(child).display === "inline",
          ),
      )
      .map((element) => ({ tag: element.tagName, lines: linesOf(element) }))
      .map(({ tag, lines }) => ({ tag, lines, fault: faultOf(lines) }))
      .filter(({ fault }) => fault !== null)
      .map(
        ({ tag, lines, fault }) =>
          `${tag} ${fault}: ${lines.map((line) => line.trim()).join("／")}`,
      );
  }, others);
}

async function faultsAt(
  page: Page,
  screen: string,
  faultsHere: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await faultsHere(page)) faults.push(`${screen} at ${width}: ${fault}`);
  }
  return faults;
}

test.each(languagesOf("zh"))("labels break between words at all widths (%s)", async (language) => {
  const faults: string[] = [];
  const walk =
    (paths: readonly string[]): Walk =>
    async ({ page }) => {
      for (const path of paths) {
        await open(page, `/${language}/${path}`);
        faults.push(...(await faultsAt(page, path, badBreaks)));
      }
    };
  await visiting.visit(language, {}, walk(forAnybody));
  const as = { email: seeded[language], password: "Perfume#2026" };
  await visiting.visit(language, { as }, walk([...forMembers, ...profileTabs]));
  expect(faults).toEqual([]);
});

const answersToo = (page: Page) => badBreaks(page, "fieldset label > span:first-of-type");

test.each(languagesOf("zh"))("answers break between words (%s)", async (language) => {
  const as = await newMember(visiting.shop, { language });
  const faults: string[] = [];
  const walk: Walk = async (visitor) => {
    const { page } = visitor;
    const look = async (question: string) =>
      void faults.push(...(await faultsAt(page, question, answersToo)));
    await page.goto(`/${language}/fragrance-quiz`);
    await arriveAt(visitor, "personalOptions");
    await look("personalOptions");
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "questionnaire");
    await tapThroughQuestions(visitor, look);
    await look("description");
  };
  await visiting.visit(language, { as }, walk);
  expect(faults).toEqual([]);
});
