/** Dates, waits, lists and countries, by the page's language and never the browser's. */
import { localeTable } from "#contract/locales";
import { locale, tagOf } from "./translate.ts";

export function formatDateTime(iso: string): string {
  return format(iso, {
    year: "numeric",
    ...localeTable[locale].date,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

export function formatTime(iso: string): string {
  return format(iso, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? iso
    : new Intl.DateTimeFormat(tagOf(), options).format(date);
}

export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(tagOf(), { type: "conjunction" }).format(items);
}

export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const unitFormatOf = (unit: "minute" | "hour") =>
  new Intl.NumberFormat(tagOf(), { style: "unit", unit, unitDisplay: "long" });

/** Rounded up to minutes, from two hours on to hours, so that nobody comes back too early. */
export function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const text =
    minutes < 120
      ? unitFormatOf("minute").format(minutes)
      : unitFormatOf("hour").format(Math.ceil(minutes / 60));
  return localeTable[locale].spacesUnits ? text : text.replaceAll(/\s/g, "");
}

export function countryName(code: string): string {
  return new Intl.DisplayNames(tagOf(), { type: "region", fallback: "code" }).of(code) ?? code;
}
