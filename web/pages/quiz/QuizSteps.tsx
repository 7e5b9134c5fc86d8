import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { Question } from "#contract/survey";
import { startSurvey, useSurvey } from "../../api/survey.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useRecommendations } from "./recommendations-store.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { saidOf } from "./answers.ts";
import { ChoiceStep } from "./ChoiceStep.tsx";
import { DescriptionStep } from "./DescriptionStep.tsx";
import { Easel } from "./Easel.tsx";
import { askedQuestions, hasAnswers, progressOf, type QuizState } from "./flow.ts";
import { QuestionStep } from "./QuestionStep.tsx";
import { presentDraft, useQuiz, type QuizDraft } from "./quiz-store.ts";
import { markResultHere } from "./result-in-history.ts";
import type { QuizEntry } from "./use-entry.ts";
import { useResultStep } from "./use-result-step.ts";
import { useStartOver } from "./use-start-over.ts";
import styles from "./quiz.module.css";
import { useProduct } from "../../api/products.ts";
import { shownName } from "../../scent/product-name.ts";
import { Notice } from "../../ui/Notice.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { StepFrame } from "./StepFrame.tsx";
import { findScents, type SearchRequest, type Stage } from "./find-scents.ts";
import { loadRefusalScreens } from "./refusal-parts.ts";

let latestRun = 0;

/** Unloading aborts the requests; the next page resumes the search. */
let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true));
addEventListener("pageshow", () => (isLeaving = false));

/**
 * Runs one search at a time and keeps its result even when the quiz is not on the screen. If another quiz was opened
 * meanwhile, the result is dropped and the draft searches again when it is opened.
 */
async function searchScents(request: SearchRequest): Promise<void> {
  const { owner, search, searching, change } = useQuiz.getState();
  if (owner === null || search.status === "running") return;
  latestRun += 1;
  const run = latestRun;
  const isCurrent = () => run === latestRun && useQuiz.getState().owner === owner;
  let reached: Stage = "reading";
  searching({ status: "running", stage: reached });
  change(owner, { isSearching: true, hasSeenResult: false });
  useQuiz.getState().dispatch({ type: "descriptionSent" });
  try {
    const found = await findScents(request, {
      storeRefusals: async (said) => {
        const draft = useQuiz.getState().drafts[owner];
        const { storeRefusals } = await loadRefusalScreens();
        return draft === undefined ? [] : storeRefusals(draft, said);
      },
      submitted: () => useQuiz.getState().drafts[owner]?.submitted ?? null,
      onSubmitted: (submitted) => change(owner, { submitted }),
      onStage: (stage) => {
        reached = stage;
        if (isCurrent()) searching({ status: "running", stage });
      },
    });
    if (!isCurrent()) return;
    useRecommendations.getState().keep(found);
    change(owner, { isSearching: false, submitted: null, refusals: null });
    searching({ status: "idle" });
    useQuiz.getState().dispatch({ type: "resultFound" });
  } catch (error) {
    if (!isCurrent()) return;
    if (isLeaving) return searching({ status: "idle" });
    change(owner, { isSearching: false });
    searching({ status: "failed", stage: reached, error });
  }
}

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
      <Easel said={Object.values(saidOf(quiz, questions)).join("\n")} search={search} />
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

interface RetryHintProps {
  isRetry: boolean;
  selectedProduct: string | null;
}

/** What is there already: the answers of an earlier quiz, or a scent to keep, or both. */
function RetryHint({ isRetry, selectedProduct }: RetryHintProps) {
  const { t } = useI18n();
  const { data: kept } = useProduct(selectedProduct);
  if (!isRetry && kept === undefined) return null;
  return (
    <Notice tone="info" className={styles.hint}>
      {isRetry ? <p>{t("shop.quiz.retry.filled")}</p> : null}
      {kept === undefined ? null : (
        <p>{t(`shop.quiz.retry.${isRetry ? "kept" : "chosen"}`, { name: shownName(kept) })}</p>
      )}
    </Notice>
  );
}

interface SurveyFailureProps {
  quiz: QuizState;
  error: unknown;
  retry: () => void;
}

/** Own words need no questions, so they are offered instead. */
function SurveyFailure({ quiz, error, retry }: SurveyFailureProps) {
  const { t } = useI18n();
  return (
    <StepFrame
      quiz={quiz}
      title={t("shop.quiz.title")}
      progress={progressOf(quiz, [])}
      next={
        <Button
          variant="primary"
          onClick={() => useQuiz.getState().dispatch({ type: "ownWordsPreferred" })}
        >
          {t("shop.quiz.selection.description")}
        </Button>
      }
    >
      <FailureNotice title={t("shop.quiz.failed.survey")} error={error} retry={retry} />
    </StepFrame>
  );
}
