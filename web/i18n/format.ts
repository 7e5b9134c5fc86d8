/** Numbers and money by the page's language; `dates.ts` has the rest, which may come later. */
import { localeTable, type Locale } from "#contract/locales";
import { currency } from "#contract/money";

export function tagOf(locale: Locale): string {
  return localeTable[locale].formatTag;
}

const noBreakSpace = "\u00A0";

/** Made on first use: an Intl formatter takes up to 30 ms to load its data. */
export function perLocale<Made>(make: (locale: Locale) => Made): (locale: Locale) => Made {
  const made = new Map<Locale, Made>();
  return (locale) => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

const numberFormatOf = perLocale((locale) => new Intl.NumberFormat(tagOf(locale)));

/** Whole numbers look alike in all three languages and need no formatter. */
export function formatNumber(locale: Locale, value: number): string {
  return Number.isSafeInteger(value)
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",")
    : numberFormatOf(locale).format(value);
}

/** With the currency's name, as visitors come from three countries. */
export function formatMoney(locale: Locale, twd: number): string {
  return `NT$${noBreakSpace}${formatNumber(locale, twd)}`;
}

/** Unknown currency names are shown unchanged. */
export function formatAmount(locale: Locale, amount: number, currencyCode: string): string {
  return currencyCode === currency || currencyCode === "NTD"
    ? formatMoney(locale, amount)
    : `${currencyCode}${noBreakSpace}${formatNumber(locale, amount)}`;
}
