import { Hono, type Context } from "hono";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
import { readInfoPage, readLocale, readScents, browserSeconds } from "../store/content.ts";
import type { ContentFile, Kept } from "../store/content.ts";
import { libraryPage } from "#contract/library";
import { isInfoContext, infoContexts, isListed, screenNames, screens } from "#contract/screens";
import { ShopError } from "../errors/shop-error.ts";
import { isLocale, namespaces, fallbackLocale, localeTable } from "#contract/locales";
import { brand } from "../brand/brand.ts";
import shared from "../brand/manifest.json";
import { alternatesOf, textOf } from "../documents/html.ts";

export const texts = new Hono<App>();

texts.get("/:lng/:file", async (c) => {
  const lng = c.req.param("lng");
  const namespace = namespaces.find((name) => `${name}.json` === c.req.param("file"));
  if (!isLocale(lng) || namespace === undefined) throw new ShopError("not_found");
  return contentFile(c, await readLocale(c.get("deps"), lng, namespace));
});

export const infoPages = new Hono<App>();

const named = { who: "anyone", params: z.object({ context: z.string() }) } as const;

infoPages.get("/:context", policy(named), async (c) => {
  const context = c.req.param("context");
  if (!isInfoContext(context)) throw new ShopError("not_found");
  const cached = await readInfoPage(c.get("deps"), context);
  if (!cached.value.page.isPublished) throw new ShopError("not_found");
  return contentFile(c, cached);
});

/** `Age` counts the time in memory too, so that an edit shows within a minute. */
function contentFile(c: Context<App>, { value, ageSeconds }: Kept<ContentFile>): Response {
  c.header("ETag", value.etag);
  const isShared = c.get("deps").preview === null;
  c.header("Cache-Control", isShared ? `public, max-age=${browserSeconds}` : "no-store");
  c.header("Age", String(Math.min(ageSeconds, browserSeconds)));
  if (isHeld(value.etag, c.req.header("If-None-Match"))) return c.body(null, 304);
  return c.body(value.bytes, 200, { "Content-Type": "application/json; charset=utf-8" });
}

/** Asked before there is a body; hono/etag makes one first, which is most of a 304's cost. */
const isHeld = (etag: string, tags = "") =>
  tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

export const publicFiles = new Hono<App>();

const forAnHour = { "Cache-Control": "public, max-age=3600" };

publicFiles.get("/robots.txt", (c) => {
  const sitemap = `${c.get("deps").publicOrigin}/sitemap.xml`;
  return c.text(`User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemap}\n`, 200, forAnHour);
});

publicFiles.get("/.well-known/security.txt", (c) => {
  const expires = new Date(c.get("deps").now() + 180 * 24 * 3_600_000).toISOString();
  return c.text(`Contact: mailto:${brand.security_email}\nExpires: ${expires}\n`, 200, forAnHour);
});

publicFiles.get("/sitemap.xml", async (c) => {
  const deps = c.get("deps");
  const [list, ...files] = await Promise.all([
    readScents(deps, fallbackLocale),
    ...infoContexts.map((context) => readInfoPage(deps, context)),
  ]);
  const names = screenNames.filter((name) => name !== "info" && isListed(name));
  const pages = files.map(({ value }) => value.page).filter(({ isPublished }) => isPublished);
  const house = libraryPage("house", list.value.scents, fallbackLocale)?.parts ?? [];
  const paths = [
    ...names.map((name) => screens[name].path),
    ...pages.map(({ id }) => `info/${id}`),
    ...deps.pageConfig.SCENT_IDS.map((id) => `scent/${id}`),
    ...house.flatMap(({ links = [] }) => links).map(({ kind, id }) => `scents/${kind}/${id}`),
  ];
  const entries = paths.flatMap((path) => {
    const all = alternatesOf(deps.publicOrigin, path);
    const links = all.map(
      ({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`,
    );
    return all.slice(0, -1).map(({ href }) => `<url><loc>${href}</loc>${links.join("")}</url>`);
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
  return c.body(xml, 200, { ...forAnHour, "Content-Type": "application/xml; charset=utf-8" });
});

publicFiles.get("/:lang/manifest.webmanifest", async (c) => {
  const lang = c.req.param("lang");
  if (!isLocale(lang)) throw new ShopError("not_found");
  const { messages } = (await readLocale(c.get("deps"), lang, "common")).value;
  const manifest = {
    ...shared,
    name: textOf(messages, "brand"),
    short_name: brand.wordmark,
    description: textOf(messages, "meta.home.description"),
    lang: localeTable[lang].htmlLang,
    start_url: `/${lang}/home`,
    background_color: brand.paper_light,
    theme_color: brand.paper_light,
  };
  return c.json(manifest, 200, {
    ...forAnHour,
    "Content-Type": "application/manifest+json; charset=utf-8",
  });
});
