import { locales, localeTable, type Locale } from "#contract/locales";
import { isPrerendered, screenNames, type ScreenName } from "#contract/screens";
import type { HtmlPart } from "../../worker/documents/prerendered-screen.ts";
import { renderScreens } from "../../web/prerender/render-screens.tsx";
import { routes } from "../../web/routes.tsx";

let rendered: Awaited<ReturnType<typeof renderScreens>>;
beforeAll(async () => {
  rendered = await renderScreens();
}, 120_000);

afterEach(() => vi.restoreAllMocks());

const pageOf = (screen: ScreenName, locale: Locale = "en"): HtmlPart[] =>
  rendered.find((one) => one.screen === screen)?.pages[locale] ?? [];
const htmlOf = (parts: HtmlPart[]) =>
  parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("");

test("each screen is there by the name of its component, and in every language", () => {
  expect(rendered.map(({ screen }) => screen)).toEqual(screenNames);
  for (const { screen, component, pages } of rendered) {
    expect(component).toMatch(/^[A-Z]\w+Page$/);
    expect(Object.keys(pages)).toEqual(locales);
    for (const locale of locales) {
      const html = htmlOf(pages[locale]);
      expect(html, `${screen} in ${locale}`).toMatch(/<h1\b[^>]*>\{"/);
      const links = [...html.matchAll(/href="\/([^/"]+)\/info/g)].map(([, language]) => language);
      expect(new Set(links)).toEqual(new Set([locale]));
      const [main = ""] = /<main\b.*<\/main>/s.exec(html) ?? [];
      for (const [, lang] of main.matchAll(/ lang="([^"]+)"/g))
        expect(lang, `${screen} in ${locale}`).toBe(localeTable[locale].htmlLang);
      expect(html, "nobody is told to be offline").not.toContain("common.offline");
      expect(html, "the policy refuses styles and scripts").not.toMatch(/<[^>]* style=|<script/);
    }
  }
});

test("until the real page is there nothing can be typed or pressed, except on home, which is hydrated", () => {
  const login = htmlOf(pageOf("login"));
  for (const control of ["form", "button", "input"])
    expect(login).toMatch(new RegExp(`<${control}[^>]* inert="" aria-disabled="true"`));
  expect(htmlOf(pageOf("home"))).not.toContain(" inert");
});

test("a screen that nobody indexes is a skeleton between the menu and the footer", () => {
  for (const screen of screenNames.filter((name) => !isPrerendered(name))) {
    const [, main = ""] = /<main\b[^>]*>(.*?)<\/main>/s.exec(htmlOf(pageOf(screen))) ?? [];
    const texts = [...main.matchAll(/\{"text":"([^"]+)"/g)].map(([, key]) => key);
    expect([screen, ...texts]).toEqual([screen, "common.loading"]);
  }
});

test("any fragrance and any information page stand for all, without what differs between them", () => {
  const slotsOf = (screen: ScreenName) =>
    pageOf(screen).flatMap((part) => (typeof part !== "string" && "own" in part ? [part.own] : []));
  const slots = ["number", "name", "story", "id", "top", "middle", "back"];
  expect(slotsOf("scent")).toEqual(slots);
  expect(slotsOf("scents")).toEqual(["body"]);
  expect(slotsOf("library")).toEqual(["title", "body"]);
  expect(slotsOf("house")).toEqual(["body"]);
  expect(slotsOf("info")).toEqual(["title", "body"]);
  const scent = htmlOf(pageOf("scent"));
  expect(scent).not.toMatch(/scent_page\.(allergens|sizes|order"|wearing)|<svg[^>]*role="img"/);
});

test.each([
  ["fails", "broken on purpose"],
  ["has no heading", "there is no heading on it"],
])("a screen that %s is named, and there is no build without it", async (how, reason) => {
  const Broken = () => {
    if (how === "fails") throw new Error(reason);
    return <p>Words</p>;
  };
  vi.spyOn(routes.register, "Page", "get").mockReturnValue(Broken);
  const failure: unknown = await renderScreens().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: "The screen register (/zh/register) could not be prerendered",
    cause: { message: reason },
  });
});
