import { useSearch } from "wouter";
import type { SignInAnswer } from "#contract/auth";
import { isLocale, type Locale } from "#contract/locales";
import { locale } from "../i18n/translate.ts";
import { isOnTheWayIn } from "../navigation/use-here.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";

/** Where somebody was going, and where whoever is signed in goes on: null for a visitor. */
export function useWayIn() {
  const from = safeReturn(new URLSearchParams(useSearch()).get("from"), location.origin, locale);
  const { isAuthenticated, mustChangePassword } = useAuth();
  const next = mustChangePassword
    ? paths.changePassword({ force: true })
    : (from ?? paths.fragranceQuiz());
  return { from: from ?? undefined, next: isAuthenticated ? next : null };
}

export function takeSignIn(answer: SignInAnswer, email: string): boolean {
  const { needsOtp, signedIn } = useAuth.getState();
  const owesCode = "temp_token" in answer;
  if (owesCode) needsOtp({ tempToken: answer.temp_token, email, by: answer.second_step ?? "mail" });
  else
    signedIn({ accessToken: answer.access_token, mustChangePassword: answer.must_change_password });
  return owesCode;
}

/**
 * Only a path of this shop: a browser reads `//host` and `/\host` as another site and drops tabs
 * and newlines inside, so the text must be one slash and a language, and resolve to our origin.
 */
export function safeReturn(wanted: string | null, origin: string, language: Locale): string | null {
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  if (wanted === null || !/^\/[^/\\]/.test(wanted) || /[\u0000-\u0020\u007F\\]/.test(wanted))
    return null;
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url === null || url.origin !== origin) return null;
  const [, slug, ...rest] = url.pathname.split("/");
  if (!isLocale(slug) || isOnTheWayIn(url.pathname)) return null;
  // The member may have changed the language since.
  return ["", language, ...rest].join("/") + url.search + url.hash;
}
