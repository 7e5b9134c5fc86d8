import type { Expected, Span } from "#contract/delivery";
import { localeTable, type Locale } from "#contract/locales";

/** "Nov 25 – 27", "11/25–11/27": days in Taiwan, whatever the browser's time zone. */
export function formatDays(locale: Locale, { from, to }: Expected): string {
  const { formatTag, date } = localeTable[locale];
  const range = new Intl.DateTimeFormat(formatTag, { ...date, timeZone: "UTC" });
  // The one word between two days, which Chinese has, stands closer to one than to the other.
  return range.formatRange(new Date(from), new Date(to)).replace("至", "–");
}

export const formatSpan = ({ min, max }: Span) => (min === max ? `${min}` : `${min}–${max}`);
