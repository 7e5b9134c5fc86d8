import { createContext, use } from "react";
import { fallbackLocale, locales, localeTable, type Locale } from "#contract/locales";
import { formatNumber, perLocale } from "./format.ts";
import { messageOf, type MessageKey, type Params, type PluralKey } from "./messages.ts";

export type { MessageKey } from "./messages.ts";
export type Translate = (key: MessageKey, params?: Params) => string;

export interface I18n {
  locale: Locale;
  t: Translate;
  /** Picks `${key}.one` or `${key}.other`; `{{count}}` is formatted already. */
  plural(key: PluralKey, count: number, params?: Params): string;
}

export const LocaleContext = createContext<Locale>(fallbackLocale);

export function useI18n(): I18n {
  return i18n[use(LocaleContext)];
}

function i18nOf(locale: Locale): I18n {
  return {
    locale,
    t: (key, params) => messageOf(locale, key, params),
    plural: (key, count, params) => {
      const form = pluralRulesOf(locale).select(count) === "one" ? "one" : "other";
      return messageOf(locale, `${key}.${form}`, { ...params, count: formatNumber(locale, count) });
    },
  };
}

const pluralRulesOf = perLocale((locale) => new Intl.PluralRules(localeTable[locale].tag));
const i18n = Object.fromEntries(locales.map((locale) => [locale, i18nOf(locale)])) as Record<
  Locale,
  I18n
>;
