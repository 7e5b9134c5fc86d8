/**
 * Every KV key of the shop. KV holds published content only: public, re-creatable, never personal, counted or unique.
 * Nothing here expires; losing any of it costs nothing, since the copy shipped with this version answers instead.
 *
 *   locales/{lng}/{ns}     one file of texts, JSON      9 keys
 *   info-pages/{context}   one information page, JSON   6 keys
 *
 * Keys are made of members of closed sets, never of a path.
 */
import type { Locale, Namespace } from "#contract/locales";
import type { InfoContext } from "#contract/screens";

export const localeKey = (locale: Locale, namespace: Namespace) => `locales/${locale}/${namespace}` as const;
export const infoPageKey = (context: InfoContext) => `info-pages/${context}` as const;
