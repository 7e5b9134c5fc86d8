/** Files with well-known names. They contain absolute addresses, so they are generated here. */
import { brand } from "../brand/brand.ts";
import { Hono } from "hono";
import type { InfoPage } from "#contract/info-page";
import { fallbackLocale, isLocale, localeTable, locales, type Locale } from "#contract/locales";
import { infoContexts, screenNames, firstHtml, screens } from "#contract/screens";
import type { Messages } from "../content/shipped.ts";
import type { App } from "../context.ts";
import { escapeHtml, textOf } from "../documents/html.ts";
import { securityText } from "../documents/security-text.ts";
import { ShopError } from "../errors/shop-error.ts";
import { readInfoPage, readLocale } from "../store/content.ts";

export const publicFiles = new Hono<App>();

const forAnHour = { "Cache-Control": "public, max-age=3600" };

publicFiles.get("/robots.txt", (c) => {
  const { publicOrigin } = c.get("deps");
  return c.text(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicOrigin}/sitemap.xml\n`,
    200,
    forAnHour,
  );
});

publicFiles.get("/.well-known/security.txt", (c) => {
  const { publicOrigin, now } = c.get("deps");
  return c.text(securityText(publicOrigin, now()), 200, forAnHour);
});

publicFiles.get("/sitemap.xml", async (c) => {
  const deps = c.get("deps");
  const files = await Promise.all(infoContexts.map((context) => readInfoPage(deps, context)));
  const pages = files.map(({ value }) => value.page);
  const xml = sitemapOf(deps.publicOrigin, pages, deps.pageConfig.SCENT_IDS);
  return c.body(xml, 200, { ...forAnHour, "Content-Type": "application/xml; charset=utf-8" });
});

function sitemapOf(origin: string, pages: readonly InfoPage[], scents: readonly string[]): string {
  const names = screenNames.filter((name) => name !== "info" && firstHtml[name].listed);
  const paths = [
    ...names.map((name) => screens[name].path),
    ...pages.filter(({ isPublished }) => isPublished).map(({ id }) => `info/${id}`),
    ...scents.map((id) => `scent/${id}`),
  ];
  const entries = paths.flatMap((path) => locales.map((locale) => siteEntry(origin, path, locale)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

function siteEntry(origin: string, path: string, locale: Locale): string {
  const alternates = locales.map((lng) =>
    alternate(localeTable[lng].htmlLang, `${origin}/${lng}/${path}`),
  );
  const byDefault =
    path === screens.home.path ? `${origin}/` : `${origin}/${fallbackLocale}/${path}`;
  const links = [...alternates, alternate("x-default", byDefault)].join("");
  return `<url><loc>${escapeHtml(`${origin}/${locale}/${path}`)}</loc>${links}</url>`;
}

const alternate = (lang: string, url: string) =>
  `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(url)}"/>`;

publicFiles.get("/:lang/manifest.webmanifest", async (c) => {
  const lang = c.req.param("lang");
  if (!isLocale(lang)) throw new ShopError("not_found");
  const { messages } = (await readLocale(c.get("deps"), lang, "common")).value;
  return c.body(manifestOf(lang, messages), 200, {
    ...forAnHour,
    "Content-Type": "application/manifest+json; charset=utf-8",
  });
});

function manifestOf(lang: Locale, messages: Messages): string {
  const icon = (name: string, sizes: string, purpose: string) => ({
    src: `/icons/${name}.png`,
    sizes,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    id: "/",
    name: textOf(messages, "brand"),
    short_name: brand.wordmark,
    description: textOf(messages, "meta.home.description"),
    lang: localeTable[lang].htmlLang,
    dir: "ltr",
    start_url: `/${lang}/home`,
    scope: "/",
    display: "standalone",
    background_color: brand.paper_light,
    theme_color: brand.paper_light,
    icons: [
      icon("icon-192", "192x192", "any"),
      icon("icon-512", "512x512", "any"),
      icon("maskable-512", "512x512", "maskable"),
    ],
  });
}
