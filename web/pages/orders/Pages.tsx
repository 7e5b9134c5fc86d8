import { Link } from "wouter";
import { formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./orders.module.css";
import { pageNumbers } from "./pages.ts";

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
