/** Numbers, money, dates and lists as each language writes them; the language's tag decides, never the browser's. */
import { localeTable, type Locale } from "#contract/locales";
import { currency } from "#contract/money";

function tagOf(locale: Locale): string {
  return localeTable[locale].formatTag;
}

const noBreakSpace = "\u00A0";

/** A formatter is made once, and only when something is to be written: the first one loads its data for up to 30 ms. */
export function perLocale<Made>(make: (locale: Locale) => Made): (locale: Locale) => Made {
  const made = new Map<Locale, Made>();
  return (locale) => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

const numberFormatOf = perLocale((locale) => new Intl.NumberFormat(tagOf(locale)));

/** Whole numbers, which every screen has, are alike in the three languages and wait for no formatter. */
export function formatNumber(locale: Locale, value: number): string {
  return Number.isSafeInteger(value) ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",") : numberFormatOf(locale).format(value);
}

/** Whole New Taiwan dollars, always with the name of the currency: the shop has visitors from three countries. */
export function formatMoney(locale: Locale, twd: number): string {
  return `NT$${noBreakSpace}${formatNumber(locale, twd)}`;
}

/** An amount in the currency that an order names; whatever is not a currency's name shows as it came. */
export function formatAmount(locale: Locale, amount: number, currencyCode: string): string {
  return currencyCode === currency || currencyCode === "NTD"
    ? formatMoney(locale, amount)
    : `${currencyCode}${noBreakSpace}${formatNumber(locale, amount)}`;
}

export function formatDateTime(locale: Locale, iso: string): string {
  return format(locale, iso, {
    year: "numeric",
    ...localeTable[locale].date,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

export function formatTime(locale: Locale, iso: string): string {
  return format(locale, iso, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function format(locale: Locale, iso: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  // What the server calls a date and is none shows as it came: better than a broken page.
  return Number.isNaN(date.getTime()) ? iso : new Intl.DateTimeFormat(tagOf(locale), options).format(date);
}

export function formatList(locale: Locale, items: readonly string[]): string {
  return new Intl.ListFormat(tagOf(locale), { type: "conjunction" }).format(items);
}

/** Minutes and seconds of a countdown: 29:05. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The country's name in the page's language; the name comes from the browser, not from our texts. */
export function countryName(locale: Locale, code: string): string {
  return new Intl.DisplayNames(tagOf(locale), { type: "region", fallback: "code" }).of(code) ?? code;
}
