import rosetta from "rosetta";
import { fallbackLocale, locales, localeTable, type Locale } from "#contract/locales";
import { screens } from "#contract/screens";
import type { Messages } from "../content/shipped.ts";

/** In content or a quoted attribute. React's entities, so that hydration finds no difference. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** As in the page, where an empty text counts as missing. */
export function textOf(
  messages: Messages,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string | null {
  const text: unknown = rosetta({ published: messages }).t(key, values, "published");
  return typeof text === "string" && text !== "" ? text : null;
}

export function alternatesOf(origin: string, path: string) {
  const at = (locale: Locale) => escapeHtml(`${origin}/${locale}/${path}`);
  const inEach = locales.map((one) => ({ lang: localeTable[one].htmlLang, href: at(one) }));
  const href = path === screens.home.path ? `${origin}/` : at(fallbackLocale);
  return [...inEach, { lang: "x-default", href }];
}
