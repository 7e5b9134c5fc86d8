import { useI18n } from "../../i18n/translate.ts";
import { classNames } from "../../ui/class-names.ts";
import { stages } from "./find-scents.ts";
import type { Search } from "./quiz-store.ts";
import styles from "./quiz.module.css";

/** The live region stays mounted, so that every change is announced. */
export function SearchStages({ search }: { search: Search }) {
  const { t } = useI18n();
  const reached = search.status === "running" ? search.stage : null;
  const at = reached === null ? -1 : stages.indexOf(reached);
  return (
    <div className={styles.search}>
      <output className="visually-hidden">
        {reached === null ? "" : t(`shop.quiz.search.${reached}`)}
      </output>
      {reached === null ? null : (
        <>
          <svg className={styles.rising} viewBox="0 0 320 120" aria-hidden="true" focusable="false">
            <path pathLength="1" d="M8 104c60 4 66-60 118-58s44 46 92 40 44-66 94-74" />
            <path pathLength="1" d="M8 108c62 0 74-50 120-48s50 38 94 30 46-56 90-66" />
            <path pathLength="1" d="M8 112c64-4 80-42 122-38s54 28 96 20 46-44 86-54" />
          </svg>
          <ol className={styles.stages} aria-hidden="true">
            {stages.map((stage, index) => (
              <li
                key={stage}
                className={classNames(
                  styles.stage,
                  index < at && styles.done,
                  index === at && styles.present,
                )}
              >
                {t(`shop.quiz.search.${stage}`)}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
