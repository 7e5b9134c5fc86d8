import { Suspense } from "react";
import { answerTextMaxLength } from "#contract/limits";
import type { Question } from "#contract/survey";
import { formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { saidOf } from "./answers.ts";
import { AnswerCards } from "./AnswerCards.tsx";
import {
  canLeave,
  isTextQuestion,
  progressOf,
  questionCount,
  wordsCount,
  type QuizEvent,
  type QuizState,
} from "./flow.ts";
import { FoldedPlace } from "./FoldedPlace.tsx";
import { FoldedRefusals, ReadRefusals } from "./refusal-parts.ts";
import { StepFrame } from "./StepFrame.tsx";

interface QuestionStepProps {
  quiz: QuizState;
  questions: readonly Question[];
  dispatch: (event: QuizEvent) => void;
  onFirstAnswer: () => void;
}

export function QuestionStep({ quiz, questions, dispatch, onFirstAnswer }: QuestionStepProps) {
  const { locale, t } = useI18n();
  const question = questions[Math.min(quiz.questionIndex, questions.length - 1)];
  if (question === undefined) return null;
  const isText = isTextQuestion(question);
  const advance = () => dispatch({ type: "nextQuestion", questions });
  const { at, of } = (isText ? wordsCount : questionCount)(quiz.questionIndex, questions);
  const title = titleOf(question);
  const hint =
    question.question_type === "MULTIPLE_CHOICE" ? "multiple" : isText ? "text" : "single";
  return (
    <StepFrame
      key={question.id}
      quiz={quiz}
      title={title}
      place={t(isText ? "shop.quiz.place.words_count" : "shop.quiz.question.count", {
        at: formatNumber(locale, at),
        of: formatNumber(locale, of),
      })}
      intro={t(
        question.is_required ? `shop.quiz.question.${hint}` : `shop.quiz.question.${hint}_optional`,
      )}
      progress={progressOf(quiz, questions)}
      next={
        <Button variant="primary" disabled={!canLeave(quiz, question)} onClick={advance}>
          {t("shop.quiz.next")}
        </Button>
      }
    >
      {isText ? (
        <TextAnswer
          question={question}
          text={quiz.texts[question.id] ?? ""}
          onWrite={(text) => {
            onFirstAnswer();
            dispatch({ type: "textWritten", questionId: question.id, text });
          }}
        />
      ) : (
        <AnswerCards
          legend={title}
          name={question.id}
          answers={answersTo(question)}
          chosen={quiz.optionIds[question.id] ?? []}
          multiple={question.question_type === "MULTIPLE_CHOICE"}
          onChoose={(optionId) => {
            onFirstAnswer();
            dispatch({ type: "optionChosen", question, optionId });
          }}
          onAdvance={advance}
        />
      )}
      <Suspense fallback={<FoldedPlace />}>
        <ReadRefusals said={saidOf({ ...quiz, description: "" }, [question])} />
        <FoldedRefusals said={saidOf(quiz, questions)} />
      </Suspense>
    </StepFrame>
  );
}

const anyNumber =
  /\s*[（(](?:可複選|複選|可多選|多選|複数選択可|複数選択|複数回答可|複数可|choose any|choose all that apply|select all that apply|multiple choice)[）)]\s*$/iu;

/** Surveys say in brackets that several may be chosen, which the line below says in the shop's words. */
function titleOf({ question_name, question_type }: Question): string {
  return question_type === "MULTIPLE_CHOICE" ? question_name.replace(anyNumber, "") : question_name;
}

function TextAnswer({
  question,
  text,
  onWrite,
}: {
  question: Question;
  text: string;
  onWrite: (text: string) => void;
}) {
  const { t } = useI18n();
  return (
    <TextField
      label={t("shop.quiz.question.text_label")}
      name={question.id}
      multiline={question.question_type === "TEXTAREA"}
      maxLength={answerTextMaxLength}
      required={question.is_required}
      value={text}
      onChange={(event) => onWrite(event.target.value)}
    />
  );
}

function answersTo(question: Question) {
  const options = question.options.toSorted((a, b) => a.option_order - b.option_order);
  return options.map((option) => ({ value: option.id, title: option.display_text }));
}
