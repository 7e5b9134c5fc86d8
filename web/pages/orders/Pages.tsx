import { Link } from "wouter";
import { ordersPageSize } from "#contract/limits";
import { formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./orders.module.css";

interface PagesProps {
  current: number;
  count: number;
  total: number;
  hrefOf: (page: number) => string;
}

export function Pages({ current, count, total, hrefOf }: PagesProps) {
  const { locale, t, plural } = useI18n();
  const step = (page: number, word: string, sign: "←" | "→") => {
    const isThere = page >= 1 && page <= count;
    const face = (
      <>
        <span aria-hidden="true">{sign}</span>
        <span className={styles.word}>{word}</span>
      </>
    );
    const look = classNames(styles.page, styles.step, sign === "→" && styles.onwards);
    return isThere ? (
      <Link href={hrefOf(page)} className={look} aria-label={word}>
        {face}
      </Link>
    ) : (
      <span className={classNames(look, styles.nowhere)} aria-hidden="true">
        {face}
      </span>
    );
  };
  return (
    <nav className={styles.pages} aria-label={t("shop.orders.pages")}>
      {step(current - 1, t("shop.orders.previous"), "←")}
      <ol className={styles.numbers}>
        {pageNumbers(current, count).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={styles.gap}>…</span>
            ) : (
              <Link
                href={hrefOf(number)}
                className={styles.page}
                aria-current={number === current ? "page" : undefined}
              >
                {formatNumber(locale, number)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.pageOf}>
        {plural("shop.orders.page_of", total, {
          page: formatNumber(locale, current),
          pages: formatNumber(locale, count),
        })}
      </p>
      {step(current + 1, t("shop.orders.next"), "→")}
    </nav>
  );
}

export interface OrdersQuery {
  page: number;
  start: string | undefined;
  end: string | undefined;
}

/** Invalid pages count as the first; invalid dates are ignored. */
export function readOrdersQuery(query: URLSearchParams): OrdersQuery {
  const page = Number(query.get("page"));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, farthestPage) : 1,
    start: dayOf(query.get("start")),
    end: dayOf(query.get("end")),
  };
}

/** Keeps `skip` within what the upstream takes. */
const farthestPage = 100_000;

function dayOf(value: string | null): string | undefined {
  if (value === null || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

export const pageCountOf = (total: number) => Math.ceil(total / ordersPageSize);

/** First, last, current page and its neighbours; null is an ellipsis. */
export function pageNumbers(current: number, total: number): (number | null)[] {
  if (total <= 1) return total === 1 ? [1] : [];
  const numbers: (number | null)[] = [1];
  if (current > 3) numbers.push(null);
  for (let page = Math.max(2, current - 1); page <= Math.min(total - 1, current + 1); page += 1)
    numbers.push(page);
  if (current < total - 2) numbers.push(null);
  numbers.push(total);
  return numbers;
}
