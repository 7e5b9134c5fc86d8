/** What is sent of a quiz: answers, the question to the recommender, how many scents are asked for. */
import { chatTextMaxLength } from "#contract/limits";
import type { ChatAnswer, PersonalOption, Question, SurveyAnswer } from "#contract/survey";
import { isTextQuestion, type QuizState } from "./flow.ts";

type Answered = Pick<QuizState, "way" | "optionIds" | "texts" | "description">;

// oxlint-disable-next-line no-control-regex -- what a paste may carry and the contract refuses
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

const cleaned = (text = "") => text.toWellFormed().replace(unprintable, " ").trim();
export const ownWordsOf = ({ description }: Pick<QuizState, "description">) => cleaned(description);

/** Drops options that the survey no longer has. */
function chosenOptions(state: Pick<Answered, "optionIds">, question: Question) {
  const ids = state.optionIds[question.id] ?? [];
  return question.options.filter((option) => ids.includes(option.id));
}

function answersByQuestion(state: Answered, questions: readonly Question[]) {
  return questions.flatMap((question) => {
    if (state.way !== "questionnaire") return [];
    const text = isTextQuestion(question) ? cleaned(state.texts[question.id]) : "";
    const options = isTextQuestion(question) ? [] : chosenOptions(state, question);
    return text === "" && options.length === 0 ? [] : [{ question, text, options }];
  });
}

export function answersOf(
  state: Answered,
  questions: readonly Question[],
  descriptionQuestionId: string,
): SurveyAnswer[] {
  const answers = answersByQuestion(state, questions).map(({ question, text, options }) => ({
    question_id: question.id,
    option_ids: options.map(({ id }) => id),
    answer_text: text === "" ? null : text,
  }));
  const own = ownWordsOf(state);
  return own === ""
    ? answers
    : [...answers, { question_id: descriptionQuestionId, option_ids: [], answer_text: own }];
}

/** One line per question, then the member's own words, which are never cut. */
export function chatContentOf(state: Answered, questions: readonly Question[]): string {
  const lines = answersByQuestion(state, questions).map(({ question, text, options }) => {
    const answer = text || options.map((option) => option.display_text).join(", ");
    return `${question.question_name}: ${answer}`;
  });
  const own = ownWordsOf(state);
  const room = chatTextMaxLength * 2 - [...own].length - 1;
  const head = [...lines.join("\n")].slice(0, room).join("");
  return [head, own].filter((part) => part !== "").join("\n");
}

export function userAnswerOf(state: Answered, questions: readonly Question[]): string {
  const said = ownWordsOf(state) || chosenText(state, questions);
  return [...said].slice(0, 500).join("");
}

export function chosenText(
  state: Pick<Answered, "optionIds">,
  questions: readonly Question[],
  separator = " · ",
): string {
  return questions
    .flatMap((question) => chosenOptions(state, question).map((option) => option.display_text))
    .join(separator);
}

export type Said = ReturnType<typeof saidOf>;

export function saidOf(state: Answered, questions: readonly Question[]) {
  const isAsked = state.way === "questionnaire";
  const written = questions.map(({ id }) => state.texts[id] ?? "");
  return {
    words: [state.description, ...(isAsked ? written : [])].join("\n"),
    choices: isAsked ? chosenText(state, questions, "\n") : "",
  };
}

type Who = Pick<QuizState, "userType" | "personalOption" | "hasTaxId">;

/** Businesses and batches get jars, samples paper; an unknown type goes by its tax id. */
export function setTypeOf({ userType, personalOption, hasTaxId }: Who): PersonalOption {
  if (userType === "enterprise") return "JAR";
  if (personalOption !== null) return personalOption;
  return hasTaxId ? "JAR" : "SAMPLE_PAPER";
}

export function keptFirst(
  productIds: readonly string[],
  selectedProduct: string | null,
  count: number,
): string[] {
  const ordered = selectedProduct === null ? productIds : [selectedProduct, ...productIds];
  return [...new Set(ordered)].slice(0, count);
}

type Reasoned = Pick<ChatAnswer, "matches">;

export const reasonsOf = ({ matches }: Reasoned, productId: string) =>
  matches.find((match) => match.product_id === productId)?.reasons ?? [];

/** Without repetitions: a wish and a note may have the same label. */
export function reasonLabels(answer: Reasoned, productId: string): string[] {
  const labels = reasonsOf(answer, productId).map(({ label }) => label.trim());
  const words = labels.map((label) => label.toLowerCase());
  return labels.filter(
    (label, place) => label !== "" && words.indexOf(label.toLowerCase()) === place,
  );
}
