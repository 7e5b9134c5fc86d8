import { createHash } from "node:crypto";
import { localeTable, locales } from "../../worker/contract/locales.ts";
import {
  infoContexts,
  isPrerendered,
  screenNames,
  screens,
  type ScreenName,
} from "../../worker/contract/screens.ts";
import { borrowShop } from "../support/borrowed.ts";
import { textOf } from "../support/browser.ts";
import { rawRequest } from "../support/network.ts";

const shop = await borrowShop();

const browser = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", Accept: "text/html" };
const session = { Cookie: "__Host-sillage_refresh=abc.def" };
const htmlOf = async (path: string, headers: Record<string, string> = {}) =>
  (await shop.fetch(path, { headers })).text();
const asHtml = (text: string) => text.replaceAll("'", "&#x27;");

test.each<[who: string, headers: Record<string, string>, to: string]>([
  ["nothing known", {}, "/zh/home"],
  ["a Japanese browser", { "Accept-Language": "ja-JP,ja;q=0.9,en;q=0.5" }, "/ja/home"],
  ["a browser in a language the shop has not", { "Accept-Language": "fr" }, "/zh/home"],
  ["one that names another first", { "Accept-Language": "fr, EN-us;q=0.8" }, "/en/home"],
  ["a choice", { "Accept-Language": "ja", Cookie: "i18nextLng=en" }, "/en/home"],
  ["an odd cookie", { "Accept-Language": "ja", Cookie: "i18nextLng=../../evil" }, "/ja/home"],
])("the front address leads home by language: %s", async (_who, headers, to) => {
  const { status, headers: told } = await shop.fetch("/", { headers });
  expect([status, told.get("location")]).toEqual([302, to]);
  expect(told.get("cache-control")).toBe("no-store");
  expect(told.get("vary")).toContain("Sec-Fetch-Dest, Sec-Fetch-Mode, Cookie, Accept-Language");
});

test("a browser at the front address gets the page, which alone can read the stored choice", async () => {
  const response = await shop.fetch("/", {
    headers: { ...browser, ...session, "Accept-Language": "en" },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("vary")).toContain("Accept-Language");
  const html = await response.text();
  expect(html).toMatch(/<html lang="en"[^>]* data-member/);
  expect(html).toContain('data-prerendered="/en/home"');
});

const pages: [ScreenName, string][] = [
  ...screenNames
    .filter((name) => !screens[name].path.includes(":"))
    .map((name): [ScreenName, string] => [name, screens[name].path]),
  ...infoContexts.map((context): [ScreenName, string] => ["info", `info/${context}`]),
];

test.each(pages)("the first HTML of %s (%s) speaks its address's language", async (name, path) => {
  for (const lng of locales) {
    const { htmlLang } = localeTable[lng];
    const answer = await shop.fetch(`/${lng}/${path}`);
    const { status, headers } = answer;
    const html = await answer.text();
    expect([status, headers.get("etag")]).toEqual([200, null]);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-language")).toBe(htmlLang);
    expect(headers.get("vary")).toContain("Cookie");
    const key = `common.meta.${path.startsWith("info/") ? path.replace("/", ".") : name}`;
    const at = (other: string) => `${shop.url.origin}/${other}/${path}`;
    const lines = [
      `<html lang="${htmlLang}"`,
      `<title>${textOf(lng, `${key}.title`)}</title>`,
      `<meta name="description" content="${asHtml(textOf(lng, `${key}.description`))}"`,
      `<link rel="canonical" href="${at(lng)}">`,
      ...locales.map((lang) => `hreflang="${localeTable[lang].htmlLang}" href="${at(lang)}">`),
      `hreflang="x-default" href="${name === "home" ? `${shop.url.origin}/` : at("zh")}">`,
      `<link rel="preload" as="fetch" crossorigin href="/locales/${lng}/common.json">`,
      `<link rel="manifest" href="/${lng}/manifest.webmanifest">`,
    ];
    for (const line of lines) expect(html.split(line), line).toHaveLength(2);
    expect(html.match(/<title>|<meta name="description"/g)).toHaveLength(2);
    const noindex = '<meta name="robots" content="noindex">';
    expect(html.includes(noindex)).toBe(!isPrerendered(name));
    const isHome = name === "home";
    const [, heading = ""] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    expect(heading.replaceAll(/<[^>]*>/g, "").trim()).not.toBe("");
    expect(html, "every key has a text").not.toMatch(/>(common|auth|shop)\.[a-z_.]+</);
    const noScript = `<noscript><p>${asHtml(textOf(lng, "common.no_script"))}</p></noscript>`;
    expect(html.includes(noScript), "home is whole without a script").toBe(!isHome);
  }
});

test("asking only for the head of a page answers like the page, and nothing can be sent to one (R7)", async () => {
  const head = await shop.fetch("/en/home", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("content-security-policy")).toContain("script-src 'self'");
  const sent = await shop.fetch("/zh/home", { method: "POST", body: "a=b" });
  expect([sent.status, sent.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test.each([
  ["/zh", "/zh/home"],
  ["/fr/home", "/"],
  ["/zh/unknown", "/zh/home?unknown"],
  ["/zh/home/extra", "/zh/home?unknown"],
  ["/zh/info/Unknown_Page", "/zh/home"],
  ["/zh/%E0%A4%A", "/zh/home?unknown"],
  ["//evil/zh/home", "/"],
  ["/\\evil", "/"],
])("an unknown address %s leads to %s (R70, R72)", async (path, to) => {
  const { status, headers } = await rawRequest(shop, { path, headers: browser });
  expect([status, headers.location, headers["cache-control"]]).toEqual([302, to, "no-store"]);
});

const noFiles = ["/nothing.png", "/zh/app.js", "/.env", "/index.html", "/prerendered/home.json"];
test.each([...noFiles, "//evil.example/x"])("%s is no file of the shop", async (path) => {
  const response = await rawRequest(shop, { path, headers: { Accept: "text/html,*/*" } });
  expect([response.status, response.text]).toEqual([404, "Not found\n"]);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.headers["content-type"]).toContain("text/plain");
});

test.each<[who: string, headers: Record<string, string>, status: number]>([
  ["a program that would take a page", { Accept: "text/html" }, 302],
  ["one that does not say what it takes", {}, 302],
  ["one that wants JSON", { Accept: "application/json" }, 404],
  ["a script", { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", Accept: "*/*" }, 404],
  ["the shop's service worker", { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "navigate" }, 302],
])("%s asks for an unknown address", async (_who, headers, status) => {
  expect((await rawRequest(shop, { path: "/zh/unknown", headers })).status).toBe(status);
});

test("an address answers alike with its last slash", async () => {
  expect(await htmlOf("/en/cart/")).toBe(await htmlOf("/en/cart"));
});

test("home for a browser with a session waits with what depends on who it is, and says nothing else of it", async () => {
  const stranger = await htmlOf("/en/home");
  expect(stranger).not.toMatch(/<html[^>]*data-member/);
  const member = await htmlOf("/en/home", session);
  expect(member).toMatch(/<html[^>]*data-member/);
  expect(member.replace(' data-member=""', "")).toBe(stranger);
  expect(stranger).toMatch(/<div id="root" data-prerendered="\/en\/home">/);
});

test("what one visitor asked for, with whichever cookie, is no other's answer, however often it is given", async () => {
  const told = async (path: string, headers: Record<string, string>) => {
    const answer = await shop.fetch(path, { headers });
    const { "x-request-id": _own, ...rest } = Object.fromEntries(answer.headers);
    return { status: answer.status, rest, html: await answer.text() };
  };
  const cookies = [
    {},
    session,
    { Cookie: "i18nextLng=ja" },
    { Cookie: "__Host-sillage_refresh=%00" },
  ];
  for (const locale of locales)
    for (const headers of cookies) {
      const path = `/${locale}/orders`;
      const first = await told(path, headers);
      expect(await told(`${path}?result=signed-payload`, headers)).toEqual(first);
      expect(first.html).toContain(`rel="canonical" href="${shop.url.origin}${path}"`);
      expect(/<html[^>]* data-member/.test(first.html), path).toBe(headers === session);
    }
});

test("a screen comes prerendered for its address, and the sign-in for an address that asks for it", async () => {
  const shows = (path: string, shown: string) =>
    `<div id="root" data-prerendered="/en/${path}" data-shows="/en/${shown}">`;
  const login = await htmlOf("/en/login");
  expect(login).toContain(shows("login", "login"));
  expect(login).toMatch(/<h1[^>]*>Sign in<\/h1>/);
  expect(await htmlOf("/en/orders")).toContain(shows("orders", "login"));
  expect(await htmlOf("/en/orders", session)).not.toContain(shows("orders", "login"));
  expect(await htmlOf("/en/orders/some-order", session)).toMatch(/<h1[^>]*>\w/);
});

test("the first HTML names the texts and files of its screen, and of signing in where that comes first", async () => {
  const login = await htmlOf("/en/login");
  const scripts = /<link rel="modulepreload" crossorigin href="\/assets\/[\w.-]+\.js">/g;
  const [template = ""] = /<template id="scripts">.*?<\/template>/.exec(login) ?? [];
  expect(template.match(scripts)?.length, "loaded after the first paint").toBeGreaterThan(0);
  expect(login.replace(template, "")).not.toMatch(/modulepreload|<script type="module"/);
  expect(login).toContain('href="/locales/en/auth.json"');
  expect(await htmlOf("/en/orders")).toContain('href="/locales/en/auth.json"');
  expect(await htmlOf("/en/orders", session)).toContain('href="/locales/en/shop.json"');
});

test("the styles of a screen stand in its first HTML, and the policy knows them by their hash (R2)", async () => {
  const login = await shop.fetch("/en/login");
  const html = await login.text();
  const [, css = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const disabled = /<link rel="stylesheet" crossorigin href="([^"]+)" disabled>/g;
  const links = [...html.matchAll(disabled)].map(([, href = ""]) => href);
  expect(links.length).toBeGreaterThan(0);
  expect(css).toBe((await Promise.all(links.map((href) => htmlOf(href)))).join(""));
  expect(html.match(/rel="stylesheet"/g), "none is fetched").toHaveLength(links.length);
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = login.headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`; style-src 'self' ${hashOf(css)}; `);
  const [, script = ""] = /<\/template><script>(.*?)<\/script>/.exec(html) ?? [];
  expect(script).not.toBe("");
  expect(policy).toContain(`; script-src 'self' ${hashOf(script)}; `);
});
