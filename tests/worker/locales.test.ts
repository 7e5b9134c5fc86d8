import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { infoPage } from "../../worker/contract/info-page.ts";
import { infoContexts } from "../../worker/contract/screens.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  // What is published here is read at once.
  shop = await startShop({ vars: { CONTENT_MEMORY_SECONDS: "0" } });
});
afterAll(() => shop.close());

/** Something else is published under the key meanwhile; null for nothing. */
async function whilePublished(
  key: string,
  value: string | null,
  look: () => Promise<void>,
): Promise<void> {
  const usual = await shop.content.get(key);
  const publish = (text: string | null) =>
    text === null ? shop.content.delete(key) : shop.content.put(key, text);
  await publish(value);
  await look().finally(() => publish(usual));
}

const file = (path: string) =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../../worker/content", path), "utf8"));

/** A published file with the brand's facts in their places. */
const asShown = (path: string) =>
  JSON.parse(
    JSON.stringify(file(path)).replace(
      /\{(\w+_email|company_\w+)\}/g,
      (_, name: string) => file("brand.json")[name],
    ),
  );

test.each(["zh", "en", "ja"])("a %s shopper gets every text of the shop", async (lng) => {
  for (const namespace of ["common", "auth", "shop"]) {
    const response = await shop.fetch(`/locales/${lng}/${namespace}.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(asShown(`locales/${lng}/${namespace}.json`));
  }
});

test("a shopper who has the texts already is told that they are still right", async () => {
  const first = await shop.fetch("/locales/ja/common.json");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
  for (const known of [etag, `W/${etag}`, `"older", ${etag}`]) {
    const again = await shop.fetch("/locales/ja/common.json", {
      headers: { "If-None-Match": known },
    });
    expect.soft(again.status).toBe(304);
    expect.soft(await again.text()).toBe("");
    expect.soft(again.headers.get("cache-control")).toBe("public, max-age=30");
  }
  expect(
    (await shop.fetch("/locales/ja/common.json", { headers: { "If-None-Match": '"older"' } }))
      .status,
  ).toBe(200);
});

test.each([
  "/locales/fr/common.json",
  "/locales/zh/secrets.json",
  "/locales/zh/common",
  "/locales/zh/..%2fcommon.json",
  "/locales/zh/constructor.json",
  "/locales/__proto__/common.json",
  "/locales/zh",
  "/locales",
])("%s is no file of texts, and no key of the store (R70)", async (path) => {
  const response = await shop.fetch(path);
  expect(response.status).toBe(404);
  expect((await response.json()).code).toBe("not_found");
});

test("texts edited in KV reach shoppers, and a text that KV lacks comes from this version (R71)", async () => {
  const edited = {
    errors: { internal: "Edited by hand." },
    added: { later: "New." },
    meta: "broken",
  };
  await whilePublished("locales/en/common", JSON.stringify(edited), async () => {
    const shipped = asShown("locales/en/common.json");
    const texts = await (await shop.fetch("/locales/en/common.json")).json();
    expect(texts.errors).toEqual({ ...shipped.errors, internal: "Edited by hand." });
    expect(texts.added).toEqual({ later: "New." });
    expect(texts.meta).toEqual(shipped.meta);
  });
});

test.each([
  ["nothing is published", null],
  ["what is published is no JSON", "{"],
  ["what is published has the wrong shape", '{"a":[1]}'],
])("when %s, the copy of this version is served (R71)", async (_when, value) => {
  await whilePublished("locales/zh/auth", value, async () =>
    expect(await (await shop.fetch("/locales/zh/auth.json")).json()).toEqual(
      asShown("locales/zh/auth.json"),
    ),
  );
  await whilePublished("info-pages/ReturnPolicy", value, async () =>
    expect(await (await shop.fetch("/api/v1/info-pages/ReturnPolicy")).json()).toEqual(
      asShown("info-pages/ReturnPolicy.json"),
    ),
  );
});

test.each(infoContexts)("the page %s says something in every language", async (context) => {
  const response = await shop.fetch(`/api/v1/info-pages/${context}`);
  expect(response.status).toBe(200);
  const page = infoPage.parse(await response.json());
  expect(page.id).toBe(context);
  for (const translation of [page.translations.zh, page.translations.en, page.translations.ja]) {
    expect(translation?.main_title).toBeTruthy();
    expect(translation?.sections.length).toBeGreaterThan(2);
    for (const section of translation?.sections ?? [])
      expect(section.content.length).toBeGreaterThan(20);
  }
});

test("a page edited in KV shows as edited, and nobody keeps the old one for longer than a minute", async () => {
  const page = file("info-pages/ReturnPolicy.json");
  page.translations.en.sections[0].content = "Write to {service_email}.\u202E\u0007\r\nEdited.";
  await whilePublished("info-pages/ReturnPolicy", JSON.stringify(page), async () => {
    const response = await shop.fetch("/api/v1/info-pages/ReturnPolicy");
    // Half a minute here and half a minute in the store's own cache.
    expect(response.headers.get("cache-control")).toBe("public, max-age=30");
    const shown = infoPage.parse(await response.json());
    expect(shown.translations.en?.sections[0]?.content).toBe(
      `Write to ${file("brand.json").service_email}.\nEdited.`,
    );
  });
});

test("an information page that is unknown or unpublished is not found", async () => {
  for (const name of ["Careers", "returnpolicy", "..%2flocales%2fzh%2fcommon", "toString"]) {
    expect.soft((await shop.fetch(`/api/v1/info-pages/${name}`)).status, name).toBe(404);
  }
  const withdrawn = { ...file("info-pages/PrivacyPolicy.json"), isPublished: false };
  await whilePublished("info-pages/PrivacyPolicy", JSON.stringify(withdrawn), async () =>
    expect((await shop.fetch("/api/v1/info-pages/PrivacyPolicy")).status).toBe(404),
  );
});
