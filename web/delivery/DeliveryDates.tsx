import * as delivery from "#contract/delivery";
import { localeTable } from "#contract/locales";
import { locale, t } from "../i18n/translate.ts";
import { useShopConfig } from "../api/config.ts";

/** @param paidAt - epoch milliseconds; null for what is not paid yet and counts as paid today. */
export function DeliveryDates({ paidAt }: { paidAt: number | null }) {
  const { data: config } = useShopConfig();
  const sentence = config === undefined ? null : sentenceOf(config.delivery, paidAt);
  if (sentence === null) return <div className="line" />;
  return <p className="line">{sentence}</p>;
}

function sentenceOf(facts: delivery.Delivery, paidAt: number | null): string | null {
  const what = facts.transit === null ? "ships" : "arrives";
  const now = Date.now();
  const expected = delivery.expectedDays(paidAt ?? now, facts);
  if (expected === null)
    return t(`shop.delivery.days_${what}`, { days: formatSpan(delivery.daysUntilExpected(facts)) });
  if (expected.to < delivery.taipeiDay(now)) return null;
  return t(`shop.delivery.${paidAt === null ? "today_" : ""}${what}`, {
    dates: formatDays(expected),
  });
}

/** "25–27 Nov", "11/25–11/27": days in Taiwan, whatever the browser's time zone. */
export function formatDays({ from, to }: delivery.Expected): string {
  const { formatTag, date } = localeTable[locale];
  const range = new Intl.DateTimeFormat(formatTag, { ...date, timeZone: "UTC" });
  // No space or end of a line stands at the dash; Chinese has a word there, closer to one day.
  const days = range.formatRange(new Date(from), new Date(to)).replace(/至|\s*–\s*/u, "–\u2060");
  return days.replace(/[〜～]/u, "\u2060$&\u2060");
}

export function formatSpan({ min, max }: delivery.Span): string {
  const numbers = new Intl.NumberFormat(localeTable[locale].formatTag);
  return min === max ? `${min}` : numbers.formatRange(min, max);
}
