import { useI18n } from "../../i18n/translate.ts";
import styles from "./quiz.module.css";

/** As high as the refusals that come, so that the button below stays where it is. */
export function FoldedPlace() {
  const { t } = useI18n();
  return (
    <details className={styles.folded} inert>
      <summary>{t("shop.refusals.folded_nothing")}</summary>
    </details>
  );
}
