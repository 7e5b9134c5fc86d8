/**
 * Every KV key of the shop, built from members of closed sets, never from a path. Losing an entry
 * does no harm, since the copy shipped with this version is used.
 */
import { locales, namespaces, type Locale, type Namespace } from "#contract/locales";
import { infoContexts, type InfoContext } from "#contract/screens";

export const localeKey = (locale: Locale, namespace: Namespace) =>
  `locales/${locale}/${namespace}` as const;
export const infoPageKey = (context: InfoContext) => `info-pages/${context}` as const;
export const workCalendarKey = "work-calendar";
export const deskKey = "desk";
export const previewKey = (token: string) => `preview/${token}` as const;
/** While it is gone, the list of fragrances is empty for a minute or two. */
export const scentsPrefix = "scents/";
export const scentsKey = (locale: Locale) => `${scentsPrefix}${locale}` as const;
export const previewSeconds = 3_600;

export const publishedKeys: readonly string[] = [
  ...locales.flatMap((locale) => namespaces.map((namespace) => localeKey(locale, namespace))),
  ...infoContexts.map(infoPageKey),
  workCalendarKey,
];
