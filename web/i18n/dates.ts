/** Dates, waits, lists and countries, by the page's language and never the browser's. */
import { localeTable, type Locale } from "#contract/locales";
import { tagOf } from "./format.ts";

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
  // Invalid dates are shown unchanged.
  return Number.isNaN(date.getTime())
    ? iso
    : new Intl.DateTimeFormat(tagOf(locale), options).format(date);
}

export function formatList(locale: Locale, items: readonly string[]): string {
  return new Intl.ListFormat(tagOf(locale), { type: "conjunction" }).format(items);
}

export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const unitFormatOf = (locale: Locale, unit: "minute" | "hour") =>
  new Intl.NumberFormat(tagOf(locale), { style: "unit", unit, unitDisplay: "long" });

/** Rounded up to minutes, from two hours on to hours, so that nobody comes back too early. */
export function formatWait(locale: Locale, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const text =
    minutes < 120
      ? unitFormatOf(locale, "minute").format(minutes)
      : unitFormatOf(locale, "hour").format(Math.ceil(minutes / 60));
  return localeTable[locale].spacesUnits ? text : text.replaceAll(/\s/g, "");
}

export function countryName(locale: Locale, code: string): string {
  return (
    new Intl.DisplayNames(tagOf(locale), { type: "region", fallback: "code" }).of(code) ?? code
  );
}
