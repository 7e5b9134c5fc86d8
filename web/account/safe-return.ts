import { isLocale, type Locale } from "#contract/locales";
import { isOnTheWayIn } from "../navigation/use-here.ts";

/**
 * Where to go after signing in: only a path of this shop. A browser reads `//host` and `/\host` as
 * another site and drops tabs and newlines inside, so the text must be one slash and a language,
 * and resolve to our origin.
 */
export function safeReturn(wanted: string | null, origin: string, locale: Locale): string | null {
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  if (wanted === null || !/^\/[^/\\]/.test(wanted) || /[\u0000-\u0020\u007F\\]/.test(wanted))
    return null;
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url === null || url.origin !== origin) return null;
  const [, language, ...rest] = url.pathname.split("/");
  if (!isLocale(language) || isOnTheWayIn(url.pathname)) return null;
  // The member may have changed the language since.
  return ["", locale, ...rest].join("/") + url.search + url.hash;
}
