import type { Question, SurveyAnswer } from "#contract/survey";
import { chatTextMaxLength } from "#contract/limits";
import type { QuizState } from "./flow.ts";
import { isTextQuestion } from "./flow.ts";

type Answered = Pick<QuizState, "way" | "optionIds" | "texts" | "description">;

// oxlint-disable-next-line no-control-regex -- what a paste may carry and the contract refuses
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

function cleaned(text: string | undefined): string {
  return (text ?? "").toWellFormed().replace(unprintable, " ").trim();
}

/** Drops options that the survey no longer has. */
function chosenOptions(state: Pick<Answered, "optionIds">, question: Question) {
  const ids = state.optionIds[question.id] ?? [];
  return question.options.filter((option) => ids.includes(option.id));
}

export function answersOf(
  state: Answered,
  questions: readonly Question[],
  descriptionQuestionId: string,
): SurveyAnswer[] {
  const asked = state.way === "questionnaire" ? questions : [];
  const answers = asked.flatMap((question): SurveyAnswer[] => {
    const text = cleaned(state.texts[question.id]);
    if (isTextQuestion(question))
      return text === "" ? [] : [{ question_id: question.id, option_ids: [], answer_text: text }];
    const optionIds = chosenOptions(state, question).map((option) => option.id);
    return optionIds.length === 0
      ? []
      : [{ question_id: question.id, option_ids: optionIds, answer_text: null }];
  });
  const own = cleaned(state.description);
  return own === ""
    ? answers
    : [...answers, { question_id: descriptionQuestionId, option_ids: [], answer_text: own }];
}

/** One line per question, then the member's own words, which are never cut. */
export function chatContentOf(state: Answered, questions: readonly Question[]): string {
  const asked = state.way === "questionnaire" ? questions : [];
  const lines = asked.flatMap((question) => {
    const answer = isTextQuestion(question)
      ? cleaned(state.texts[question.id])
      : chosenOptions(state, question)
          .map((option) => option.display_text)
          .join(", ");
    return answer === "" ? [] : [`${question.question_name}: ${answer}`];
  });
  const own = cleaned(state.description);
  const room = chatTextMaxLength * 2 - [...own].length - 1;
  const head = [...lines.join("\n")].slice(0, room).join("");
  return [head, own].filter((part) => part !== "").join("\n");
}

export function userAnswerOf(
  state: Answered,
  questions: readonly Question[],
  maxLength = 500,
): string {
  const said = hasOwnWords(state) ? cleaned(state.description) : chosenText(state, questions);
  return [...said].slice(0, maxLength).join("");
}

export const hasOwnWords = ({ description }: Pick<Answered, "description">): boolean =>
  cleaned(description) !== "";

export function chosenText(
  state: Pick<Answered, "optionIds">,
  questions: readonly Question[],
  separator = " · ",
): string {
  return questions
    .flatMap((question) => chosenOptions(state, question).map((option) => option.display_text))
    .join(separator);
}

export interface Said {
  /** The member's own words. */
  words: string;
  choices: string;
}

/** All that the member has said or chosen, without the questions. */
export function saidOf(state: Answered, questions: readonly Question[]): Said {
  const isAsked = state.way === "questionnaire";
  const written = questions.map(({ id }) => state.texts[id] ?? "");
  return {
    words: [state.description, ...(isAsked ? written : [])].join("\n"),
    choices: isAsked ? chosenText(state, questions, "\n") : "",
  };
}
