import type { ReactNode } from "react";
import type { Question } from "#contract/survey";
import { localeTable } from "#contract/locales";
import { locale, plural, t } from "../../i18n/translate.ts";
import { Words } from "../../i18n/Words.tsx";
import { Page } from "../../layout/Page.tsx";
import { Button } from "../../ui/Button.tsx";
import { canGoBack, type QuizEvent, type QuizState } from "./flow.ts";
import { memberHere } from "../../session/member-here.ts";
import { useQuiz, useRecommendations } from "./quiz-store.ts";
import styles from "./quiz.module.css";

export interface StepProps {
  quiz: QuizState;
  questions: readonly Question[];
  aside: ReactNode;
  dispatch: (event: QuizEvent) => void;
}

interface StepFrameProps {
  quiz: QuizState;
  title: string;
  place?: string;
  intro?: ReactNode;
  /** Leads on; without it there is no way back either. */
  onNext?: () => void;
  next?: string;
  isReady?: boolean;
  children: ReactNode;
  /** Below what leads on. */
  more?: ReactNode;
}

export function StepFrame(props: StepFrameProps) {
  const { quiz, title, place, intro, onNext, isReady = true, children, more } = props;
  const { next = t("shop.quiz.next") } = props;
  const dispatch = useQuiz((state) => state.dispatch);
  return (
    <>
      <progress
        className={styles.progress}
        value={Math.round(quiz.furthest * 100)}
        max={100}
        aria-label={t("shop.quiz.progress")}
      />
      <Page
        title={title}
        heading={localeTable[locale].breaksWords ? <Words text={title} most={12} /> : title}
        eyebrow={
          place === undefined ? null : (
            <>
              <span>{t("shop.quiz.title")}</span> · <span>{place}</span>
            </>
          )
        }
        intro={intro}
        width="wide"
        className={styles.page}
      >
        {children}
        {onNext === undefined ? null : (
          <div className={styles.actions}>
            <Button variant="primary" disabled={!isReady} onClick={onNext}>
              {next}
            </Button>
            {canGoBack(quiz) ? (
              <Button variant="quiet" onClick={() => dispatch({ type: "back" })}>
                {t("shop.quiz.back")}
              </Button>
            ) : null}
          </div>
        )}
        {more}
        <LastResult quiz={quiz} />
      </Page>
    </>
  );
}

function LastResult({ quiz }: { quiz: QuizState }) {
  const kept = useRecommendations((state) => state.kept);
  const isSearching = useQuiz((state) => state.search.status === "running");
  const isFirst = quiz.trail.length === 0 && !quiz.isRetry;
  if (kept === null || kept.member_id !== memberHere() || !isFirst || isSearching) return null;
  return (
    <button
      type="button"
      className={`cluster ${styles.last}`}
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
