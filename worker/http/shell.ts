/** The page's HTML, made to speak for one address: language, title, description, its siblings in the other languages. */
import { localeTable, locales, type Locale } from "#contract/locales";
import { screens, type ScreenName } from "#contract/screens";
import type { Messages } from "../content/shipped.ts";
import type { Deps } from "../context.ts";
import { readLocale } from "../store/content.ts";
import { ShopError } from "./errors.ts";
import { documentPolicy } from "./security-headers.ts";

export interface Place {
  locale: Locale;
  screen: ScreenName;
  /** Below `/{lang}/`. */
  path: string;
}

export async function shellFor(deps: Deps, place: Place): Promise<Response> {
  const [page, texts] = await Promise.all([
    // A request of our own making: the browser's conditional headers would be answered 304, without a body to rewrite.
    deps.bindings.ASSETS.fetch(new Request(new URL("/index.html", deps.publicOrigin))),
    readLocale(deps, place.locale, "common"),
  ]);
  if (!page.ok) throw new ShopError("internal", {}, { cause: new Error(`the shell answered ${page.status}`) });
  const nonce = crypto.randomUUID();
  const rewritten = rewriterFor(deps, place, metaOf(texts.messages, place), nonce).transform(page);
  const isPrivate = place.screen === "paymentResult";
  return new Response(rewritten.body, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": localeTable[place.locale].htmlLang,
      "Content-Security-Policy": documentPolicy(deps, nonce),
      // The address of the payment result holds the payload until the page removes it.
      "Cache-Control": isPrivate ? "no-store" : "no-cache",
      "Referrer-Policy": isPrivate ? "no-referrer" : "strict-origin-when-cross-origin",
    },
  });
}

interface Meta {
  title: string;
  description: string;
}

function metaOf(messages: Messages, { screen, path }: Place): Meta {
  const name = screen === "info" ? ["info", path.slice("info/".length)] : [screen];
  const read = (leaf: string): string => {
    let at: string | Messages | undefined = messages.meta;
    for (const key of [...name, leaf]) at = typeof at === "object" ? at[key] : undefined;
    return typeof at === "string" ? at : "Sillage 香跡";
  };
  return { title: read("title"), description: read("description") };
}

function rewriterFor(deps: Deps, place: Place, meta: Meta, nonce: string): HTMLRewriter {
  const attribute = (name: string, value: string) => ({ element: (element: Element) => void element.setAttribute(name, value) });
  return new HTMLRewriter()
    .on("html", attribute("lang", localeTable[place.locale].htmlLang))
    .on("title", { element: (element) => void element.setInnerContent(meta.title) })
    .on("meta[name=description]", { element: (element) => void element.remove() })
    .on("script:not([src])", attribute("nonce", nonce))
    .on("head", { element: (element) => void element.append(headLinks(deps, place, meta), { html: true }) });
}

function headLinks({ publicOrigin }: Deps, { locale, screen, path }: Place, meta: Meta): string {
  const addressIn = (lng: Locale) => `${publicOrigin}/${lng}/${path}`;
  const description = meta.description.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const lines = [
    `<meta name="description" content="${description}">`,
    `<link rel="preload" as="fetch" crossorigin href="/locales/${locale}/common.json">`,
    `<link rel="canonical" href="${addressIn(locale)}">`,
    ...locales.map((lng) => `<link rel="alternate" hreflang="${localeTable[lng].htmlLang}" href="${addressIn(lng)}">`),
    `<link rel="alternate" hreflang="x-default" href="${screen === "home" ? `${publicOrigin}/` : addressIn("zh")}">`,
  ];
  if (!screens[screen].indexed) lines.push('<meta name="robots" content="noindex">');
  return lines.join("\n    ");
}
