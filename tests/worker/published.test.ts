import { withBrandFacts } from "../../worker/brand/brand.ts";
import { scentList } from "../../worker/contract/scent.ts";
import { locales, type Locale } from "../../worker/contract/locales.ts";
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { read } from "../support/repository.ts";
import { startShop, type Shop } from "../support/shop.ts";

const partner = "https://partner.example";
let shop: Shop;
beforeAll(async () => {
  const vars = {
    // What is published here is read at once.
    CONTENT_MEMORY_SECONDS: "0",
    ALLOWED_ORIGINS: `${partner} https://other.example`,
    PICTURE_ORIGINS: "https://pictures.test https://cdn.test:8443",
    TRANSIT_DAYS: "1-3",
  };
  shop = await startShop({ vars });
});
afterAll(() => shop.close());

/** Something else is published meanwhile; null for nothing. */
async function whilePublished(
  published: Record<string, string | object | null>,
  look: () => Promise<void>,
): Promise<void> {
  const usual: Record<string, string | null> = {};
  const put = (key: string, value: string | object | null) =>
    value === null
      ? shop.content.delete(key)
      : shop.content.put(key, typeof value === "string" ? value : JSON.stringify(value));
  for (const [key, value] of Object.entries(published)) {
    usual[key] = await shop.content.get(key);
    await put(key, value);
  }
  await look().finally(async () => {
    for (const [key, value] of Object.entries(usual)) await put(key, value);
  });
}

const contentAt = (path: string) => read(`worker/content/${path}`);
/** A file of this version with the brand's facts in their places. */
const asShown = (path: string, locale: Locale) =>
  JSON.parse(withBrandFacts(contentAt(path), locale));
const jsonAt = async (path: string) => (await shop.fetch(path)).json();
const htmlAt = async (path: string) => (await shop.fetch(path)).text();

test.each(locales)("a %s shopper gets every text of the shop", async (lng) => {
  for (const namespace of ["common", "auth", "shop"]) {
    const { status, headers } = await shop.fetch(`/locales/${lng}/${namespace}.json`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    const path = `locales/${lng}/${namespace}.json`;
    expect(await jsonAt(`/${path}`)).toEqual(asShown(path, lng));
  }
});

test("a shopper who has the texts already is told that they are still right", async () => {
  const ask = (known: string) =>
    shop.fetch("/locales/ja/common.json", { headers: { "If-None-Match": known } });
  const first = await shop.fetch("/locales/ja/common.json");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
  expect(first.headers.get("cache-control")).toBe("public, max-age=30");
  for (const known of [etag, `W/${etag}`, `"older", ${etag}`, "*"]) {
    const again = await ask(known);
    expect([again.status, await again.text()], known).toEqual([304, ""]);
    expect(again.headers.get("cache-control")).toBe("public, max-age=30");
    expect([again.headers.get("etag"), again.headers.get("age")]).toEqual([etag, "0"]);
  }
  expect((await ask('"older"')).status).toBe(200);
});

test.each([
  "/locales/fr/common.json",
  "/locales/zh/secrets.json",
  "/locales/zh/common",
  "/locales/zh/..%2fcommon.json",
  "/locales/__proto__/common.json",
  "/locales",
  "/api/v1/info-pages/Careers",
  "/api/v1/info-pages/returnpolicy",
  "/api/v1/info-pages/..%2flocales%2fzh%2fcommon",
])("%s is no file of texts, and no key of the store (R70)", async (path) => {
  const response = await shop.fetch(path);
  expect([response.status, (await response.json()).code]).toEqual([404, "not_found"]);
});

test("texts edited in KV reach shoppers, and a text that KV lacks comes from this version (R71)", async () => {
  const edited = {
    errors: { internal: "Edited by hand." },
    added: { later: "New." },
    meta: "broken",
  };
  await whilePublished({ "locales/en/common": edited }, async () => {
    const shipped = asShown("locales/en/common.json", "en");
    const texts = await jsonAt("/locales/en/common.json");
    expect(texts.errors).toEqual({ ...shipped.errors, internal: "Edited by hand." });
    expect([texts.added, texts.meta]).toEqual([{ later: "New." }, shipped.meta]);
  });
});

test.each([
  ["nothing is published", null],
  ["what is published is no JSON", "{"],
])("when %s, the copy of this version is served (R71)", async (_when, value) => {
  await whilePublished({ "locales/zh/auth": value, "info-pages/ReturnPolicy": value }, async () => {
    expect(await jsonAt("/locales/zh/auth.json")).toEqual(asShown("locales/zh/auth.json", "zh"));
    expect(await jsonAt("/api/v1/info-pages/ReturnPolicy")).toEqual(
      asShown("info-pages/ReturnPolicy.json", "zh"),
    );
  });
});

test("a working day that is published counts at once, though the answer before is remembered", async () => {
  const calendarOf = async () => (await jsonAt("/api/v1/config")).delivery.calendar;
  const shipped = JSON.parse(contentAt("work-calendar.json"));
  expect(await calendarOf()).toEqual(shipped);
  expect((await jsonAt("/api/v1/config")).delivery.transit).toEqual({ min: 1, max: 3 });
  const edited = { ...shipped, closed: [...shipped.closed, "2026-12-24"] };
  await whilePublished({ "work-calendar": edited }, async () =>
    expect(await calendarOf()).toEqual(edited),
  );
});

test("home comes prerendered in its language, with the texts as they are published", async () => {
  const edited = { home: { title: "今日の香り & <b>" } };
  await whilePublished({ "locales/ja/shop": edited }, async () => {
    const html = await htmlAt("/ja/home");
    expect(html).toContain("今日の香り &amp; &lt;b&gt;");
    expect(html).toContain("NT$\u00A0100");
    expect(html).not.toMatch(/[\uE000\uE001]/);
  });
  expect(await htmlAt("/ja/home")).not.toContain("今日の香り");
});

test("an information page comes with its published text, in Chinese where it is not translated", async () => {
  const content = "一\n二\n\n- [這裡](/zh/cart)\n- <i>x</i>";
  const zh = { main_title: "退貨 <b>", sections: [{ title: "標題 <b>", content }] };
  const page = (id: string, more: object = {}) => ({
    [`info-pages/${id}`]: { id, isPublished: true, translations: { zh, ...more } },
  });
  const body =
    '<p>一<br>二</p><ul><li><a href="/zh/cart" rel="noreferrer">這裡</a></li><li>&lt;i&gt;x&lt;/i&gt;</li></ul></section>';
  const en = { main_title: "Shipping", sections: [{ title: "Where", content: "Here" }] };
  const pages = { ...page("ReturnPolicy"), ...page("PrivacyPolicy", { en }) };
  await whilePublished(pages, async () => {
    const html = await htmlAt("/en/info/ReturnPolicy");
    expect(html).toMatch(/<h1[^>]*>退貨 &lt;b&gt;<\/h1>/);
    expect(html).toContain(`<section lang="zh-Hant-TW">${body}`);
    const privacy = "info/PrivacyPolicy";
    expect(await htmlAt(`/zh/${privacy}`)).toContain(`<section><h2>標題 &lt;b&gt;</h2>${body}`);
    expect(await htmlAt(`/en/${privacy}`)).toContain(
      "<section><h2>Where</h2><p>Here</p></section>",
    );
  });
});

test("a page that is taken back is nowhere: not found, not in the site map, without a text of its own", async () => {
  const empty = /<h1[^>]*><\/h1>/;
  expect(await htmlAt("/en/info/PrivacyPolicy")).not.toMatch(empty);
  const page = { ...JSON.parse(contentAt("info-pages/PrivacyPolicy.json")), isPublished: false };
  await whilePublished({ "info-pages/PrivacyPolicy": page }, async () => {
    expect((await shop.fetch("/api/v1/info-pages/PrivacyPolicy")).status).toBe(404);
    const siteMap = await htmlAt("/sitemap.xml");
    expect([siteMap.includes("PrivacyPolicy"), siteMap.includes("ReturnPolicy")]).toEqual([
      false,
      true,
    ]);
    expect(await htmlAt("/en/info/PrivacyPolicy")).toMatch(empty);
  });
  expect(await htmlAt("/sitemap.xml")).toContain("PrivacyPolicy");
});

test("published texts cannot break out of the first HTML, wherever they stand in it (R69)", async () => {
  const evil = `</title></script><script>alert(1)</script>"><img src=x onerror=alert(2)>' onload=alert(3) \u2028<!--`;
  const [ownScript = ""] = /<script>(?!<).*?<\/script>/s.exec(await htmlAt("/en/home")) ?? [];
  expect(ownScript).not.toBe("");
  const ofFacts = /<script type="application\/ld\+json">(.*?)<\/script>/gs;
  const home = { title: evil, description: evil };
  const sections = [{ title: evil, content: `${evil}\n\n- ${evil}\n[${evil}](/zh/cart)` }];
  const evilPage = { main_title: evil, sections };
  const published = {
    "locales/en/common": { brand: evil, nav: { home: evil }, meta: { home }, no_script: evil },
    "locales/en/shop": { home: { title: evil, faq: { who: { question: evil, answer: evil } } } },
    "info-pages/WebsiteSecurityPolicy": {
      id: "WebsiteSecurityPolicy",
      isPublished: true,
      translations: { zh: evilPage },
    },
  };
  await whilePublished(published, async () => {
    const info = ["info/PrivacyPolicy", "info/WebsiteSecurityPolicy"];
    for (const path of ["home", ...info, "login", "cart"]) {
      const page = await htmlAt(`/en/${path}`);
      const harmless = page
        .replace(ofFacts, "")
        .replace(/<script type="module"[^>]*><\/script>/g, "")
        // The shop's own, which the policy names by its hash.
        .replace(ownScript, "")
        .replace(/<img src="\/(?:house\/\w+\.svg|(?:words|families)\.svg#)[^>]*>/g, "");
      expect.soft(harmless, path).not.toMatch(/<script|<img|<!--(?!\$|\/\$| -->)/i);
      for (const [, json = ""] of page.matchAll(ofFacts)) {
        expect.soft(json, path).not.toMatch(/[<>\u2028]/);
        expect(JSON.stringify(JSON.parse(json))).toContain("alert(2)");
      }
    }
  });
});

test("pictures come from the shop and from the origins that its operator names, so that no picture carries data out (R2)", async () => {
  const policy = (await shop.fetch("/zh/home")).headers.get("content-security-policy");
  expect(policy).toContain("; img-src 'self' data: https://pictures.test https://cdn.test:8443; ");
});

test("an origin on the list may read answers, refusals and texts (R6)", async () => {
  for (const path of ["/api/v1/config", "/api/v1/members/me", "/locales/en/common.json"]) {
    const { headers } = await shop.fetch(path, { headers: { Origin: partner, Vary: "X-Hostile" } });
    expect(headers.get("access-control-allow-origin"), path).toBe(partner);
    expect(headers.get("vary")).toContain("Origin");
    expect(headers.get("vary")).not.toContain("Hostile");
  }
});

test("what the schedule has read of all fragrances is in the list and in the first HTML, each in its language", async () => {
  const list = (language: string, query = "", known = "") =>
    shop.fetch(`/api/v1/scents${query}`, {
      headers: { "Accept-Language": language, "If-None-Match": known },
    });
  expect(await (await list("zh")).json(), "nothing is read yet").toEqual({ data: [] });
  expect(await htmlAt("/zh/scents")).not.toContain("/zh/scent/");
  await shop.runSchedule();
  const answer = await list("zh");
  expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
  expect(answer.headers.get("vary")).toContain("Accept-Language");
  const { data } = scentList.parse(await answer.json());
  expect(data.map(({ id }) => id).sort()).toEqual(allFragrances.map(({ id }) => id).sort());
  const first = await list("zh", "?first=4");
  expect((await first.json()).data).toEqual(data.slice(0, 4));
  expect((await list("zh", "?first=4", first.headers.get("etag") ?? "")).status).toBe(304);
  for (const query of ["?first=0", "?first=101", "?first=all"])
    expect((await list("zh", query)).status, query).toBe(400);
  const html = await htmlAt("/zh/scents?family=woody");
  for (const { id, name } of data) {
    expect(html).toContain(`<a href="/zh/scent/${id}">`);
    expect(html).toContain(`<b>${name}</b>`);
  }
  expect(html).toContain("日本柚子\u00A0· 綠茶\u00A0· 白麝香");
  const [page] = [await htmlAt("/zh/scents/notes/hinoki")];
  expect(page).toMatch(/<title>檜木 · .*<h1[^>]*>檜木<\/h1>/s);
  expect(page).toContain('<a href="/zh/scent/hinoki-rain">');
  const note = '<a class="tap" href="/zh/scents/notes/hinoki">檜木</a>';
  expect(await htmlAt("/zh/house")).toContain(note);
  expect(await htmlAt("/zh/scents/allergens/limonene")).toContain(note);
  expect(await htmlAt("/sitemap.xml")).toContain("/ja/scents/notes/hinoki<");
  for (const none of ["notes/moonstuff", "allergens/hinoki", "words/rain"])
    expect(
      (await shop.fetch(`/zh/scents/${none}`, { headers: { Accept: "text/html" } })).headers.get(
        "location",
      ),
    ).toBe("/zh/home?unknown");
  expect(await htmlAt("/en/scents"), "another minute's language").not.toContain("/en/scent/");
  await whilePublished({ "scents/zh": { data: [] } }, async () =>
    expect(await htmlAt("/zh/scents"), "made anew").not.toContain("/zh/scent/"),
  );
});
