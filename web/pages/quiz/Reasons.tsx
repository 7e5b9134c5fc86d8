import { useI18n } from "../../i18n/translate.ts";
import { reasonLabels, type Reason } from "./reason-labels.ts";
import styles from "./result.module.css";

interface ReasonsProps {
  reasons: readonly Reason[];
  /** Set when they are not in the page's language. */
  lang: string | undefined;
}

export function Reasons({ reasons, lang }: ReasonsProps) {
  const { t } = useI18n();
  const labels = reasonLabels(reasons);
  if (labels.length === 0) return null;
  return (
    <div className={styles.reasons}>
      <span className={styles.why}>{t("shop.quiz.result.why")}</span>
      <ul className={styles.reasonList} lang={lang}>
        {labels.map((label) => (
          <li key={label} className={styles.reason}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
