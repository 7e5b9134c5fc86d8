import { localeTable, type Locale } from "#contract/locales";
import type { Order } from "#contract/order";
import { formatMoney } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import styles from "./refunds.module.css";

/** What was given back, each on its line; nothing where nothing was. */
export function Refunds({ order: { refunds = [] } }: { order: Order }) {
  const { locale, t } = useI18n();
  if (refunds.length === 0) return null;
  return (
    <ul className={styles.refunds}>
      {refunds.map(({ amount_twd, made_at }, position) => (
        <li key={position}>
          {t("shop.orders.refunded_on", {
            amount: formatMoney(locale, amount_twd),
            date: dayOf(locale, made_at),
          })}
        </li>
      ))}
    </ul>
  );
}

/** In Taiwan, where the money was given back, whatever the browser's time zone. */
function dayOf(locale: Locale, iso: string): string {
  const { formatTag, date } = localeTable[locale];
  const format = { year: "numeric", ...date, timeZone: "Asia/Taipei" } as const;
  return new Intl.DateTimeFormat(formatTag, format).format(new Date(iso));
}
