/** Numbers and money by the page's language; `dates.ts` has the rest, which may come later. */
import { localeTable } from "#contract/locales";
import { currency } from "#contract/money";
import { locale, perLocale } from "./locale.ts";

export const tagOf = () => localeTable[locale].formatTag;

const noBreakSpace = "\u00A0";

const numberFormatOf = perLocale(() => new Intl.NumberFormat(tagOf()));

/** Whole numbers look alike in all three languages and need no formatter. */
export function formatNumber(value: number): string {
  return Number.isSafeInteger(value)
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",")
    : numberFormatOf().format(value);
}

/** With the currency's name, as visitors come from three countries. */
export function formatMoney(twd: number): string {
  return `NT$${noBreakSpace}${formatNumber(twd)}`;
}

/** Unknown currency names are shown unchanged. */
export function formatAmount(amount: number, currencyCode: string): string {
  return currencyCode === currency || currencyCode === "NTD"
    ? formatMoney(amount)
    : `${currencyCode}${noBreakSpace}${formatNumber(amount)}`;
}
