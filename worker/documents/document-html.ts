/** Puts a page into the built template, with the head of its address. */
import {
  fallbackLocale,
  localeTable,
  locales,
  type Locale,
  type Namespace,
} from "#contract/locales";
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

interface Meta {
  title: string;
  description: string;
}

function metaOf(
  texts: Messages,
  { locale, screen, path }: Address,
  { scent, subject }: Pick<Content, "scent" | "subject">,
): Meta {
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
  /** Whether the fragrance has a card: `npm run images` draws one for each of SCENT_IDS. */
  hasCard: boolean;
  namespaces: readonly Namespace[];
  /** Null in local mode. */
  screen: PrerenderedScreen | null;
  /** HTML; null in local mode. */
  page: string | null;
  /** Below `/{lang}/`; the sign-in's path where a visitor asked for a guarded screen. */
  shownPath: string;
  hasSession: boolean;
  /** HTML of what the owner tells shoppers; empty without. */
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

const emptyRoot = '<div id="root"></div>';
/** `headOf` and `scriptsAfterPaint` name them again together with the screen's own. */
const builtFiles = /^.*"\/assets\/.*\n/gm;

export function documentHtml(
  template: string,
  origin: string,
  address: Address,
  texts: Messages,
  content: Content,
): string {
  const { locale, screen: asked, path } = address;
  const { screen, page, notice, shownPath, hasSession } = content;
  const meta = metaOf(texts, address, content);
  const head = headOf(origin, address, meta, content, texts).join("\n    ");
  const at = (name: string, below: string) => ` ${name}="/${locale}/${escapeHtml(below)}"`;
  // Home is complete without a script.
  const [shows, noScript] =
    asked === "home"
      ? ["", ""]
      : [
          at("data-shows", shownPath),
          `<noscript><p>${escapeHtml(textOf(texts, "common.no_script") ?? "")}</p></noscript>`,
        ];
  const prerendered = screen === null ? "" : at("data-prerendered", path) + shows;
  // Hides the visitor's buttons until the page has rendered the member's.
  const member = screen !== null && hasSession ? ' data-member=""' : "";
  return (screen === null ? template : template.replace(builtFiles, ""))
    .replace(/<html[^>]*>/, `<html lang="${localeTable[locale].htmlLang}"${member}>`)
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(meta.title)}`)
    .replace(/<meta name="description"[^>]*>/, "")
    .replace("</head>", () => `  ${head}\n  </head>`)
    .replace(
      emptyRoot,
      () => `${notice}<div id="root"${prerendered}>${page ?? ""}</div>${noScript}`,
    )
    .replace("</body>", () => `${screen === null ? "" : scriptsAfterPaint(screen)}</body>`);
}

/** `web/first-paint.ts` starts them in this order. */
function scriptsAfterPaint({ scripts, inlineScript }: PrerenderedScreen): string {
  const links = scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return `<template id="scripts">${links.join("")}</template><script>${inlineScript.text}</script>`;
}

function headOf(
  origin: string,
  address: Address,
  meta: Meta,
  { scent, hasCard, namespaces, screen }: Content,
  texts: Messages,
): string[] {
  const { locale, screen: name, path } = address;
  const addressIn = (lng: Locale) => escapeHtml(`${origin}/${lng}/${path}`);
  const anyLanguage = name === "home" ? `${origin}/` : addressIn(fallbackLocale);
  const lines = [
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
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
  ];
  if (!firstHtml[name].indexed || scent === "unknown")
    lines.push('<meta name="robots" content="noindex">');
  return lines;
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
  { title, description }: Meta,
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
