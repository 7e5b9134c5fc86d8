import {
  daysUntilExpected,
  expectedDays,
  taipeiDay,
  type Delivery,
  type Expected,
  type Span,
} from "#contract/delivery";
import { localeTable } from "#contract/locales";
import { locale, t } from "../i18n/translate.ts";
import { useShopConfig } from "../api/config.ts";

interface DeliveryDatesProps {
  /** Epoch milliseconds; null for what is not paid yet, which counts as if paid today. */
  paidAt: number | null;
}

/** When an order ships, or arrives where the courier's days are known. Its line is kept meanwhile. */
export function DeliveryDates({ paidAt }: DeliveryDatesProps) {
  const { data: config } = useShopConfig();
  const sentence = config === undefined ? null : sentenceOf(config.delivery, paidAt);
  if (sentence === null) return <div className="line" />;
  return <p className="line">{sentence}</p>;
}

/** Null once the days are over. */
function sentenceOf(facts: Delivery, paidAt: number | null): string | null {
  const what = facts.transit === null ? "ships" : "arrives";
  const now = Date.now();
  const expected = expectedDays(paidAt ?? now, facts);
  if (expected === null)
    return t(`shop.delivery.days_${what}`, { days: formatSpan(daysUntilExpected(facts)) });
  if (expected.to < taipeiDay(now)) return null;
  const dates = formatDays(expected);
  return paidAt === null
    ? t(`shop.delivery.today_${what}`, { dates })
    : t(`shop.delivery.${what}`, { dates });
}

/** "Nov 25 – 27", "11/25–11/27": days in Taiwan, whatever the browser's time zone. */
export function formatDays({ from, to }: Expected): string {
  const { formatTag, date } = localeTable[locale];
  const range = new Intl.DateTimeFormat(formatTag, { ...date, timeZone: "UTC" });
  // The one word between two days, which Chinese has, stands closer to one than to the other.
  return range.formatRange(new Date(from), new Date(to)).replace("至", "–");
}

export const formatSpan = ({ min, max }: Span) => (min === max ? `${min}` : `${min}–${max}`);
