import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { brand } from "../../worker/brand/brand.ts";
import { locales, localeTable } from "../../worker/contract/locales.ts";
import {
  infoContexts,
  isPrerendered,
  screenNames,
  screens,
  type ScreenName,
} from "../../worker/contract/screens.ts";
import dictionary from "../../worker/contract/materials.json" with { type: "json" };
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { borrowShop } from "../support/borrowed.ts";
import { textOf } from "../support/browser.ts";

const shop = await borrowShop();

const pictures = resolve(import.meta.dirname, "../../web/public");
const decodeSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
const html = async (path: string) => (await shop.fetch(path)).text();
const plain = (text = "") => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
const og = (page: string, name: string) =>
  [...page.matchAll(new RegExp(`<meta property="og:${name}" content="([^"]*)">`, "g"))].map(
    ([, content]) => plain(content),
  );
const kept = "public, max-age=3600";

const openPages: [ScreenName, string][] = [
  ...screenNames
    .filter((name) => !screens[name].path.includes(":") && isPrerendered(name))
    .map((name): [ScreenName, string] => [name, screens[name].path]),
  ...infoContexts.map((context): [ScreenName, string] => ["info", `info/${context}`]),
];

test.each(locales)("a link to an open page shows a card and a picture (%s)", async (locale) => {
  const seen = new Set<string>();
  for (const [, path] of openPages) {
    const page = await html(`/${locale}/${path}`);
    const [title = "no title"] = og(page, "title");
    expect(title).toBe(plain(/<title>(.*)<\/title>/.exec(page)?.[1]));
    expect(og(page, "image:alt")).toEqual([title]);
    expect(og(page, "description")[0]?.length).toBeGreaterThan(8);
    expect(og(page, "type")).toEqual(["website"]);
    expect(og(page, "site_name")).toEqual(["Sillage 香跡"]);
    expect(og(page, "url")).toEqual([`${shop.url.origin}/${locale}/${path}`]);
    const { [locale]: own, ...others } = { zh: "zh_TW", en: "en_GB", ja: "ja_JP" };
    expect(og(page, "locale")).toEqual([own]);
    expect(og(page, "locale:alternate")).toEqual(Object.values(others));
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    const { pathname } = new URL(og(page, "image")[0] ?? "");
    seen.add(pathname);
    const file = resolve(pictures, `.${pathname}`);
    expect(statSync(file).size).toBeLessThanOrEqual(60_000);
    const size = decodeSize(readFileSync(file));
    expect(size).toEqual([1200, 630]);
    expect([og(page, "image:width"), og(page, "image:height")]).toEqual(size.map((n) => [`${n}`]));
  }
  const own = ["/og/fragranceQuiz.png", "/og/home.png", "/og/scents.png"];
  expect([...seen].sort(), "other pages show home's").toEqual(own);
});

test("the site map names every open page in every language, each with its siblings", async () => {
  const response = await shop.fetch("/sitemap.xml");
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe(kept);
  // The notes are there once the schedule has read them.
  const entries = [
    ...(await response.text()).matchAll(
      /<url><loc>((?!\S+\/scents\/notes\/)[^<]+)<\/loc>(.*?)<\/url>/g,
    ),
  ];
  const { origin } = shop.url;
  const paths = [
    "home",
    "login",
    "register",
    "forgot-password",
    "scents",
    "house",
    ...Object.keys(dictionary.allergens).map((id) => `scents/allergens/${id}`),
    ...infoContexts.map((context) => `info/${context}`),
    ...allFragrances.map(({ id }) => `scent/${id}`),
  ];
  expect(entries.map((entry) => entry[1]).sort()).toEqual(
    paths.flatMap((path) => locales.map((locale) => `${origin}/${locale}/${path}`)).sort(),
  );
  for (const [, address = "", alternates = ""] of entries) {
    const path = new URL(address).pathname.slice(4);
    const at = (lang: string, to: string) =>
      `<xhtml:link rel="alternate" hreflang="${lang}" href="${to}"/>`;
    expect(alternates).toBe(
      [
        ...locales.map((lng) => at(localeTable[lng].htmlLang, `${origin}/${lng}/${path}`)),
        at("x-default", path === "home" ? `${origin}/` : `${origin}/zh/${path}`),
      ].join(""),
    );
  }
});

test("robots are told where the site map is and to leave the API alone", async () => {
  const response = await shop.fetch("/robots.txt");
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; charset=utf-8$/i);
  expect(response.headers.get("cache-control")).toBe(kept);
  expect(await response.text()).toBe(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${shop.url.origin}/sitemap.xml\n`,
  );
});

test.each(locales)("a home screen has the shop in its own language (%s)", async (locale) => {
  const response = await shop.fetch(`/${locale}/manifest.webmanifest`);
  expect(response.headers.get("content-type")).toBe("application/manifest+json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe(kept);
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    id: "/",
    start_url: `/${locale}/home`,
    display: "standalone",
    name: textOf(locale, "common.brand"),
    description: textOf(locale, "common.meta.home.description"),
    lang: localeTable[locale].htmlLang,
  });
  const purposes: string[] = [];
  for (const { src, sizes, type, purpose } of manifest.icons) {
    purposes.push(`${src} ${purpose}`);
    const size = decodeSize(readFileSync(resolve(pictures, `.${src}`)));
    expect([size.join("x"), type], src).toEqual([sizes, "image/png"]);
  }
  const icons = ["icon-192.png any", "icon-512.png any", "maskable-512.png maskable"];
  expect(purposes).toEqual(icons.map((icon) => `/icons/${icon}`));
});

test("whoever finds a hole can ask the shop where to report it", async () => {
  const answer = await shop.fetch("/.well-known/security.txt");
  expect(answer.headers.get("content-type")?.toLowerCase()).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe(kept);
  const text = await answer.text();
  expect(text).toContain(`Contact: mailto:${brand.security_email}`);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "");
  // RFC 9116: less than a year ahead.
  expect(expires).toBeGreaterThan(Date.now() + 100 * 24 * 3_600_000);
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3_600_000);
});
