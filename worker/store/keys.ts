/**
 * Every KV key of the shop, built from members of closed sets, never from a path. Losing an entry
 * does no harm, since the copy shipped with this version is used.
 *
 * - locales/{lng}/{ns}: a file of texts, 9 keys
 * - info-pages/{context}: an information page, 6 keys
 * - work-calendar: Taiwan's working days
 * - desk: what the owner's desk has published over them, once there is something
 * - preview/{token}: the same before it is published, an hour each
 * - scents/{lng}: all fragrances as the upstream knows them, 3 keys, read anew every day
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
