/**
 * Every KV key of the shop. KV holds published content only: public, re-creatable, never personal,
 * counted or unique. Nothing expires. Losing an entry does no harm, since the copy shipped with
 * this version is used.
 *
 * locales/{lng}/{ns}     one file of texts, JSON      9 keys info-pages/{context}   one information
 * page, JSON   6 keys work-calendar          Taiwan's working days, JSON  1 key
 *
 * desk   what the owner's desk has published over them, JSON   1 key, once there is something
 * preview/{token}   the same before it is published, JSON   an hour each
 * scents/{lng}   all fragrances as the upstream knows them, JSON   3 keys, read anew every day
 *
 * Keys are built from members of closed sets, never from a path.
 */
import { locales, namespaces, type Locale, type Namespace } from "#contract/locales";
import { infoContexts, type InfoContext } from "#contract/screens";

export const localeKey = (locale: Locale, namespace: Namespace) =>
  `locales/${locale}/${namespace}` as const;
export const infoPageKey = (context: InfoContext) => `info-pages/${context}` as const;
export const workCalendarKey = "work-calendar";
/** A deployment publishes the files anew and leaves this one alone. */
export const deskKey = "desk";
export const previewKey = (token: string) => `preview/${token}` as const;
/** The schedule writes it; while it is gone, the list of fragrances is empty for a minute or two. */
export const scentsPrefix = "scents/";
export const scentsKey = (locale: Locale) => `${scentsPrefix}${locale}` as const;
export const previewSeconds = 3_600;

export const publishedKeys: readonly string[] = [
  ...locales.flatMap((locale) => namespaces.map((namespace) => localeKey(locale, namespace))),
  ...infoContexts.map(infoPageKey),
  workCalendarKey,
];
