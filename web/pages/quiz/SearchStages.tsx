import { Suspense } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { classNames } from "../../ui/class-names.ts";
import { paintedBy, useHasEasel } from "./Easel.tsx";
import { stages } from "./find-scents.ts";
import type { Search } from "./quiz-store.ts";
import { SearchPortrait } from "./refusal-parts.ts";
import styles from "./quiz.module.css";

interface SearchStagesProps {
  search: Search;
  /** The words that are searched by. */
  said: string;
}

/** The live region stays mounted, so that every change is announced. */
export function SearchStages({ search, said }: SearchStagesProps) {
  const { t } = useI18n();
  const hasEasel = useHasEasel();
  const reached = search.status === "running" ? search.stage : null;
  const at = reached === null ? -1 : stages.indexOf(reached);
  return (
    <div className={styles.search}>
      <output className="visually-hidden">
        {reached === null ? "" : t(`shop.quiz.search.${reached}`)}
      </output>
      {reached === null ? null : (
        <>
          {hasEasel ? null : (
            <div className={styles.painting} aria-hidden="true">
              <Suspense>
                <SearchPortrait said={said} painted={paintedBy(search)} />
              </Suspense>
            </div>
          )}
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
