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
  const tags = [
    storage.getItem(localeChoiceKey) ?? "",
    chosenInCookie(unlessRefused(() => document.cookie) ?? ""),
    ...navigator.languages,
    document.documentElement.lang,
  ];
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
