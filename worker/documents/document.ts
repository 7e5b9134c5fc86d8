import type { InfoPage } from "#contract/info-page";
import { fallbackLocale, localeTable, type Locale } from "#contract/locales";
import { isInfoContext, isPrivate, namespacesOf, screens } from "#contract/screens";
import type { ScreenName } from "#contract/screens";
import type { Messages } from "../content/shipped.ts";
import type { Deps } from "../deps.ts";
import { isDevelopment } from "../platform/build.ts";
import { remembered, type Memory } from "../platform/remembered.ts";
import { readDesk, readInfoPage, readLocale, readScents } from "../store/content.ts";
import type { InfoFile, ScentsFile } from "../store/content.ts";
import { findScreen, pageTemplate } from "./built-files.ts";
import { documentHtml, noticeHtml, previewHtml, type Address } from "./document-html.ts";
import { escapeHtml, textOf } from "./html.ts";
import { infoBody, isKnownScent, listHtmlOf, pageHtml, scentHtmlOf } from "./page-html.ts";
import type { FoundScent, OwnHtml } from "./page-html.ts";
import type { PrerenderedScreen } from "./prerendered-screen.ts";

interface Page {
  html: Uint8Array;
  headers: Headers;
}

const pages: Memory<Page> = new Map();
/** A cache of its own, since a crawl of the catalogue would evict all other pages. */
const scentPages: Memory<Page> = new Map();

export async function documentFor(
  deps: Deps,
  address: Address,
  hasSession: boolean,
  scent: FoundScent | null = null,
): Promise<Response> {
  const { locale, screen: asked, path } = address;
  const shown = screens[asked].guarded && !hasSession ? "login" : asked;
  const namespaces = namespacesOf(shown);
  const [desk, info, scents, ...files] = await Promise.all([
    readDesk(deps),
    infoFileOf(deps, address),
    listing.includes(asked) ? readScents(deps, locale) : null,
    ...namespaces.map((namespace) => readLocale(deps, locale, namespace)),
  ]);
  const list = scents?.value ?? null;
  const notice = noticeHtml(desk, deps.now()) + (deps.preview === null ? "" : previewHtml);
  const isNeverStored = isPrivate(asked) || scent === "unread";
  const make = async (): Promise<Page> => {
    const [template, built] = await Promise.all([pageTemplate(deps), findScreen(deps, shown)]);
    const texts = Object.fromEntries(
      namespaces.map((namespace, index) => [namespace, files[index]?.value.messages ?? {}]),
    );
    const own = ownHtmlOf(address, texts, scent, info, list);
    // An information page can say that there is nothing.
    const look = isMissing(scent) ? await findScreen(deps, "info") : built;
    const html = await documentHtml(template, {
      ...address,
      origin: deps.publicOrigin,
      texts,
      scent,
      subject: list === null ? "" : (own.title ?? ""),
      hasCard:
        isKnownScent(scent) && deps.pageConfig.SCENT_IDS.includes(path.slice("scent/".length)),
      namespaces,
      built,
      page: look && pageHtml(look.pages[locale], texts, own),
      shownPath: shown === asked ? path : screens[shown].path,
      hasSession,
      notice,
    });
    return {
      html,
      headers: new Headers({
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": localeTable[locale].htmlLang,
        "Content-Security-Policy": contentPolicy(deps, built),
        "Cache-Control": isNeverStored ? "no-store" : "no-cache",
        "Referrer-Policy": isNeverStored ? "no-referrer" : "strict-origin-when-cross-origin",
        Vary: "Cookie",
      }),
    };
  };
  const isStored = !isDevelopment && !isPrivate(asked) && !isMissing(scent);
  const { html, headers } = await (isStored
    ? remembered(
        scent === null && asked !== "library" ? pages : scentPages,
        `${deps.publicOrigin} ${locale} ${path} ${hasSession}`,
        [info, JSON.stringify(scent), list, notice, ...files.map(({ value }) => value)],
        make,
      )
    : make());
  return new Response(html, { headers, status: scent === "unknown" ? 404 : 200 });
}

const listing: readonly ScreenName[] = ["scents", "library", "house"];
const isMissing = (scent: FoundScent | null) => scent === "unknown" || scent === "unread";

function ownHtmlOf(
  { locale, path }: Address,
  texts: Messages,
  scent: FoundScent | null,
  info: InfoFile | null,
  list: ScentsFile | null,
): OwnHtml {
  if (isKnownScent(scent)) return scentHtmlOf(scent, locale);
  if (scent !== null) return missingHtml(scent, texts);
  if (info !== null) return infoHtmlOf(info.page, locale);
  return (list && listHtmlOf(path, list.scents, locale, texts)) ?? {};
}

/** The development server has inline scripts and styles of its own. */
function contentPolicy({ formOrigins, pageConfig }: Deps, built: PrerenderedScreen | null): string {
  const own = (inline: { hash: string } | undefined) =>
    inline === undefined ? "'self'" : `'self' '${inline.hash}'`;
  return [
    "default-src 'none'",
    `script-src ${isDevelopment ? "'self' 'unsafe-inline'" : own(built?.inlineScript)}`,
    `style-src ${isDevelopment ? "'self' 'unsafe-inline'" : own(built?.inlineStyle)}`,
    // Named one by one: a picture from anywhere could carry away what it is asked for with.
    `img-src ${["'self'", "data:", ...pageConfig.PICTURE_ORIGINS].join(" ")}`,
    "font-src 'self'",
    `connect-src ${isDevelopment ? "'self' ws:" : "'self'"}`,
    "manifest-src 'self'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // For browsers without report-to.
    "report-to csp",
    "report-uri /api/v1/csp-reports",
  ].join("; ");
}

function missingHtml(scent: "unknown" | "unread", texts: Messages): OwnHtml {
  const reason = scent === "unknown" ? "not_found" : "upstream_unavailable";
  return {
    title: textOf(texts, `shop.scent_page.${scent}`) ?? "",
    body: `<p>${escapeHtml(textOf(texts, `common.errors.${reason}`) ?? "")}</p>`,
  };
}

async function infoFileOf(deps: Deps, { screen, path }: Address): Promise<InfoFile | null> {
  const context = path.slice("info/".length);
  if (screen !== "info" || !isInfoContext(context)) return null;
  return (await readInfoPage(deps, context)).value;
}

function infoHtmlOf({ id, isPublished, translations }: InfoPage, locale: Locale): OwnHtml {
  const text = translations[locale];
  const shown = text ?? translations[fallbackLocale];
  const lang = text === undefined ? localeTable[fallbackLocale].htmlLang : undefined;
  return isPublished ? { title: shown.main_title, body: infoBody(id, shown, lang) } : {};
}
