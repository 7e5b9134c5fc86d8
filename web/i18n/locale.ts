/** The language of the page: every link to another one loads another document. */
import {
  fallbackLocale,
  isLocale,
  localeChoiceKey,
  localeOfTag,
  type Locale,
} from "#contract/locales";
import { storage, unlessRefused } from "../stores/storage.ts";

export let locale: Locale = fallbackLocale;

export function setLocale(language: Locale): void {
  locale = language;
}

/** Made on first use: an Intl formatter takes up to 30 ms to load its data. */
export function perLocale<Made>(make: () => Made): () => Made {
  const made = new Map<Locale, Made>();
  return () => {
    const known = made.get(locale) ?? make();
    made.set(locale, known);
    return known;
  };
}

/** That of the address; without one, the visitor's. */
export function localeHere(): Locale {
  const slug = window.location.pathname.split("/")[1];
  return isLocale(slug) ? slug : detectLanguageHere();
}

export interface LanguageHints {
  stored: string | null;
  cookie: string;
  languages: readonly string[];
  htmlLang: string;
}

/** The first hint that is one of our languages, else Chinese. */
export function detectLanguage({ stored, cookie, languages, htmlLang }: LanguageHints): Locale {
  for (const tag of [stored ?? "", chosenInCookie(cookie), ...languages, htmlLang]) {
    const found = localeOfTag(tag);
    if (found) return found;
  }
  return fallbackLocale;
}

function chosenInCookie(cookie: string): string {
  const pair = cookie.split(";").find((entry) => entry.trim().startsWith(`${localeChoiceKey}=`));
  return pair?.split("=")[1]?.trim() ?? "";
}

function detectLanguageHere(): Locale {
  return detectLanguage({
    stored: storage.getItem(localeChoiceKey),
    cookie: unlessRefused(() => document.cookie) ?? "",
    languages: navigator.languages,
    htmlLang: document.documentElement.lang,
  });
}

/** Also in a cookie of a year, for the Worker's redirect of `/`. */
export function rememberLanguage(language: Locale): void {
  storage.setItem(localeChoiceKey, language);
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  unlessRefused(() => {
    document.cookie = `${localeChoiceKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  });
}
