/** Title, description, language links, link preview and structured data of a document. */
import {
  fallbackLocale,
  localeTable,
  locales,
  namesElsewhere,
  type Locale,
  type Namespace,
} from "#contract/locales";
import { setPriceTwd } from "#contract/money";
import { firstHtml, type ScreenName } from "#contract/screens";
import { brand } from "../brand/brand.ts";
import type { Messages } from "../content/shipped.ts";
import { escapeHtml, escapeJsonForHtml, textOf } from "./html.ts";
import type { PrerenderedScreen } from "./prerendered-screen.ts";
import { isKnownScent, scentDescription, type FoundScent } from "./page-html.ts";

export interface Address {
  locale: Locale;
  screen: ScreenName;
  /** Below `/{lang}/`. */
  path: string;
}

export interface Meta {
  title: string;
  description: string;
}

export function metaOf(
  texts: Messages,
  { locale, screen, path }: Address,
  scent: FoundScent | null = null,
): Meta {
  const name = screen === "info" ? `info.${path.slice("info/".length)}` : screen;
  const read = (leaf: string) =>
    textOf(texts, `common.meta.${name}.${leaf}`) ?? textOf(texts, "common.brand") ?? "";
  if (!isKnownScent(scent)) return { title: read("title"), description: read("description") };
  return {
    title: `${scent.product.product_name} · ${textOf(texts, "common.brand") ?? ""}`,
    description: scentDescription(scent, locale) ?? read("description"),
  };
}

export interface Files {
  scent: FoundScent | null;
  /** Whether the fragrance has a card: `npm run images` draws one for each of SCENT_IDS. */
  hasCard: boolean;
  namespaces: readonly Namespace[];
  /** Null in local mode. */
  screen: PrerenderedScreen | null;
}

export function headOf(
  origin: string,
  address: Address,
  meta: Meta,
  { scent, hasCard, namespaces, screen }: Files,
): string {
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
  ];
  if (!firstHtml[name].indexed || scent === "unknown")
    lines.push('<meta name="robots" content="noindex">');
  return lines.join("\n    ");
}

/** Inline, so that the first paint waits for nothing; Vite's loader finds the disabled links. */
function stylesOf({ styles, inlineStyle }: PrerenderedScreen): string[] {
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" disabled>`);
  return [...links, `<style>${inlineStyle.text}</style>`];
}

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
    property("locale", namesElsewhere[locale].ogLocale),
    ...locales
      .filter((other) => other !== locale)
      .map((other) => property("locale:alternate", namesElsewhere[other].ogLocale)),
    property("title", title),
    property("description", description),
    property("url", `${origin}/${locale}/${path}`),
    property("image", `${origin}/og/${hasCard ? `${path}.jpg` : `${cardOf(screen, path)}.png`}`),
    property("image:width", "1200"),
    property("image:height", "630"),
    property("image:alt", title),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** Indexed pages have a picture of their own. */
function cardOf(screen: ScreenName, path: string): string {
  if (screen === "info") return path.slice("info/".length);
  return firstHtml[screen].indexed ? screen : "home";
}

/** JSON-LD; the content security policy does not apply to script elements of this type. */
export function factsOf(origin: string, address: Address, meta: Meta, texts: Messages): string {
  const facts = [
    ...(address.screen === "home"
      ? [organizationOf(origin, address, texts), questionsOf(origin, address, texts)]
      : []),
    ...(address.screen === "info" ? [breadcrumbsOf(origin, address, meta, texts)] : []),
  ];
  return facts
    .map((fact) => `<script type="application/ld+json">${escapeJsonForHtml(fact)}</script>`)
    .join("\n    ");
}

function organizationOf(origin: string, { locale }: Address, texts: Messages) {
  return {
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
}

function questionsOf(origin: string, { locale }: Address, texts: Messages) {
  const home = (texts.shop as Messages | undefined)?.home as Messages | undefined;
  const entries = Object.values((home?.faq ?? {}) as Messages).filter(
    (entry) => typeof entry === "object",
  );
  const price = `NT$\u00A0${new Intl.NumberFormat("en").format(setPriceTwd)}`;
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    "@id": `${origin}/${locale}/home#questions`,
    inLanguage: localeTable[locale].htmlLang,
    mainEntity: entries.map((entry) => ({
      "@type": "Question",
      name: textOf(entry, "question"),
      acceptedAnswer: {
        "@type": "Answer",
        text: (textOf(entry, "answer") ?? "").replaceAll("{{price}}", price),
      },
    })),
  };
}

function breadcrumbsOf(origin: string, { locale, path }: Address, meta: Meta, texts: Messages) {
  const crumb = (position: number, name: string | null, item: string) => ({
    "@type": "ListItem",
    position,
    name,
    item,
  });
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [
      crumb(1, textOf(texts, "common.nav.home"), `${origin}/${locale}/home`),
      crumb(2, meta.title.split(" · ")[0] ?? meta.title, `${origin}/${locale}/${path}`),
    ],
  };
}
