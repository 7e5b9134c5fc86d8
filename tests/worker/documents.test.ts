import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeTable, locales } from "../../worker/contract/locales.ts";
import {
  infoContexts,
  firstHtml,
  screens,
  type ScreenName,
} from "../../worker/contract/screens.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const texts = (lng: string) =>
  JSON.parse(
    readFileSync(
      resolve(import.meta.dirname, `../../worker/content/locales/${lng}/common.json`),
      "utf8",
    ),
  );
const browser = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", Accept: "text/html" };

test.each([
  ["nothing known", {}, "/zh/home"],
  ["a Japanese browser", { "Accept-Language": "ja-JP,ja;q=0.9,en;q=0.5" }, "/ja/home"],
  ["a French browser that also reads English", { "Accept-Language": "fr,en;q=0.3" }, "/en/home"],
  ["a browser in a language the shop has not", { "Accept-Language": "fr" }, "/zh/home"],
  [
    "a chosen language against the browser's",
    { "Accept-Language": "ja", Cookie: "i18nextLng=en" },
    "/en/home",
  ],
  ["an odd cookie", { "Accept-Language": "ja", Cookie: "i18nextLng=../../evil" }, "/ja/home"],
  ["an odd header", { "Accept-Language": ";;;q=,,x".repeat(500) }, "/zh/home"],
] as [string, Record<string, string>, string][])(
  "the front address leads home by language: %s",
  async (_who, headers, to) => {
    const response = await shop.fetch("/", { headers });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(to);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("vary")).toContain("Accept-Language");
  },
);

test("a browser at the front address gets the page, which alone can read the stored choice", async () => {
  const response = await shop.fetch("/", { headers: { ...browser, "Accept-Language": "en" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("vary")).toContain("Cookie");
  expect(await response.text()).toContain('<html lang="en"');
});

const pages: [ScreenName, string][] = [
  ...Object.entries(screens).flatMap(([name, { path }]): [ScreenName, string][] =>
    path.includes(":") ? [] : [[name as ScreenName, path]],
  ),
  ...infoContexts.map((context): [ScreenName, string] => ["info", `info/${context}`]),
];

test.each(pages)(
  "the first HTML of %s (%s) speaks the language of its address",
  async (name, path) => {
    for (const lng of locales) {
      const response = await shop.fetch(`/${lng}/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("etag")).toBeNull();
      const html = await response.text();
      const meta = name === "info" ? texts(lng).meta.info[path.slice(5)] : texts(lng).meta[name];
      expect(html).toContain(`<html lang="${localeTable[lng].htmlLang}"`);
      const asHtml = (text: string) => text.replaceAll("'", "&#x27;");
      expect(html).toContain(`<title>${meta.title}</title>`);
      expect(html).toContain(`<meta name="description" content="${asHtml(meta.description)}">`);
      expect(html).toContain(`<link rel="canonical" href="${shop.url.origin}/${lng}/${path}">`);
      for (const other of locales)
        expect(html).toContain(
          `hreflang="${localeTable[other].htmlLang}" href="${shop.url.origin}/${other}/${path}">`,
        );
      expect(html).toContain('hreflang="x-default"');
      expect(html).toContain(
        `<link rel="preload" as="fetch" crossorigin href="/locales/${lng}/common.json">`,
      );
      expect(html.includes('<meta name="robots" content="noindex">')).toBe(
        !firstHtml[name].indexed,
      );
    }
  },
);

test("a page is whole even for a browser that knows an older one", async () => {
  const response = await shop.fetch("/zh/cart", {
    headers: { ...browser, "If-None-Match": "*", "If-Modified-Since": new Date().toUTCString() },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(await response.text()).toContain('<div id="root"');
});

test("asking only for the head of a page answers like the page, without it", async () => {
  const response = await shop.fetch("/en/home", { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await response.text()).toBe("");
});

test.each([
  ["/zh", "/zh/home"],
  ["/ja/", "/ja/home"],
  ["/fr/home", "/"],
  ["/ZH/home", "/"],
  ["/zh/unknown", "/"],
  ["/zh/home/extra", "/"],
  ["/zh/info/Unknown_Page", "/zh/home"],
  ["/ja/info/", "/"],
  ["/admin", "/"],
  ["/zh/%E0%A4%A", "/"],
  ["//evil/zh/home", "/"],
  ["/zh//evil", "/"],
  ["/\\evil", "/"],
  ["/zh/old.html", "/"],
  ["/index.html", "/"],
  ["//evil.example/x", "/"],
])("an unknown address %s leads to %s (R70, R72)", async (path, to) => {
  const answer = await rawRequest(shop, { path, headers: browser });
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe(to);
});

test("an address answers alike with its last slash", async () => {
  expect((await shop.fetch("/en/cart/")).status).toBe(200);
});

test.each([
  "/nothing.png",
  "/zh/app.js",
  "/.env",
  "/.git/config",
  "/wrangler.toml",
  "/index.html",
  "//evil.example/x",
])("%s is no file of the shop, for a program that asks for it", async (path) => {
  const response = await rawRequest(shop, { path, headers: { Accept: "text/html,*/*" } });
  expect(response.status).toBe(404);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.headers["content-type"]).toContain("text/plain");
});

test("who comes through the shop's service worker is a person too", async () => {
  const passedOn = { ...browser, "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "navigate" };
  const lost = await rawRequest(shop, { path: "/zh/info/Unknown_Page", headers: passedOn });
  expect(lost.headers.location).toBe("/zh/home");
  expect((await rawRequest(shop, { path: "/", headers: passedOn })).status).toBe(200);
});

test("a script that asks for an unknown address is told that it is not there", async () => {
  expect((await shop.fetch("/zh/unknown", { headers: { "Sec-Fetch-Dest": "empty" } })).status).toBe(
    404,
  );
  expect(
    (await shop.fetch("/zh/unknown", { headers: { Accept: "application/json" } })).status,
  ).toBe(404);
});

test("nothing can be sent to a page (R7)", async () => {
  const response = await shop.fetch("/zh/home", { method: "POST", body: "a=b" });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
});

test("home comes prerendered in its language, with the texts as they are published", async () => {
  const fresh = await startShop();
  try {
    await fresh.content.put(
      "locales/ja/shop",
      JSON.stringify({ home: { title: "今日の香り & <b>" } }),
    );
    const html = await (await fresh.fetch("/ja/home")).text();
    expect(html).toContain('<div id="root" data-prerendered="/ja/home">');
    expect(html).toContain("今日の香り &amp; &lt;b&gt;");
    expect(html).toContain(
      `title="${texts("ja").nav.to_home.replace("{{brand}}", texts("ja").brand)}"`.slice(7, -1),
    );
    expect(html).toContain("NT$\u00A0100");
    expect(html).not.toMatch(/[\uE000\uE001]/);
  } finally {
    await fresh.close();
  }
});

test("home for a browser with a session waits with what depends on who it is, and says nothing else of it", async () => {
  const stranger = await shop.fetch("/en/home");
  expect(stranger.headers.get("vary")).toContain("Cookie");
  expect(await stranger.text()).not.toMatch(/<html[^>]*data-member/);
  const member = await shop.fetch("/en/home", {
    headers: { Cookie: "__Host-sillage_refresh=abc.def" },
  });
  expect((await member.text()).replace(' data-member=""', "")).toBe(
    await (await shop.fetch("/en/home")).text(),
  );
});

test("a screen comes prerendered for its address, and the sign-in for an address that asks for it", async () => {
  const signInAt = (path: string) =>
    new RegExp(
      `<div id="root" data-prerendered="/en/${path}" data-shows="/en/login">.*<h1[^>]*>Sign in</h1>`,
      "s",
    );
  const login = await (await shop.fetch("/en/login")).text();
  expect(login).toMatch(signInAt("login"));
  expect(login).toMatch(/<form[^>]* inert=""/);
  expect(await (await shop.fetch("/en/orders")).text()).toMatch(signInAt("orders"));
  const notPrerendered = await (await shop.fetch("/en/otp-verification")).text();
  expect(notPrerendered).toContain('<div id="root"></div>');
  expect(notPrerendered).toContain(`<noscript><p>${texts("en").no_script}</p></noscript>`);
});

test("an information page comes with its published text, whatever stands in it, and with none while it is not published", async () => {
  const fresh = await startShop();
  const zh = {
    main_title: "退貨 <b>",
    sections: [{ title: "隱藏", content: "一\n二\n\n- [這裡](/zh/cart)\n- <i>x</i>" }],
  };
  const publish = (id: string, isPublished: boolean) =>
    fresh.content.put(
      `info-pages/${id}`,
      JSON.stringify({ id, isPublished, translations: { zh } }),
    );
  try {
    await publish("ReturnPolicy", true);
    await publish("PrivacyPolicy", false);
    const html = await (await fresh.fetch("/en/info/ReturnPolicy")).text();
    expect(html).toMatch(/<h1[^>]*>退貨 &lt;b&gt;<\/h1>/);
    expect(html).toContain(
      '<section lang="zh-Hant-TW"><p>一<br>二</p><ul><li><a href="/zh/cart" rel="noreferrer">這裡</a></li><li>&lt;i&gt;x&lt;/i&gt;</li></ul></section>',
    );
    expect(await (await fresh.fetch("/en/info/PrivacyPolicy")).text()).toContain(
      '<div id="root"></div>',
    );
  } finally {
    await fresh.close();
  }
});

test("the styles of a screen stand in its first HTML, and the policy knows them by their hash (R2)", async () => {
  const login = await shop.fetch("/en/login");
  const html = await login.text();
  const [, css = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const links = [
    ...html.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)" disabled>/g),
  ].map(([, href = ""]) => href);
  expect(links.length).toBeGreaterThan(0);
  const files = await Promise.all(links.map(async (href) => (await shop.fetch(href)).text()));
  expect(css).toBe(files.join(""));
  expect(
    html.match(/rel="stylesheet"/g),
    "and nothing is fetched for the first paint",
  ).toHaveLength(links.length);
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = login.headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`; style-src 'self' ${hashOf(css)}; `);
  const [, script = ""] = /<\/template><script>(.*?)<\/script>/.exec(html) ?? [];
  expect(script).not.toBe("");
  expect(policy).toContain(`; script-src 'self' ${hashOf(script)}; `);
});

test("the first HTML names the files of its screen, and of signing in where that comes first", async () => {
  const script = /<link rel="modulepreload" crossorigin href="\/assets\/[\w.-]+\.js">/;
  const login = await (await shop.fetch("/en/login")).text();
  expect(login).toMatch(script);
  expect(login).toContain('href="/locales/en/auth.json"');
  const profile = await (await shop.fetch("/en/orders")).text();
  expect(profile).toContain('href="/locales/en/auth.json"');
  const signedIn = await shop.fetch("/en/orders", {
    headers: { Cookie: "__Host-sillage_refresh=abc.def" },
  });
  expect(await signedIn.text()).toContain('href="/locales/en/shop.json"');
});
