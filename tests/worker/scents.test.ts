import { locales, localeTable } from "../../worker/contract/locales.ts";
import { scent } from "../../worker/contract/scent.ts";
import { borrowShop } from "../support/borrowed.ts";
import { textOf } from "../support/browser.ts";
import { stageFault } from "../support/upstream-state.ts";

const person = {
  headers: { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", Accept: "text/html" },
};
const names = { zh: "檜雨", en: "Hinoki Rain", ja: "檜の雨" };
const stories = { zh: "檜木步道", en: "A hinoki boardwalk", ja: "檜の遊歩道" };

const shop = await borrowShop();

test.each(locales)("the first HTML names scent, notes and story (%s)", async (locale) => {
  const answer = await shop.fetch(`/${locale}/scent/hinoki-rain`, person);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  const html = await answer.text();
  const at = (lng: string) => `${shop.url.origin}/${lng}/scent/hinoki-rain`;
  expect(html).toContain(`<title>${names[locale]} · Sillage`);
  expect(html).toMatch(new RegExp(`<meta name="description" content="[^"]*${stories[locale]}`));
  expect(html).toContain(`<link rel="canonical" href="${at(locale)}">`);
  for (const lng of locales)
    expect(html).toContain(`hreflang="${localeTable[lng].htmlLang}" href="${at(lng)}"`);
  const preview = `${shop.url.origin}/og/scent/hinoki-rain.jpg`;
  expect(html).toContain(`<meta property="og:image" content="${preview}">`);
  expect(html).not.toContain("noindex");
  const [, shown = ""] = /<div id="root"(.*)<\/main>/s.exec(html) ?? [];
  expect(shown).toContain(`data-shows="/${locale}/scent/hinoki-rain"`);
  const { product, notes } = scent.parse(await (await inApi("hinoki-rain", locale)).json());
  for (const { raw_material } of [...notes.top, ...notes.middle, ...notes.back]) {
    const page = `<a href="/${locale}/scents/notes/${raw_material.id}">`;
    expect(shown).toContain(`<li>${page}${raw_material.name.replaceAll("'", "&#x27;")}</a></li>`);
  }
  expect(shown).toContain(product.product_id);
  expect(shown).toContain(`href="/${locale}/fragrance-quiz?selectedProduct=${product.id}"`);
});

const inApi = (id: string, language: string) =>
  shop.fetch(`/api/v1/scents/${id}`, { headers: { "Accept-Language": language } });

test.each(["no-such-scent", "x".repeat(64)])("nobody knows %s, says the shop", async (id) => {
  const answer = await shop.fetch(`/en/scent/${id}`, person);
  expect(answer.status).toBe(404);
  const html = await answer.text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain(`${shop.url.origin}/og/scent.png`);
  expect(html).toContain(textOf("en", "shop.scent_page.unknown"));
  expect(html).toContain(`<p>${textOf("en", "common.errors.not_found")}</p>`);
  expect((await inApi(id, "en")).status).toBe(404);
});

test("the API tells all that is known of a fragrance, in the language that is asked for", async () => {
  const answer = await inApi("hinoki-rain", "en");
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
  expect(answer.headers.get("vary")).toContain("Accept-Language");
  const found = scent.parse(await answer.json());
  expect(found.product).toMatchObject({
    product_id: "SL-001",
    product_name: "Hinoki Rain",
    wearing: { presence: "moderate", seasons: ["spring", "summer"] },
  });
  expect(found.allergens.found.map(({ inci }) => inci)).toContain("Limonene");
  expect(found.allergens.unknown).toEqual([]);
  const kinds = found.sizes?.prices.map(({ kind }) => kind);
  expect(kinds).toEqual(["finished_bottle", "finished_paper", "finished_kg"]);
  const bottles = found.sizes?.bottles.map(({ millilitres }) => millilitres);
  expect(bottles).toEqual([10, 10, 30, 50]);
});

test("its link preview is a picture of its own, as messengers show them", async () => {
  const picture = async (id: string) => {
    const answer = await shop.fetch(`/og/scent/${id}.jpg`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    return Buffer.from(await answer.arrayBuffer());
  };
  const one = await picture("hinoki-rain");
  expect(one.length).toBeLessThan(60_000);
  expect(await picture("cedar-library")).not.toEqual(one);
});

test("while the upstream is down a page that nobody has read yet still says something, and one that was read stays", async () => {
  const read = await (await shop.fetch("/ja/scent/hinoki-rain", person)).text();
  await stageFault(shop, { mode: "refuse" });
  try {
    const unread = await shop.fetch("/ja/scent/fig-terrace", person);
    expect([unread.status, unread.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const html = await unread.text();
    expect(html).toContain(textOf("ja", "shop.scent_page.unread"));
    expect(html).toContain(`<p>${textOf("ja", "common.errors.upstream_unavailable")}</p>`);
    expect(html, "it will be there again").not.toContain("noindex");
    const again = await shop.fetch("/ja/scent/hinoki-rain", person);
    expect([again.status, await again.text()]).toEqual([200, read]);
  } finally {
    await stageFault(shop, { mode: "none" });
  }
  const back = await shop.fetch("/ja/scent/fig-terrace", person);
  expect(back.headers.get("cache-control"), "what was not read is read again").toBe("no-cache");
});
