import { Link } from "wouter";
import { useI18n } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import styles from "./Brand.module.css";

export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle cx="9.5" cy="24" r="4" />
      <path d="M12 19.5c2-4.5 9-3.5 9-8.5 0-3-2.5-4-2.5-6.500M15.500 23c3-4 9.500-4 11-9.500" />
    </svg>
  );
}

export function Brand({ className }: { className?: string | undefined }) {
  const { locale, t } = useI18n();
  return (
    <Link
      href={paths.home({ locale })}
      className={[styles.brand, className].filter(Boolean).join(" ")}
      aria-label={t("common.nav.to_home", { brand: t("common.brand") })}
    >
      <BrandMark />
      <span className={styles.name} lang="fr">
        Sillage
      </span>
      <span className={styles.han} lang={locale === "ja" ? "ja" : "zh-Hant"}>
        香跡
      </span>
    </Link>
  );
}
