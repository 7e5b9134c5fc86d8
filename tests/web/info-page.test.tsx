import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { Route } from "wouter";
import { infoPage, type InfoPage as Content } from "#contract/info-page";
import { hidesSectionTitles, infoContexts } from "#contract/screens";
import { shippedInfoPages } from "../../worker/content/shipped.ts";
import { infoBody } from "../../worker/documents/page-html.ts";
import { InfoText } from "../../web/info/InfoText.tsx";
import InfoPage from "../../web/pages/info/InfoPage.tsx";
import { openPages, page, until } from "../support/shown-page.tsx";

const open = openPages();

const fileOf = (context: string): Content =>
  JSON.parse(readFileSync(`worker/content/info-pages/${context}.json`, "utf8"));
const route = <Route path="/:lang/info/:context" component={InfoPage} />;
const look = (path: string) => open.show(route, path);

test.each([
  ["ShippingInformation", false],
  ["PrivacyPolicy", true],
])("an edited page (%s) reads as edited, with its link", async (context, hasHeading) => {
  const content = "See [returns and exchanges](/en/info/ReturnPolicy).";
  const en = { main_title: "Edited just now", sections: [{ title: "A heading", content }] };
  const file = fileOf(context);
  const edited = { ...file, translations: { ...file.translations, en } };
  open.stage({ [`GET /info-pages/${context}`]: { json: edited } });
  await look(`/en/info/${context}`);
  await page.shows("Edited just now");
  expect(page.link("returns and exchanges")).toBe("/en/info/ReturnPolicy");
  expect(page.text().includes("A heading"), "the first four read as one text").toBe(hasHeading);
});

test.each([
  ["is not published", "ReturnPolicy"],
  ["was never written", "PrivacyPolicy"],
  ["does not exist", "Nothing"],
])("an information page that %s leads home", async (_, context) => {
  open.stage({
    "GET /info-pages/ReturnPolicy": { json: { ...fileOf("ReturnPolicy"), isPublished: false } },
  });
  await look(`/en/info/${context}`);
  await until(() => expect(location.pathname).toBe("/en/home"));
});

test("a page that is not translated shows in Chinese, and a voice reads it as Chinese", async () => {
  const file = fileOf("WebsiteSecurityPolicy");
  const { zh } = file.translations;
  const only = { json: { ...file, translations: { zh } } };
  open.stage({ "GET /info-pages/WebsiteSecurityPolicy": only });
  await look("/ja/info/WebsiteSecurityPolicy");
  await page.shows(zh.main_title);
  const languageOf = (selector: string) =>
    document.querySelector(selector)?.closest("[lang]")?.getAttribute("lang");
  expect(languageOf("h1")).toBe("zh-Hant-TW");
  expect(languageOf("nav"), "the links beside it are the page's own").toBe("ja");
});

/** React parts lines and pieces by spans, which nobody sees. */
const withoutSpans = (html: string) =>
  html.replaceAll(/<\/?span>/g, "").replaceAll("<br/>", "<br>");

test.each(infoContexts)("whoever reads %s before the script runs reads the same", (context) => {
  const { translations } = infoPage.parse(shippedInfoPages[context]);
  for (const text of Object.values(translations)) {
    if (text === undefined) continue;
    const sections = text.sections.map(({ title, content }, place) => (
      <section key={place}>
        {hidesSectionTitles(context) ? null : <h2>{title}</h2>}
        <InfoText content={content} />
      </section>
    ));
    expect(infoBody(context, text)).toBe(withoutSpans(renderToStaticMarkup(sections)));
  }
});
