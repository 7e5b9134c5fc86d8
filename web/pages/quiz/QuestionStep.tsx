import { answerTextMaxLength } from "#contract/limits";
import type { Question } from "#contract/survey";
import { formatNumber, t } from "../../i18n/translate.ts";
import { TextField } from "../../ui/TextField.tsx";
import { saidOf } from "./answers.ts";
import { AnswerCards } from "./AnswerCards.tsx";
import { canLeave, isTextQuestion, longTexts, questionCount, questionKinds } from "./flow.ts";
import { ReadRefusals } from "./refusal-parts.tsx";
import { StepFrame, type StepProps } from "./StepFrame.tsx";

export function QuestionStep({ quiz, questions, dispatch }: Omit<StepProps, "aside">) {
  const question = questions[Math.min(quiz.questionIndex, questions.length - 1)];
  if (question === undefined) return null;
  const isText = isTextQuestion(question);
  const advance = () => dispatch({ type: "nextQuestion", questions });
  const { at, of } = questionCount(quiz.questionIndex, questions);
  const kind = questionKinds[question.question_type];
  const options = question.options.toSorted((a, b) => a.option_order - b.option_order);
  return (
    <StepFrame
      key={question.id}
      quiz={quiz}
      title={titleOf(question)}
      place={t(isText ? "shop.quiz.place.words" : "shop.quiz.question.count", {
        at: formatNumber(at),
        of: formatNumber(of),
      })}
      intro={t(`shop.quiz.question.${kind}${question.is_required ? "" : "_optional"}`)}
      onNext={advance}
      isReady={canLeave(quiz, question)}
    >
      {isText ? (
        <TextField
          label={t("shop.quiz.question.text_label")}
          name={question.id}
          multiline={longTexts.includes(question.question_type)}
          maxLength={answerTextMaxLength}
          required={question.is_required}
          value={quiz.texts[question.id] ?? ""}
          onChange={({ target }) =>
            dispatch({ type: "textWritten", questionId: question.id, text: target.value })
          }
        />
      ) : (
        <AnswerCards
          legend={titleOf(question)}
          name={question.id}
          answers={options.map((option) => ({ value: option.id, title: option.display_text }))}
          chosen={quiz.optionIds[question.id] ?? []}
          multiple={kind === "multiple"}
          onChoose={(optionId) => dispatch({ type: "optionChosen", question, optionId })}
          onAdvance={advance}
        />
      )}
      <ReadRefusals said={saidOf({ ...quiz, description: "" }, [question])} />
    </StepFrame>
  );
}

const anyNumber =
  /\s*[（(](?:可複選|複選|可多選|多選|複数選択可|複数選択|複数回答可|複数可|choose any|choose all that apply|select all that apply|multiple choice)[）)]\s*$/iu;

/** That several may be chosen, the line below says in the shop's words. */
function titleOf({ question_name, question_type }: Question): string {
  return questionKinds[question_type] === "multiple"
    ? question_name.replace(anyNumber, "")
    : question_name;
}
