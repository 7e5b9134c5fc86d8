import { createContext, use, useMemo } from "react";
import { fallbackLocale, localeTable, type Locale } from "#contract/locales";
import { formatNumber } from "./format.ts";
import { messageOf, type MessageKey, type Params, type PluralKey } from "./messages.ts";

export type { MessageKey, PluralKey } from "./messages.ts";
export type Translate = (key: MessageKey, params?: Params) => string;

export interface I18n {
  locale: Locale;
  t: Translate;
  /** Picks `${key}.one` or `${key}.other` and passes `{{count}}` already formatted. */
  plural(key: PluralKey, count: number, params?: Params): string;
}

export const LocaleContext = createContext<Locale>(fallbackLocale);

export function useI18n(): I18n {
  const locale = use(LocaleContext);
  return useMemo(() => createI18n(locale), [locale]);
}

export function createI18n(locale: Locale): I18n {
  const rules = new Intl.PluralRules(localeTable[locale].tag);
  return {
    locale,
    t: (key, params) => messageOf(locale, key, params),
    plural: (key, count, params) => {
      const form = rules.select(count) === "one" ? "one" : "other";
      return messageOf(locale, `${key}.${form}`, { ...params, count: formatNumber(locale, count) });
    },
  };
}
