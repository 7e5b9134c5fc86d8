import {
  fallbackLocale,
  isLocale,
  localeChoiceKey,
  localeOfTag,
  type Locale,
} from "#contract/locales";
import { storage, unlessRefused } from "../stores/storage.ts";

export function localeHere(): Locale {
  const slug = window.location.pathname.split("/")[1];
  if (isLocale(slug)) return slug;
  return detectLanguage({
    stored: storage.getItem(localeChoiceKey),
    cookie: unlessRefused(() => document.cookie) ?? "",
    languages: navigator.languages,
    htmlLang: document.documentElement.lang,
  });
}

interface LanguageHints {
  stored: string | null;
  cookie: string;
  languages: readonly string[];
  htmlLang: string;
}

export function detectLanguage({ stored, cookie, languages, htmlLang }: LanguageHints): Locale {
  const tags = [stored ?? "", chosenInCookie(cookie), ...languages, htmlLang];
  return tags.map(localeOfTag).find((found) => found !== null) ?? fallbackLocale;
}

function chosenInCookie(cookie: string): string {
  const pair = cookie.split(";").find((entry) => entry.trim().startsWith(`${localeChoiceKey}=`));
  return pair?.split("=")[1]?.trim() ?? "";
}

/** Also in a cookie of a year, for the Worker's redirect of `/`. */
export function rememberLanguage(language: Locale): void {
  storage.setItem(localeChoiceKey, language);
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  unlessRefused(() => {
    document.cookie = `${localeChoiceKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  });
}
