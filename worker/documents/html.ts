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

/** JSON that can neither end a script element nor begin a comment in it. */
export function escapeJsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** An empty text counts as missing, as in the page. */
export function textOf(messages: Messages, key: string): string | null {
  let at: string | Messages | undefined = messages;
  for (const part of key.split("."))
    at = typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === "string" && at !== "" ? at : null;
}

export function alternatesOf(origin: string, path: string) {
  const at = (locale: Locale) => escapeHtml(`${origin}/${locale}/${path}`);
  const inEach = locales.map((one) => ({ lang: localeTable[one].htmlLang, href: at(one) }));
  const href = path === screens.home.path ? `${origin}/` : at(fallbackLocale);
  return [...inEach, { lang: "x-default", href }];
}
