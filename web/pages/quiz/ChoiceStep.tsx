import { useState, type ReactNode } from "react";
import { useI18n, type Translate } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { AnswerCards, type Answer } from "./AnswerCards.tsx";
import { progressOf, type QuizEvent, type QuizState } from "./flow.ts";
import { StepFrame } from "./StepFrame.tsx";

type ChoiceStepName = "userType" | "personalOptions" | "selection";

interface Choice {
  chosen: string | null;
  events: Record<string, QuizEvent>;
  answers: (t: Translate) => Answer[];
}

function choiceOf(step: ChoiceStepName, quiz: QuizState): Choice {
  switch (step) {
    case "userType":
      return {
        chosen: quiz.userType,
        events: {
          personal: { type: "userTypeChosen", userType: "personal" },
          enterprise: { type: "userTypeChosen", userType: "enterprise" },
        },
        answers: (t) => [
          {
            value: "personal",
            title: t("shop.quiz.userType.personal"),
            text: t("shop.quiz.userType.personal_text"),
          },
          {
            value: "enterprise",
            title: t("shop.quiz.userType.enterprise"),
            text: t("shop.quiz.userType.enterprise_text"),
          },
        ],
      };
    case "personalOptions":
      return {
        chosen: quiz.personalOption,
        events: {
          SAMPLE_PAPER: { type: "personalOptionChosen", personalOption: "SAMPLE_PAPER" },
          JAR: { type: "personalOptionChosen", personalOption: "JAR" },
        },
        answers: (t) => [
          {
            value: "SAMPLE_PAPER",
            title: t("shop.quiz.personalOptions.sample"),
            text: t("shop.quiz.personalOptions.sample_text"),
          },
          {
            value: "JAR",
            title: t("shop.quiz.personalOptions.batch"),
            text: t("shop.quiz.personalOptions.batch_text"),
          },
        ],
      };
    case "selection":
      return {
        chosen: quiz.way,
        events: {
          questionnaire: { type: "wayChosen", way: "questionnaire" },
          description: { type: "wayChosen", way: "description" },
        },
        answers: (t) => [
          {
            value: "questionnaire",
            title: t("shop.quiz.selection.questionnaire"),
            text: t("shop.quiz.selection.questionnaire_text"),
          },
          {
            value: "description",
            title: t("shop.quiz.selection.description"),
            text: t("shop.quiz.selection.description_text"),
          },
        ],
      };
    default:
      return step satisfies never;
  }
}

export function ChoiceStep({
  step,
  quiz,
  aside,
  dispatch,
}: {
  step: ChoiceStepName;
  quiz: QuizState;
  aside?: ReactNode;
  dispatch: (event: QuizEvent) => void;
}) {
  const { t } = useI18n();
  const { chosen: before, events, answers } = choiceOf(step, quiz);
  const [chosen, setChosen] = useState(before);
  const event = chosen === null ? undefined : events[chosen];
  const advance = () => event && dispatch(event);
  return (
    <StepFrame
      quiz={quiz}
      title={t(`shop.quiz.${step}.title`)}
      intro={t(`shop.quiz.${step}.intro`)}
      place={t("shop.quiz.place.begin")}
      progress={progressOf(quiz, [])}
      next={
        <Button variant="primary" disabled={event === undefined} onClick={advance}>
          {t("shop.quiz.next")}
        </Button>
      }
    >
      {aside}
      <AnswerCards
        legend={t(`shop.quiz.${step}.title`)}
        name={step}
        answers={answers(t)}
        chosen={chosen === null ? [] : [chosen]}
        isRoomy
        onChoose={setChosen}
        onAdvance={advance}
      />
    </StepFrame>
  );
}
