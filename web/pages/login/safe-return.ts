import { isLocale } from "#contract/locales";

/**
 * Where to go after signing in: only a path of this shop. A browser reads `//host` and `/\host` as another
 * site and drops tabs and newlines inside, so the text must be one slash and a language, and resolve to our origin.
 */
export function safeReturn(wanted: string | null, origin: string): string | null {
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  if (wanted === null || !/^\/[^/\\]/.test(wanted) || /[\u0000-\u0020\u007F\\]/.test(wanted)) return null;
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url === null || url.origin !== origin || !isLocale(url.pathname.split("/")[1])) return null;
  return url.pathname + url.search + url.hash;
}
