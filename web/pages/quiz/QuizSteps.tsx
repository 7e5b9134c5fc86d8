import { useEffect, useRef } from "react";
import type { Question } from "#contract/survey";
import { startSurvey, useSurvey } from "../../api/survey.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ChoiceStep } from "./ChoiceStep.tsx";
import { DescriptionStep } from "./DescriptionStep.tsx";
import { askedQuestions, type QuizState } from "./flow.ts";
import { QuestionStep } from "./QuestionStep.tsx";
import { ResultStep } from "./ResultStep.tsx";
import { useQuiz } from "./quiz-store.ts";
import { searchScents } from "./search-scents.ts";
import type { QuizEntry } from "./use-entry.ts";

interface QuizStepsProps {
  quiz: QuizState;
  entry: NonNullable<QuizEntry["entry"]>;
  selectedProduct: string | null;
}

export function QuizSteps({ quiz, entry, selectedProduct }: QuizStepsProps) {
  const { t } = useI18n();
  const survey = useSurvey(entry.surveyId);
  const isSearching = useQuiz((state) => state.search.status === "running");
  const frame = useStepFocus([quiz.step, quiz.questionIndex, isSearching].join("/"));
  // Answers are sent by what the survey calls them, so these screens wait for it.
  const needsSurvey = quiz.step === "questionnaire" || (quiz.step === "description" && quiz.way === "questionnaire");
  const questions = askedQuestions(survey.data?.questions ?? [], entry.descriptionQuestionId);
  return (
    <div ref={frame} key={quiz.step}>
      {needsSurvey && survey.data === undefined ? (
        <Page title={t("shop.quiz.title")} width="wide">
          {survey.error === undefined ? (
            <Skeleton height="22rem" label={t("common.loading")} />
          ) : (
            <FailureNotice title={t("shop.quiz.failed.survey")} error={survey.error} retry={() => void survey.mutate()} />
          )}
        </Page>
      ) : (
        <CurrentStep quiz={quiz} entry={entry} selectedProduct={selectedProduct} questions={questions} />
      )}
    </div>
  );
}

function CurrentStep({ quiz, entry, selectedProduct, questions }: QuizStepsProps & { questions: Question[] }) {
  const { locale } = useI18n();
  const dispatch = useQuiz((state) => state.dispatch);
  const restart = useQuiz((state) => state.restart);
  const { surveyId, descriptionQuestionId } = entry;
  const answering = { quiz, questions, dispatch, onFirstAnswer: () => tellStart(surveyId) };
  switch (quiz.step) {
    case "userType":
    case "personalOptions":
    case "selection":
      return <ChoiceStep key={quiz.step} step={quiz.step} quiz={quiz} dispatch={dispatch} />;
    case "questionnaire":
      return <QuestionStep {...answering} />;
    case "description":
      return (
        <DescriptionStep
          {...answering}
          onSubmit={() => void searchScents({ locale, quiz, questions, surveyId, descriptionQuestionId, selectedProduct })}
        />
      );
    case "result":
      return <ResultStep onChange={() => dispatch({ type: "changedMind" })} onRestart={() => restart(entry)} />;
    default:
      return quiz.step satisfies never;
  }
}

/** Posted once, at the first answer. It only counts; an answer must never wait for it or be lost with it. */
function tellStart(surveyId: string): void {
  const { hasStarted, started } = useQuiz.getState();
  if (hasStarted) return;
  started();
  startSurvey(surveyId).catch((error: unknown) => console.info("The start of the survey could not be told", error));
}

/** Every new screen starts at its top with the focus on its heading; the first one is the page's own affair. */
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
