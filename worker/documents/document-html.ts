import { fallbackLocale, localeTable, locales } from "#contract/locales";
import type { Locale, Namespace } from "#contract/locales";
import { firstHtml, type ScreenName } from "#contract/screens";
import { brand } from "../brand/brand.ts";
import { shippedLocales, type Messages } from "../content/shipped.ts";
import type { DeskContent } from "../store/content.ts";
import { escapeHtml, escapeJsonForHtml, textOf } from "./html.ts";
import type { PrerenderedScreen } from "./prerendered-screen.ts";
import { isKnownScent, scentDescription, type FoundScent } from "./page-html.ts";

export interface Address {
  locale: Locale;
  screen: ScreenName;
  /** Below `/{lang}/`. */
  path: string;
}

function metaOf(
  texts: Messages,
  { locale, screen, path }: Address,
  { scent, subject }: Pick<Content, "scent" | "subject">,
) {
  const name = screen === "info" ? `info.${path.slice("info/".length)}` : screen;
  const read = (leaf: string) =>
    (
      textOf(texts, `common.meta.${name}.${leaf}`) ??
      textOf(texts, "common.brand") ??
      ""
    ).replaceAll("{{subject}}", () => subject);
  if (!isKnownScent(scent)) return { title: read("title"), description: read("description") };
  return {
    title: `${scent.product.product_name} · ${textOf(texts, "common.brand") ?? ""}`,
    description: scentDescription(scent, locale) ?? read("description"),
  };
}

export interface Content {
  scent: FoundScent | null;
  /** What a page of the library is about; empty elsewhere. */
  subject: string;
  /** `npm run images` draws a card for each of SCENT_IDS. */
  hasCard: boolean;
  namespaces: readonly Namespace[];
  /** Null in local mode, as is its HTML. */
  screen: PrerenderedScreen | null;
  page: string | null;
  /** Below `/{lang}/`; the sign-in's path where a visitor asked for a guarded screen. */
  shownPath: string;
  hasSession: boolean;
  /** HTML; empty without one. */
  notice: string;
}

/** For the operator alone, and the way out. */
export const previewHtml = '<aside class="notice"><a href="/preview">Preview ×</a></aside>';

/** In every language, since the page changes its own without another document. */
export function noticeHtml({ notice, isClosed }: DeskContent, now: number): string {
  const isOn = notice !== null && notice.from <= now && now < notice.until;
  const line = (locale: Locale, text: string) =>
    `<p lang="${localeTable[locale].htmlLang}">${escapeHtml(text)}</p>`;
  const inEach = (said: (locale: Locale) => string, place = "") =>
    `<aside class="notice"${place}>${locales.map((one) => line(one, said(one))).join("")}</aside>`;
  const closedIn = (locale: Locale) =>
    textOf({ ...shippedLocales[locale] }, "common.errors.shop_closed") ?? "";
  const place = isOn && notice.isAtCheckoutOnly ? ' data-only="checkout"' : "";
  return (
    (isClosed ? inEach(closedIn) : "") +
    (isOn ? inEach((locale) => notice.texts[locale], place) : "")
  );
}

export function documentHtml(
  template: string,
  origin: string,
  address: Address,
  texts: Messages,
  content: Content,
): Promise<Uint8Array> {
  const { locale, screen: asked, path } = address;
  const { screen, page, notice, shownPath, hasSession } = content;
  const meta = metaOf(texts, address, content);
  const asHtml = { html: true };
  const rewriter = new HTMLRewriter();
  const at = (selector: string, element: (found: Element) => void) =>
    rewriter.on(selector, { element });
  at("html", (html) => {
    html.setAttribute("lang", localeTable[locale].htmlLang);
    // Hides the visitor's buttons until the page has rendered the member's.
    if (screen !== null && hasSession) html.setAttribute("data-member", "");
  });
  at("title", (title) => title.setInnerContent(meta.title));
  at("meta[name=description]", (tag) => tag.setAttribute("content", escapeHtml(meta.description)));
  at("head", (head) => head.append(headOf(origin, address, meta, content, texts), asHtml));
  at("#root", (root) => {
    root.before(notice, asHtml).setInnerContent(page ?? "", asHtml);
    if (screen !== null) root.setAttribute("data-prerendered", `/${locale}/${path}`);
    // Home is complete without a script.
    if (asked === "home") return;
    if (screen !== null) root.setAttribute("data-shows", `/${locale}/${shownPath}`);
    const words = escapeHtml(textOf(texts, "common.no_script") ?? "");
    root.after(`<noscript><p>${words}</p></noscript>`, asHtml);
  });
  if (screen !== null) {
    // `headOf` and `scriptsAfterPaint` name them again together with the screen's own.
    at("link[rel=stylesheet], link[rel=modulepreload], script", (built) => built.remove());
    at("body", (body) => body.append(scriptsAfterPaint(screen), asHtml));
  }
  return rewriter.transform(new Response(template)).bytes();
}

/** `web/first-paint.ts` starts them in this order. */
function scriptsAfterPaint({ scripts, inlineScript }: PrerenderedScreen): string {
  const links = scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return `<template id="scripts">${links.join("")}</template><script>${inlineScript.text}</script>`;
}

const notIndexed = '<meta name="robots" content="noindex">';

function headOf(
  origin: string,
  address: Address,
  meta: ReturnType<typeof metaOf>,
  { scent, hasCard, namespaces, screen }: Content,
  texts: Messages,
): string {
  const { locale, screen: name, path } = address;
  const addressIn = (lng: Locale) => escapeHtml(`${origin}/${lng}/${path}`);
  const anyLanguage = name === "home" ? `${origin}/` : addressIn(fallbackLocale);
  return [
    ...namespaces.map(
      (namespace) =>
        `<link rel="preload" as="fetch" crossorigin href="/locales/${locale}/${namespace}.json">`,
    ),
    ...(screen === null ? [] : stylesOf(screen)),
    `<link rel="canonical" href="${addressIn(locale)}">`,
    ...locales.map(
      (lng) =>
        `<link rel="alternate" hreflang="${localeTable[lng].htmlLang}" href="${addressIn(lng)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${anyLanguage}">`,
    `<link rel="manifest" href="/${locale}/manifest.webmanifest">`,
    ...socialCard(origin, address, meta, hasCard),
    ...(name === "home" ? [organization(origin, address, texts)] : []),
    ...(firstHtml[name].indexed && scent !== "unknown" ? [] : [notIndexed]),
  ].join("\n    ");
}

/** Inline, so that the first paint waits for nothing; Vite's loader finds the disabled links. */
function stylesOf({ styles, inlineStyle }: PrerenderedScreen): string[] {
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" disabled>`);
  return [...links, `<style>${inlineStyle.text}</style>`];
}

const ogLocale = (locale: Locale) => localeTable[locale].formatTag.replace("-", "_");

function socialCard(
  origin: string,
  { locale, screen, path }: Address,
  { title, description }: ReturnType<typeof metaOf>,
  hasCard: boolean,
): string[] {
  const property = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escapeHtml(content)}">`;
  return [
    property("type", "website"),
    property("site_name", brand.brand),
    property("locale", ogLocale(locale)),
    ...locales
      .filter((other) => other !== locale)
      .map((other) => property("locale:alternate", ogLocale(other))),
    property("title", title),
    property("description", description),
    property("url", `${origin}/${locale}/${path}`),
    property("image", `${origin}/og/${hasCard ? `${path}.jpg` : `${cardOf(screen)}.png`}`),
    property("image:width", "1200"),
    property("image:height", "630"),
    property("image:alt", title),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** `npm run images` draws one for each of these; everything else shows home's. */
const drawn: readonly ScreenName[] = ["fragranceQuiz", "scent", "scents"];
const cardOf = (screen: ScreenName) => (drawn.includes(screen) ? screen : "home");

/** JSON-LD; the content security policy does not apply to script elements of this type. */
function organization(origin: string, { locale }: Address, texts: Messages): string {
  const facts = {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: textOf(texts, "common.brand"),
    description: textOf(texts, "common.meta.home.description"),
    url: `${origin}/${locale}/home`,
    logo: `${origin}/icons/icon-512.png`,
    email: brand.service_email,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      email: brand.service_email,
      availableLanguage: locales.map((lng) => localeTable[lng].tag),
    },
  };
  return `<script type="application/ld+json">${escapeJsonForHtml(facts)}</script>`;
}
