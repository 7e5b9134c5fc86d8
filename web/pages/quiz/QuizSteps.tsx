import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { t } from "../../i18n/translate.ts";
import { useProduct } from "../../api/products.ts";
import { startSurvey, useSurvey } from "../../api/survey.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { shownName } from "../../scent/product-name.ts";
import { showToast } from "../../stores/toasts.ts";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { saidOf } from "./answers.ts";
import { ChoiceStep } from "./ChoiceStep.tsx";
import { DescriptionStep } from "./DescriptionStep.tsx";
import { askedQuestions, hasAnswers, isBeforeQuestions } from "./flow.ts";
import type { Entry, QuizEvent, QuizState } from "./flow.ts";
import { QuestionStep } from "./QuestionStep.tsx";
import { presentDraft, useQuiz, useRecommendations, type QuizDraft } from "./quiz-store.ts";
import { useQuizHistory } from "./quiz-history.ts";
import { GrowingPortrait } from "./refusal-parts.tsx";
import { searchScents } from "./search.ts";
import { StepFrame } from "./StepFrame.tsx";
import styles from "./quiz.module.css";

interface QuizStepsProps {
  draft: QuizDraft;
  entry: Entry;
  selectedProduct: string | null;
}

export function QuizSteps({ draft, entry, selectedProduct }: QuizStepsProps) {
  const { quiz } = draft;
  const survey = useSurvey(entry.surveyId);
  const { search } = useQuiz();
  const isSearching = search.status === "running";
  useQuizHistory(quiz);
  const isShown = quiz.step === "result";
  const ResultStep = useResultStep(isSearching || isShown);
  const isLoaded = ResultStep !== null;
  const frame = useStepFocus([quiz.step, quiz.questionIndex, isSearching, isLoaded].join("/"));
  const questions = askedQuestions(survey.data?.questions ?? [], entry.descriptionQuestionId);
  const needsSurvey =
    quiz.step === "questionnaire" || (quiz.step === "description" && quiz.way === "questionnaire");
  const isWaiting = needsSurvey && survey.data === undefined;
  const request = { questions, selectedProduct, ...entry };
  const find = () => {
    reportStart(entry.surveyId);
    void searchScents(request);
  };
  const resume = useEffectEvent(find);
  const isBrokenOff =
    draft.isSearching && search.status === "idle" && quiz.step === "description" && !isWaiting;
  useEffect(() => {
    if (isBrokenOff) resume();
  }, [isBrokenOff]);
  const actions = useResultActions(draft, entry);
  const dispatch = (event: QuizEvent) => {
    if (answerEvents.includes(event.type)) reportStart(entry.surveyId);
    useQuiz.getState().dispatch(event);
  };
  const aside = quiz.trail.length === 0 ? <RetryHint {...{ draft, selectedProduct }} /> : null;
  const given = { quiz, questions, aside, dispatch };
  const step = (): ReactNode => {
    if (isWaiting)
      return survey.error === undefined ? <Waiting /> : <SurveyFailure {...{ quiz, survey }} />;
    switch (quiz.step) {
      case "userType":
      case "personalOptions":
      case "selection":
        return <ChoiceStep key={quiz.step} step={quiz.step} {...given} />;
      case "questionnaire":
        return <QuestionStep {...given} />;
      case "description":
        return <DescriptionStep {...given} onSubmit={find} />;
      case "result":
        return ResultStep === null ? <Waiting /> : <ResultStep {...actions} />;
      default:
        return quiz.step satisfies never;
    }
  };
  const shown = (
    <div ref={frame} key={quiz.step}>
      {step()}
    </div>
  );
  if (isShown) return shown;
  const place = isBeforeQuestions(quiz.step) && styles.unasked;
  const said = Object.values(saidOf(quiz, questions)).join("\n");
  return (
    <div data-task="" className={classNames(styles.split, place, isSearching && styles.searching)}>
      {shown}
      <div aria-hidden="true" className={styles.easel}>
        {place ? null : <GrowingPortrait said={said} search={search} />}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <Page title={t("shop.quiz.title")} width="wide" className={styles.page}>
      <Skeleton block="card" label={t("common.loading")} />
    </Page>
  );
}

function useResultActions({ quiz }: QuizDraft, entry: Entry) {
  const [, navigate] = useLocation();
  const isShown = quiz.step === "result";
  useEffect(() => {
    if (isShown) useQuiz.getState().change({ hasSeenResult: true });
  }, [isShown]);

  const onChange = () => {
    const responseId = useRecommendations.getState().kept?.survey_response_id;
    if (hasAnswers(quiz) || responseId === undefined)
      return useQuiz.getState().dispatch({ type: "changedMind" });
    navigate(paths.fragranceQuiz({ retryFrom: responseId }));
  };
  const onRestart = () => {
    const { kept, keep, forget } = useRecommendations.getState();
    const { drafts, restart, clear } = useQuiz.getState();
    const here = () => window.location.pathname + window.location.search;
    const previous = here();
    forget();
    // A retry also leaves its URL, and with it the earlier answers.
    if (entry.history === null) restart(entry);
    else {
      clear();
      navigate(paths.fragranceQuiz());
    }
    const undo = () => {
      if (kept !== null) keep(kept);
      useQuiz.setState({ drafts, search: { status: "idle" } });
      if (here() !== previous) navigate(previous);
    };
    showToast(t("shop.quiz.result.restarted"), { action: { label: t("common.undo"), run: undo } });
  };
  return { onChange, onRestart };
}

type ResultModule = typeof import("./ResultStep.tsx");

/** With the pictures of the scents, so it is loaded with the first search. */
function useResultStep(isWanted: boolean): ResultModule["ResultStep"] | null {
  const [module, setModule] = useState<ResultModule | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import("./ResultStep.tsx").then(setModule, (error: unknown) =>
      // Shown by the error boundary.
      setModule(() => {
        throw error;
      }),
    );
  }, [isWanted]);
  return module?.ResultStep ?? null;
}

const answerEvents: QuizEvent["type"][] = ["optionChosen", "textWritten", "descriptionWritten"];

/** Sent once, at the first answer or with those filled in, for statistics: nothing waits for it. */
function reportStart(surveyId: string): void {
  if (presentDraft()?.hasStarted !== false) return;
  useQuiz.getState().change({ hasStarted: true });
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

function RetryHint({ draft, selectedProduct }: Pick<QuizStepsProps, "draft" | "selectedProduct">) {
  const { isRetry } = draft.quiz;
  const { data: kept } = useProduct(selectedProduct);
  if (!isRetry && kept === undefined) return null;
  return (
    <Notice tone="info">
      {isRetry ? <p>{t("shop.quiz.retry.filled")}</p> : null}
      {kept === undefined ? null : (
        <p>{t(`shop.quiz.retry.${isRetry ? "kept" : "chosen"}`, { name: shownName(kept) })}</p>
      )}
    </Notice>
  );
}

type SurveyFailureProps = { quiz: QuizState; survey: ReturnType<typeof useSurvey> };

/** Own words need no questions, so they are offered instead. */
function SurveyFailure({ quiz, survey }: SurveyFailureProps) {
  const dispatch = useQuiz((state) => state.dispatch);
  return (
    <StepFrame
      quiz={quiz}
      title={t("shop.quiz.title")}
      onNext={() => dispatch({ type: "ownWordsPreferred" })}
      next={t("shop.quiz.selection.description")}
    >
      <FailureNotice
        title={t("shop.quiz.failed.survey")}
        error={survey.error}
        retry={() => void survey.mutate()}
      />
    </StepFrame>
  );
}
