import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { Question } from "#contract/survey";
import { startSurvey, useSurvey } from "../../api/survey.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useRecommendations } from "./recommendations-store.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { wordsOf } from "./answers.ts";
import { ChoiceStep } from "./ChoiceStep.tsx";
import { DescriptionStep } from "./DescriptionStep.tsx";
import { Easel } from "./Easel.tsx";
import { askedQuestions, hasAnswers } from "./flow.ts";
import { QuestionStep } from "./QuestionStep.tsx";
import { presentDraft, useQuiz, type QuizDraft } from "./quiz-store.ts";
import { markResultHere } from "./result-in-history.ts";
import { RetryHint } from "./RetryHint.tsx";
import { searchScents } from "./search-scents.ts";
import { SurveyFailure } from "./SurveyFailure.tsx";
import type { QuizEntry } from "./use-entry.ts";
import { useResultStep } from "./use-result-step.ts";
import { useStartOver } from "./use-start-over.ts";
import styles from "./quiz.module.css";

interface QuizStepsProps {
  draft: QuizDraft;
  entry: NonNullable<QuizEntry["entry"]>;
  selectedProduct: string | null;
}

export function QuizSteps({ draft, entry, selectedProduct }: QuizStepsProps) {
  const { t } = useI18n();
  const { quiz } = draft;
  const survey = useSurvey(entry.surveyId);
  const search = useQuiz((state) => state.search);
  const isSearching = search.status === "running";
  const ResultStep = useResultStep(isSearching || quiz.step === "result");
  const isLoaded = ResultStep !== null;
  const frame = useStepFocus([quiz.step, quiz.questionIndex, isSearching, isLoaded].join("/"));
  const needsSurvey =
    quiz.step === "questionnaire" || (quiz.step === "description" && quiz.way === "questionnaire");
  const questions = askedQuestions(survey.data?.questions ?? [], entry.descriptionQuestionId);
  const step = (
    <div ref={frame} key={quiz.step}>
      {needsSurvey && survey.data === undefined ? (
        survey.error === undefined ? (
          <Page title={t("shop.quiz.title")} width="wide" className={styles.page}>
            <Skeleton block="card" label={t("common.loading")} />
          </Page>
        ) : (
          <SurveyFailure quiz={quiz} error={survey.error} retry={() => void survey.mutate()} />
        )
      ) : (
        <CurrentStep
          draft={draft}
          entry={entry}
          selectedProduct={selectedProduct}
          questions={questions}
          ResultStep={ResultStep}
        />
      )}
    </div>
  );
  if (quiz.step === "result") return step;
  return (
    <div className={styles.split}>
      {step}
      <Easel said={wordsOf(quiz, questions)} search={search} />
    </div>
  );
}

function CurrentStep({
  draft,
  entry,
  selectedProduct,
  questions,
  ResultStep,
}: QuizStepsProps & { questions: Question[]; ResultStep: ReturnType<typeof useResultStep> }) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const dispatch = useQuiz((state) => state.dispatch);
  const startOver = useStartOver(entry);
  const { quiz } = draft;
  const { surveyId, descriptionQuestionId } = entry;
  const answering = { quiz, questions, dispatch, onFirstAnswer: () => reportStart(surveyId) };
  const search = () =>
    void searchScents({
      locale,
      quiz,
      questions,
      surveyId,
      descriptionQuestionId,
      selectedProduct,
    });
  useResumedSearch(draft, search);
  useSeenResult(quiz.step === "result");
  const changeAnswers = () => {
    const responseId = useRecommendations.getState().kept?.survey_response_id;
    if (hasAnswers(quiz) || responseId === undefined) return dispatch({ type: "changedMind" });
    navigate(paths.fragranceQuiz({ locale, retryFrom: responseId }));
  };
  const hint =
    quiz.trail.length === 0 ? (
      <RetryHint isRetry={quiz.isRetry} selectedProduct={selectedProduct} />
    ) : null;
  switch (quiz.step) {
    case "userType":
    case "personalOptions":
    case "selection":
      return (
        <ChoiceStep key={quiz.step} step={quiz.step} quiz={quiz} dispatch={dispatch} aside={hint} />
      );
    case "questionnaire":
      return <QuestionStep {...answering} />;
    case "description":
      return <DescriptionStep {...answering} aside={hint} onSubmit={search} />;
    case "result":
      if (ResultStep === null)
        return (
          <Page title={t("shop.quiz.title")} width="wide">
            <Skeleton block="card" label={t("common.loading")} />
          </Page>
        );
      return <ResultStep onChange={changeAnswers} onRestart={startOver} />;
    default:
      return quiz.step satisfies never;
  }
}

/** Resumes, once, a search that a reload interrupted. */
function useResumedSearch({ quiz, isSearching }: QuizDraft, search: () => void): void {
  const isBrokenOff =
    useQuiz((state) => state.search.status === "idle") &&
    isSearching &&
    quiz.step === "description";
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (isBrokenOff) latest.current();
  }, [isBrokenOff]);
}

function useSeenResult(isShown: boolean): void {
  useEffect(() => {
    const { owner, change } = useQuiz.getState();
    if (!isShown || owner === null) return;
    markResultHere();
    change(owner, { hasSeenResult: true });
  }, [isShown]);
}

/** Sent once, at the first answer, for statistics only: answers do not wait for it. */
function reportStart(surveyId: string): void {
  const { owner, change } = useQuiz.getState();
  if (owner === null || presentDraft()?.hasStarted !== false) return;
  change(owner, { hasStarted: true });
  startSurvey(surveyId).catch((error: unknown) =>
    console.info("The start of the survey could not be reported", error),
  );
}

/** Focuses the heading of each new step; `Page` does so for the first. */
function useStepFocus(screen: string) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    window.scrollTo({ top: 0, behavior: "instant" });
    frame.current?.querySelector("h1")?.focus({ preventScroll: true });
  }, [screen]);
  return frame;
}
