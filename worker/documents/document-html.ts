import { localeTable, locales, type Locale, type Namespace } from "#contract/locales";
import { isPrerendered, type ScreenName } from "#contract/screens";
import { brand } from "../brand/brand.ts";
import { shippedLocales, type Messages } from "../content/shipped.ts";
import type { DeskContent } from "../store/content.ts";
import { alternatesOf, escapeHtml, textOf } from "./html.ts";
import type { PrerenderedScreen } from "./prerendered-screen.ts";
import { isKnownScent, scentDescription, type FoundScent } from "./page-html.ts";

export interface Address {
  locale: Locale;
  screen: ScreenName;
  path: string;
}

export interface Content extends Address {
  origin: string;
  texts: Messages;
  scent: FoundScent | null;
  subject: string;
  hasCard: boolean;
  namespaces: readonly Namespace[];
  built: PrerenderedScreen | null;
  page: string | null;
  /** Below `/{lang}/`; the sign-in's path where a visitor asked for a guarded screen. */
  shownPath: string;
  hasSession: boolean;
  notice: string;
}

function metaOf({ locale, screen, path, texts, scent, subject }: Content) {
  const name = screen === "info" ? `info.${path.slice("info/".length)}` : screen;
  const brandName = textOf(texts, "common.brand") ?? "";
  const read = (leaf: string) =>
    textOf(texts, `common.meta.${name}.${leaf}`, { subject }) ?? brandName;
  if (!isKnownScent(scent)) return { title: read("title"), description: read("description") };
  return {
    title: `${scent.product.product_name} · ${brandName}`,
    description: scentDescription(scent, locale) ?? read("description"),
  };
}

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

export function documentHtml(template: string, content: Content): Promise<Uint8Array> {
  const { locale, screen, path, texts, built, page, notice, shownPath, hasSession } = content;
  const meta = metaOf(content);
  const asHtml = { html: true };
  const rewriter = new HTMLRewriter();
  const at = (selector: string, element: (found: Element) => void) =>
    rewriter.on(selector, { element });
  at("html", (html) => {
    html.setAttribute("lang", localeTable[locale].htmlLang);
    // Hides the visitor's buttons until the page has rendered the member's.
    if (built !== null && hasSession) html.setAttribute("data-member", "");
  });
  at("title", (title) => title.setInnerContent(meta.title));
  at("meta[name=description]", (tag) => tag.setAttribute("content", escapeHtml(meta.description)));
  at("head", (head) => head.append(headOf(content, meta), asHtml));
  at("#root", (root) => {
    root.before(notice, asHtml).setInnerContent(page ?? "", asHtml);
    if (built !== null) root.setAttribute("data-prerendered", `/${locale}/${path}`);
    if (screen === "home") return;
    if (built !== null) root.setAttribute("data-shows", `/${locale}/${shownPath}`);
    const words = escapeHtml(textOf(texts, "common.no_script") ?? "");
    root.after(`<noscript><p>${words}</p></noscript>`, asHtml);
  });
  if (built !== null) {
    // `headOf` and `scriptsAfterPaint` name them again together with the screen's own.
    at("link[rel=stylesheet], link[rel=modulepreload], script", (old) => old.remove());
    at("body", (body) => body.append(scriptsAfterPaint(built), asHtml));
  }
  return rewriter.transform(new Response(template)).bytes();
}

/** `web/first-paint.ts` starts them in this order. */
function scriptsAfterPaint({ scripts, inlineScript }: PrerenderedScreen): string {
  const links = scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return `<template id="scripts">${links.join("")}</template><script>${inlineScript.text}</script>`;
}

const notIndexed = '<meta name="robots" content="noindex">';

function headOf(content: Content, meta: ReturnType<typeof metaOf>): string {
  const { origin, locale, screen, path, scent, namespaces, built } = content;
  return [
    ...namespaces.map(
      (namespace) =>
        `<link rel="preload" as="fetch" crossorigin href="/locales/${locale}/${namespace}.json">`,
    ),
    ...(built === null ? [] : stylesOf(built)),
    `<link rel="canonical" href="${escapeHtml(`${origin}/${locale}/${path}`)}">`,
    ...alternatesOf(origin, path).map(
      ({ lang, href }) => `<link rel="alternate" hreflang="${lang}" href="${href}">`,
    ),
    `<link rel="manifest" href="/${locale}/manifest.webmanifest">`,
    ...socialCard(content, meta),
    ...(isPrerendered(screen) && scent !== "unknown" ? [] : [notIndexed]),
  ].join("\n    ");
}

/** Inline, so that the first paint waits for nothing; Vite's loader finds the disabled links. */
function stylesOf({ styles, inlineStyle }: PrerenderedScreen): string[] {
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" disabled>`);
  return [...links, `<style>${inlineStyle.text}</style>`];
}

const ogLocale = (locale: Locale) => localeTable[locale].formatTag.replace("-", "_");

function socialCard(
  { origin, locale, screen, path, hasCard }: Content,
  { title, description }: ReturnType<typeof metaOf>,
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
