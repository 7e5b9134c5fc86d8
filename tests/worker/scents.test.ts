/** A fragrance's own page as programs and search engines meet it: first HTML, link preview, API; also without an upstream. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { locales, localeTable } from "../../worker/contract/locales.ts";
import { scent } from "../../worker/contract/scent.ts";
import { decodeSize } from "../support/png-size.ts";
import { stageFault } from "../support/faults.ts";
import { startShop, type Shop } from "../support/shop.ts";

const person = {
  headers: { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", Accept: "text/html" },
};
const names = { zh: "檜雨", en: "Hinoki Rain", ja: "檜の雨" };
const stories = { zh: "檜木步道", en: "A hinoki boardwalk", ja: "檜の遊歩道" };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

test.each(locales)(
  "the first HTML names the fragrance and tells its story (%s)",
  async (locale) => {
    const answer = await shop.fetch(`/${locale}/scent/hinoki-rain`, person);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const at = (lng: string) => `${shop.url.origin}/${lng}/scent/hinoki-rain`;
    expect(html).toContain(`<title>${names[locale]} · Sillage`);
    expect(html).toMatch(new RegExp(`<meta name="description" content="[^"]*${stories[locale]}`));
    expect(html).toContain(`<link rel="canonical" href="${at(locale)}">`);
    for (const lng of locales)
      expect(html).toContain(`hreflang="${localeTable[lng].htmlLang}" href="${at(lng)}"`);
    expect(html).toContain(
      `<meta property="og:image" content="${shop.url.origin}/scent-pictures/hinoki-rain.png">`,
    );
    expect(html).not.toContain("noindex");
  },
);

test("a fragrance that nobody knows is not found, and says so in the shop's words", async () => {
  for (const id of ["no-such-scent", "x".repeat(64)]) {
    const answer = await shop.fetch(`/en/scent/${id}`, person);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain("/og/scent.png");
  }
  expect((await shop.fetch(`/en/scent/${"x".repeat(65)}`)).status, "no id").not.toBe(200);
  expect((await shop.fetch("/api/v1/scents/no-such-scent")).status).toBe(404);
  expect((await shop.fetch("/scent-pictures/no-such-scent.png")).status).toBe(404);
});

test("the API tells all that is known of a fragrance", async () => {
  const answer = await shop.fetch("/api/v1/scents/hinoki-rain", {
    headers: { "Accept-Language": "en" },
  });
  const found = scent.parse(await answer.json());
  expect(found.product).toMatchObject({
    product_id: "SL-001",
    wearing: { presence: "moderate", seasons: ["spring", "summer"] },
  });
  expect(found.allergens.found.map(({ inci }) => inci)).toContain("Limonene");
  expect(found.allergens.unknown).toEqual([]);
  expect(found.sizes?.prices.map(({ kind }) => kind)).toEqual([
    "finished_bottle",
    "finished_paper",
    "finished_kg",
  ]);
  expect(found.sizes?.bottles.map(({ millilitres }) => millilitres)).toEqual([
    10,
    10,
    30,
    50,
    null,
  ]);
});

test("its link preview is a picture of its own, as messengers show them", async () => {
  const picture = async (id: string) => {
    const answer = await shop.fetch(`/scent-pictures/${id}.png`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toContain("max-age=86400");
    return Buffer.from(await answer.arrayBuffer());
  };
  const one = await picture("hinoki-rain");
  expect(decodeSize(one)).toEqual([1200, 630]);
  expect(one.length).toBeGreaterThan(40_000);
  expect(one.length).toBeLessThan(300_000);
  expect(await picture("hinoki-rain"), "the same each time").toEqual(one);
  expect(await picture("cedar-library")).not.toEqual(one);
});

test("while the upstream is down a page that nobody has read yet still says something, and one that was read stays", async () => {
  const read = await (await shop.fetch("/ja/scent/hinoki-rain", person)).text();
  await stageFault(shop, { mode: "refuse" });
  try {
    const unread = await shop.fetch("/ja/scent/fig-terrace", person);
    expect(unread.status).toBe(200);
    expect(unread.headers.get("cache-control")).toBe("no-store");
    expect(await unread.text()).toContain("</main>");
    const again = await shop.fetch("/ja/scent/hinoki-rain", person);
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(read);
    expect((await shop.fetch("/sitemap.xml")).status).toBe(200);
  } finally {
    await stageFault(shop, { mode: "none" });
  }
});

test("an upstream that gives what the documents promise, and no more, has a page for each fragrance", async () => {
  const documented = await startShop({ upstreamVars: { DOCUMENTED_ONLY: "true" } });
  try {
    const answer = await documented.fetch("/api/v1/scents/hinoki-rain", {
      headers: { "Accept-Language": "en" },
    });
    const found = scent.parse(await answer.json());
    expect(found.product.wearing).toBeUndefined();
    expect(found.product.description).toBeNull();
    expect(found.allergens.found.length).toBeGreaterThan(0);
    const html = await (await documented.fetch("/en/scent/hinoki-rain", person)).text();
    expect(html).toContain("<title>Hinoki Rain · Sillage");
    expect((await documented.fetch("/scent-pictures/hinoki-rain.png")).status).toBe(200);
  } finally {
    await documented.close();
  }
});

test("the Worker of pages asks the API for it where they are two", async () => {
  const placed = await startShop({ hasPlacedApi: true });
  try {
    const html = await (await placed.fetch("/zh/scent/hinoki-rain", person)).text();
    expect(html).toContain("<title>檜雨 · Sillage");
    expect((await placed.fetch("/zh/scent/no-such-scent", person)).status).toBe(404);
    expect((await placed.fetch("/scent-pictures/hinoki-rain.png")).status).toBe(200);
  } finally {
    await placed.close();
  }
});
