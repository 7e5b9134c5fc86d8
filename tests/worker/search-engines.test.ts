import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locales, localeTable, namesElsewhere } from "../../worker/contract/locales.ts";
import {
  infoContexts,
  screenNames,
  firstHtml,
  screens,
  type ScreenName,
} from "../../worker/contract/screens.ts";
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { textOf } from "../support/browser.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const pictures = resolve(import.meta.dirname, "../../web/public");
const html = async (path: string) => (await shop.fetch(path)).text();
const attribute = (page: string, pattern: RegExp) =>
  pattern.exec(page)?.[1]?.replaceAll("&#x27;", "'").replaceAll("&amp;", "&") ?? "";
const og = (page: string, name: string) =>
  attribute(page, new RegExp(`<meta property="og:${name}" content="([^"]*)">`));
const factsIn = (page: string) =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match) =>
    JSON.parse(match[1] ?? ""),
  );

const openPages: [ScreenName, string][] = [
  ...screenNames
    .filter((name) => !screens[name].path.includes(":") && firstHtml[name].indexed)
    .map((name): [ScreenName, string] => [name, screens[name].path]),
  ...infoContexts.map((context): [ScreenName, string] => ["info", `info/${context}`]),
];

test.each(openPages)(
  "a link to %s (%s) shows a card with its own picture in every language",
  async (_name, path) => {
    const seen = new Set<string>();
    for (const locale of locales) {
      const page = await html(`/${locale}/${path}`);
      expect(og(page, "title")).toBe(
        /<title>(.*)<\/title>/.exec(page)?.[1]?.replaceAll("&#x27;", "'"),
      );
      expect(og(page, "description").length).toBeGreaterThan(8);
      expect(og(page, "url")).toBe(`${shop.url.origin}/${locale}/${path}`);
      expect(og(page, "locale")).toBe(namesElsewhere[locale].ogLocale);
      expect(page.match(/og:locale:alternate/g)).toHaveLength(2);
      expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
      const image = new URL(og(page, "image"));
      seen.add(image.pathname);
      const file = resolve(pictures, `.${image.pathname}`);
      expect(existsSync(file), image.pathname).toBe(true);
      expect(statSync(file).size).toBeLessThanOrEqual(60_000);
      const header = readFileSync(file).subarray(16, 24);
      expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([1200, 630]);
    }
    expect(seen.size, "one picture a page").toBe(1);
  },
);

test("no two pages share a picture", async () => {
  const images = await Promise.all(
    openPages.map(async ([, path]) => og(await html(`/zh/${path}`), "image")),
  );
  expect(new Set(images).size).toBe(images.length);
});

test("the site map names every open page in every language, each with its siblings", async () => {
  const response = await shop.fetch("/sitemap.xml");
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const xml = await response.text();
  const entries = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)];
  const paths = [
    "home",
    "login",
    "register",
    "forgot-password",
    ...infoContexts.map((context) => `info/${context}`),
    ...allFragrances.map(({ id }) => `scent/${id}`),
  ];
  expect(entries.map((entry) => entry[1]).sort()).toEqual(
    paths.flatMap((path) => locales.map((locale) => `${shop.url.origin}/${locale}/${path}`)).sort(),
  );
  for (const [, address = "", alternates = ""] of entries) {
    const path = new URL(address).pathname.slice(4);
    for (const locale of locales)
      expect(alternates).toContain(
        `hreflang="${localeTable[locale].htmlLang}" href="${shop.url.origin}/${locale}/${path}"`,
      );
    expect(alternates).toContain('hreflang="x-default"');
    if (!path.startsWith("scent/") || path === paths.at(-1))
      expect((await shop.fetch(new URL(address).pathname)).status).toBe(200);
  }
});

test("a page that is taken back leaves the site map", async () => {
  const fresh = await startShop();
  try {
    const kept = JSON.parse((await fresh.content.get("info-pages/ShippingInformation")) ?? "");
    await fresh.content.put(
      "info-pages/ShippingInformation",
      JSON.stringify({ ...kept, isPublished: false }),
    );
    const xml = await (await fresh.fetch("/sitemap.xml")).text();
    expect(xml).not.toContain("ShippingInformation");
    expect(xml).toContain("ReturnPolicy");
  } finally {
    await fresh.close();
  }
});

test("robots are told where the site map is and to leave the API alone", async () => {
  const response = await shop.fetch("/robots.txt");
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; charset=utf-8$/i);
  const lines = (await response.text()).split("\n");
  expect(lines).toContain("Disallow: /api/");
  expect(lines).toContain(`Sitemap: ${shop.url.origin}/sitemap.xml`);
});

test.each(locales)(
  "home tells search engines who the shop is and what people ask (%s)",
  async (locale) => {
    const [organization, questions, ...more] = factsIn(await html(`/${locale}/home`));
    expect(more).toEqual([]);
    expect(organization).toMatchObject({
      "@type": "Organization",
      name: textOf(locale, "common.brand"),
      url: `${shop.url.origin}/${locale}/home`,
    });
    expect(organization.email).toMatch(/^[^@{]+@[^@}]+$/);
    expect(questions["@type"]).toBe("FAQPage");
    expect(questions.mainEntity.length).toBeGreaterThan(3);
    expect(questions.mainEntity[0].name).toBe(textOf(locale, "shop.home.faq.who.question"));
    const answers = questions.mainEntity.map(
      (entry: { acceptedAnswer: { text: string } }) => entry.acceptedAnswer.text,
    );
    expect(answers.join(" ")).toContain("NT$\u00A0100");
    expect(answers.join(" ")).not.toContain("{{");
  },
);

test.each(infoContexts)("the page %s tells search engines where it stands", async (context) => {
  const [crumbs, ...more] = factsIn(await html(`/ja/info/${context}`));
  expect(more).toEqual([]);
  expect(crumbs["@type"]).toBe("BreadcrumbList");
  expect(crumbs.itemListElement.map((crumb: { item: string }) => crumb.item)).toEqual([
    `${shop.url.origin}/ja/home`,
    `${shop.url.origin}/ja/info/${context}`,
  ]);
});

test("what is personal is not to be found", async () => {
  for (const path of [
    "profile",
    "orders",
    "checkout",
    "payment-result",
    "change-password",
    "otp-verification",
    "purchase-options",
  ])
    expect
      .soft(await html(`/en/${path}`), path)
      .toContain('<meta name="robots" content="noindex">');
});

test("published texts cannot break out of the first HTML, wherever they stand in it (R69)", async () => {
  const fresh = await startShop();
  const [ownScript = ""] = /<script>(?!<).*?<\/script>/s.exec(await html("/en/home")) ?? [];
  expect(ownScript).not.toBe("");
  try {
    const evil = `</title></script><script>alert(1)</script>"><img src=x onerror=alert(2)>' onload=alert(3) \u2028<!--`;
    await fresh.content.put(
      "locales/en/common",
      JSON.stringify({
        brand: evil,
        nav: { home: evil },
        meta: { home: { title: evil, description: evil } },
        no_script: evil,
      }),
    );
    await fresh.content.put(
      "locales/en/shop",
      JSON.stringify({ home: { title: evil, faq: { who: { question: evil, answer: evil } } } }),
    );
    const zh = {
      main_title: evil,
      sections: [{ title: evil, content: `${evil}\n\n- ${evil}\n[${evil}](/zh/cart)` }],
    };
    const evilPage = { id: "WebsiteSecurityPolicy", isPublished: true, translations: { zh } };
    await fresh.content.put("info-pages/WebsiteSecurityPolicy", JSON.stringify(evilPage));
    for (const path of [
      "home",
      "info/PrivacyPolicy",
      "info/WebsiteSecurityPolicy",
      "login",
      "cart",
    ]) {
      const page = await (await fresh.fetch(`/en/${path}`)).text();
      const harmless = page
        .replace(/<script type="application\/ld\+json">.*?<\/script>/gs, "")
        .replace(/<script type="module"[^>]*><\/script>/g, "")
        // The shop's own, which the policy names by its hash.
        .replace(ownScript, "");
      expect.soft(harmless, path).not.toMatch(/<script|<img|<!--(?!\$|\/\$| -->)/i);
      for (const [, json = ""] of page.matchAll(
        /<script type="application\/ld\+json">(.*?)<\/script>/gs,
      ))
        expect.soft(json, path).not.toMatch(/[<>\u2028]/);
    }
    expect(factsIn(await (await fresh.fetch("/en/home")).text())[0].name).toBe(evil);
  } finally {
    await fresh.close();
  }
});

test.each(locales)(
  "the shop can be put on a home screen in its own language (%s)",
  async (locale) => {
    expect(await html(`/${locale}/home`)).toContain(
      `<link rel="manifest" href="/${locale}/manifest.webmanifest">`,
    );
    const response = await shop.fetch(`/${locale}/manifest.webmanifest`);
    expect(response.headers.get("content-type")).toBe("application/manifest+json; charset=utf-8");
    const manifest = await response.json();
    expect(manifest).toMatchObject({
      id: "/",
      scope: "/",
      start_url: `/${locale}/home`,
      lang: localeTable[locale].htmlLang,
    });
    expect(manifest.name).toBe(textOf(locale, "common.brand"));
    for (const { src } of manifest.icons)
      expect(existsSync(resolve(pictures, `.${src}`)), src).toBe(true);
  },
);

test("there is no manifest in a language that the shop does not speak", async () => {
  expect((await shop.fetch("/fr/manifest.webmanifest")).status).toBe(404);
});

test("what the build makes for the Worker is for the Worker", async () => {
  for (const path of ["/prerendered/home.json", "/.vite/manifest.json"])
    expect((await shop.fetch(path)).status).toBe(404);
});

test("whoever finds a hole can ask the shop where to report it", async () => {
  const answer = await shop.fetch("/.well-known/security.txt");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")?.toLowerCase()).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${shop.url.origin}/.well-known/security.txt`);
  const policy = /^Policy: (\S+)$/m.exec(text)?.[1] ?? "";
  expect((await shop.fetch(new URL(policy).pathname)).status).toBe(200);
});
