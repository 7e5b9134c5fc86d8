import * as z from "zod/mini";
import { personalOptions, questionTypes } from "#contract/survey";
import type { recommendationBody, ChatAnswer, Question, SurveyResponse } from "#contract/survey";
import { command, endpoint, json, type Reading } from "./endpoint.ts";
import * as read from "./tolerant.ts";

const option = z.object({
  id: read.text,
  ...read.each(read.maybe(read.text), "option_text", "display_text"),
  option_order: read.maybe(read.whole),
});
const question = z.object({
  id: read.text,
  question_name: read.otherwise(read.text, ""),
  question_type: read.otherwise(read.word, ""),
  ...read.each(read.otherwise(read.flag, false), "is_required", "is_reference"),
  options: read.listOfReadable(option),
});

/** One that cannot be read costs itself, all of them the questionnaire. */
const questionnaire = read
  .listWithoutUnreadable(question)
  .check(z.refine((found) => found.length > 0));

/** An unknown type is several answers if it says so, else one if there are options, else text. */
function typeOf(name: string, hasOptions: boolean, { guessed }: Reading) {
  const wanted = name.replaceAll(/[\s-]+/g, "_");
  const known = questionTypes.find((type) => type === wanted);
  if (known !== undefined) return known;
  const several = /MULTI|CHECKBOX/.test(wanted);
  const guess = several ? "MULTIPLE_CHOICE" : hasOptions ? "SINGLE_CHOICE" : "TEXT";
  guessed(`question_type ${wanted.slice(0, 40)} is ${guess}`);
  return guess;
}

export const getSurvey = endpoint("catalogue", "GET", "/surveys/{id}/full", {
  answer: z.object({ id: read.maybe(read.text), questions: questionnaire }),
  translate: ({ id, questions }, params, reading): { id: string; questions: Question[] } => ({
    id: id ?? params["id"] ?? "",
    questions: questions.map(({ question_type, options, ...rest }) => ({
      ...rest,
      question_type: typeOf(question_type, options.length > 0, reading),
      options: options.map(({ id: optionId, option_text, display_text, option_order }, index) => ({
        id: optionId,
        option_text: option_text ?? display_text ?? optionId,
        display_text: display_text ?? option_text ?? optionId,
        option_order: option_order ?? index + 1,
      })),
    })),
  }),
});

export type Visitor = Record<
  "member_id" | "session_id" | "ip_address" | "user_agent",
  string | null
>;

type Submission = Visitor & {
  form_id: string;
  personal_option: string | null;
  answers: { question_id: string; option_ids: string[]; answer_text: string | null }[];
};

export const startSurvey = command("recommender", "POST", "/surveys/{id}/start", json<Visitor>());

export const submitSurvey = endpoint("recommender", "POST", "/surveys/{id}/submit", {
  sends: json<Submission>(),
  answer: z.object({ id: read.text }),
  translate: ({ id }) => ({ id }),
});

const earlierAnswer = z.object({
  question_id: read.text,
  option_ids: read.maybe(z.array(read.text)),
  ...read.each(read.maybe(read.text), "option_id", "answer_text"),
});

/** The documents leave the shape of earlier answers open; unreadable ones are not shown again. */
export const getSurveyResponse = endpoint("recommender", "GET", "/surveys/responses/{id}/full", {
  answer: z.object({
    id: read.maybe(read.text),
    personal_option: read.maybe(read.oneOf(personalOptions)),
    answers: read.listOfReadable(earlierAnswer),
  }),
  translate: ({ id, personal_option, answers }, params): SurveyResponse => ({
    id: id ?? params["id"] ?? "",
    personal_option,
    answers: answers.map(({ question_id, option_ids, option_id, answer_text }) => ({
      question_id,
      option_ids: option_ids ?? (option_id === null ? [] : [option_id]),
      answer_text,
    })),
  }),
});

export const keepRecommendation = command(
  "recommender",
  "POST",
  "/surveys/responses/{id}/recommendations",
  json<z.infer<typeof recommendationBody>>(),
);

const match = z.object({
  product_id: read.text,
  reasons: read.listOfReadable(z.object({ kind: read.otherwise(read.text, ""), label: read.text })),
});

export const askRecommender = endpoint("recommender", "POST", "/raw-materials/chat", {
  sends: json<{ content: string; top_k: number }>(),
  timeoutMs: 20_000,
  answer: z.object({
    products_id: read.listOfSome(read.text),
    response: read.otherwise(read.text, ""),
    matches: read.listOfReadable(match),
  }),
  translate: ({ products_id, response, matches }): ChatAnswer => ({
    products_id: [...new Set(products_id)],
    response,
    matches,
  }),
});
