/** The first HTML of an address, prerendered where the build did so. */
import type { InfoPage } from "#contract/info-page";
import { fallbackLocale, localeTable, type Locale } from "#contract/locales";
import {
  firstHtml,
  isInfoContext,
  namespacesOf,
  screens,
  type ScreenName,
} from "#contract/screens";
import type { Messages } from "../content/shipped.ts";
import type { Deps } from "../deps.ts";
import { isDevelopment } from "../platform/build.ts";
import {
  readDesk,
  readInfoPage,
  readLocale,
  readScents,
  type InfoFile,
  type LocaleFile,
  type ScentsFile,
} from "../store/content.ts";
import { findScreen, pageTemplate, remembered, type Memory } from "./built-files.ts";
import { documentHtml, noticeHtml, previewHtml, type Address } from "./document-html.ts";
import { escapeHtml, textOf } from "./html.ts";
import {
  infoBody,
  isKnownScent,
  listHtmlOf,
  pageHtml,
  scentHtmlOf,
  type FoundScent,
  type InfoHtml,
} from "./page-html.ts";
import type { PrerenderedScreen } from "./prerendered-screen.ts";

/** Bytes and headers of an answer. */
interface Page {
  html: ArrayBuffer;
  headers: Headers;
}

const pages: Memory<Page> = new Map();
/** A cache of its own, since a crawl of the catalogue would evict all other pages. */
const scentPages: Memory<Page> = new Map();

/** `hasSession`: the browser sends a session cookie, which is not checked here. */
export async function documentFor(
  deps: Deps,
  address: Address,
  hasSession: boolean,
  scent: FoundScent | null = null,
): Promise<Response> {
  const { locale, screen: asked, path } = address;
  const shown = screens[asked].guarded && !hasSession ? "login" : asked;
  const [desk, info, scents, ...files] = await Promise.all([
    readDesk(deps),
    infoFileOf(deps, address),
    listing.includes(asked) ? readScents(deps, locale) : null,
    ...namespacesOf(shown).map((namespace) => readLocale(deps, locale, namespace)),
  ]);
  const texts = files.map(({ value }) => value);
  const list = scents?.value ?? null;
  const notice = noticeHtml(desk, deps.now()) + (deps.preview === null ? "" : previewHtml);
  const make = () =>
    makePage(deps, address, { shown, hasSession, info, scent, list, texts, notice });
  const isKept = !isDevelopment && !isPrivate(address) && (scent === null || isKnownScent(scent));
  const key = `${deps.publicOrigin} ${locale} ${path} ${hasSession}`;
  const { html, headers } = await (isKept
    ? remembered(
        scent === null && asked !== "library" ? pages : scentPages,
        key,
        [info, JSON.stringify(scent), list, notice, ...texts],
        make,
      )
    : make());
  return new Response(html, { headers, status: scent === "unknown" ? 404 : 200 });
}

/** Their pages show something of the list of all scents. */
const listing: readonly ScreenName[] = ["scents", "library", "house"];
const isPrivate = ({ screen }: Address) => firstHtml[screen].isPrivate;

interface Sources {
  shown: ScreenName;
  hasSession: boolean;
  info: InfoFile | null;
  scent: FoundScent | null;
  list: ScentsFile | null;
  /** In the order of the screen's namespaces. */
  texts: readonly LocaleFile[];
  notice: string;
}

async function makePage(
  deps: Deps,
  address: Address,
  { shown, hasSession, info, scent, list, texts: files, notice }: Sources,
): Promise<Page> {
  const { locale, screen: asked, path } = address;
  const namespaces = namespacesOf(shown);
  const [template, screen] = await Promise.all([pageTemplate(deps), findScreen(deps, shown)]);
  const texts = Object.fromEntries(
    namespaces.map((namespace, index) => [namespace, files[index]?.messages ?? {}]),
  );
  const missing = scent === null || isKnownScent(scent) ? null : missingHtml(scent, texts);
  const listHtml = list && listHtmlOf(path, list.scents, locale, texts);
  // An information page can say that there is nothing.
  const look = missing === null ? screen : await findScreen(deps, "info");
  const page = look && {
    info: info === null ? (missing ?? listHtml) : infoHtmlOf(info.page, locale),
    scent: isKnownScent(scent) ? scentHtmlOf(scent, locale) : null,
  };
  const { SCENT_IDS } = deps.pageConfig;
  const written = documentHtml(template, deps.publicOrigin, address, texts, {
    scent,
    subject: listHtml?.title ?? "",
    hasCard: isKnownScent(scent) && SCENT_IDS.includes(path.slice("scent/".length)),
    namespaces,
    screen,
    page: page && pageHtml(look.pages[locale], locale, texts, page),
    shownPath: shown === asked ? path : screens[shown].path,
    hasSession,
    notice,
  });
  const isNeverKept = isPrivate(address) || scent === "unread";
  return {
    html: await written.arrayBuffer(),
    headers: new Headers({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": localeTable[locale].htmlLang,
      "Content-Security-Policy": contentPolicy(deps, screen),
      "Cache-Control": isNeverKept ? "no-store" : "no-cache",
      "Referrer-Policy": isNeverKept ? "no-referrer" : "strict-origin-when-cross-origin",
      Vary: "Cookie",
    }),
  };
}

/** The development server has inline scripts and styles of its own. */
function contentPolicy(
  { formOrigins, pageConfig }: Deps,
  screen: PrerenderedScreen | null,
): string {
  const own = (inline: { hash: string } | undefined) =>
    inline === undefined ? "'self'" : `'self' '${inline.hash}'`;
  return [
    "default-src 'none'",
    `script-src ${isDevelopment ? "'self' 'unsafe-inline'" : own(screen?.inlineScript)}`,
    `style-src ${isDevelopment ? "'self' 'unsafe-inline'" : own(screen?.inlineStyle)}`,
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

/** What there is to say instead of a fragrance. */
function missingHtml(scent: "unknown" | "unread", texts: Messages): InfoHtml {
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

/** In the language of the address, else in Chinese; null while it is not published. */
function infoHtmlOf({ id, isPublished, translations }: InfoPage, locale: Locale): InfoHtml | null {
  const text = translations[locale];
  const shown = text ?? translations[fallbackLocale];
  const lang = text === undefined ? localeTable[fallbackLocale].htmlLang : undefined;
  return isPublished ? { title: shown.main_title, body: infoBody(id, shown, lang) } : null;
}
