import { mark_dot, mark_line, wordmark, wordmark_han, wordmark_lang } from "#brand/brand.json";
import { Link } from "wouter";
import { localeTable } from "#contract/locales";
import { locale, t } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { classNames } from "../ui/class-names.ts";
import styles from "./Navbar.module.css";

export function BrandMark() {
  return (
    <svg className={styles.brandMark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className={styles.brandDot} d={mark_dot} />
      <path d={mark_line} />
    </svg>
  );
}

export function Brand({ className }: { className?: string | undefined }) {
  return (
    <Link
      href={paths.home()}
      className={classNames("tap whole", styles.home, className)}
      aria-label={t("common.nav.to_home", { brand: t("common.brand") })}
    >
      <BrandMark />
      <span className={styles.brandName} lang={wordmark_lang}>
        {wordmark}
      </span>
      <span className={styles.brandHan} lang={localeTable[locale].hanLang}>
        {wordmark_han}
      </span>
    </Link>
  );
}
