import { useI18n } from "../../i18n/translate.ts";
import type { QuizState } from "./flow.ts";
import { memberHere } from "./member-here.ts";
import { useQuiz } from "./quiz-store.ts";
import { useRecommendations } from "./recommendations-store.ts";
import styles from "./quiz.module.css";

/** On the first step, the way back to the result of an earlier quiz. */
export function LastResult({ quiz }: { quiz: QuizState }) {
  const { t, plural } = useI18n();
  const kept = useRecommendations((state) => state.kept);
  const isSearching = useQuiz((state) => state.search.status === "running");
  const isFirst = quiz.trail.length === 0 && !quiz.isRetry;
  if (kept === null || kept.member_id !== memberHere() || !isFirst || isSearching) return null;
  return (
    <button
      type="button"
      className={styles.last}
      onClick={() => useQuiz.getState().dispatch({ type: "resultFound" })}
    >
      <span className={styles.lastTitle}>{t("shop.quiz.last.title")}</span>
      <span>{plural("shop.quiz.result.title", kept.products_id.length)}</span>
      <span aria-hidden="true" className={styles.lastGo}>
        →
      </span>
    </button>
  );
}
