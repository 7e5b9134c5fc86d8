import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { progressOf, type QuizState } from "./flow.ts";
import { useQuiz } from "./quiz-store.ts";
import { StepFrame } from "./StepFrame.tsx";

interface SurveyFailureProps {
  quiz: QuizState;
  error: unknown;
  retry: () => void;
}

/** Own words need no questions, so they are offered instead. */
export function SurveyFailure({ quiz, error, retry }: SurveyFailureProps) {
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
