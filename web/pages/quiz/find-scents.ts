import { idPattern } from "#contract/fields";
import type { Locale } from "#contract/locales";
import type { ChatAnswer, KeptOut, PersonalOption, Question, SurveyAnswer } from "#contract/survey";
import { fetchProductAhead } from "../../api/products.ts";
import { askRecommender, keepRecommendation } from "../../api/recommendations.ts";
import { submitSurvey } from "../../api/survey.ts";
import type { KeptRecommendations } from "./recommendations-store.ts";
import {
  answersOf,
  chatContentOf,
  hasOwnWords,
  saidOf,
  userAnswerOf,
  type Said,
} from "./answers.ts";
import { keptFirst, recommendationCount, setTypeOf } from "./counts.ts";
import type { QuizState } from "./flow.ts";
import { memberHere } from "./member-here.ts";

export const stages = ["reading", "matching", "drawing"] as const;
export type Stage = (typeof stages)[number];

export interface SearchRequest {
  locale: Locale;
  quiz: QuizState;
  surveyId: string;
  questions: readonly Question[];
  descriptionQuestionId: string;
  selectedProduct: string | null;
}

export class NothingFound extends Error {
  constructor(
    response: string,
    /** Set when the member refuses something. */
    readonly keptOut: KeptOut | null,
  ) {
    super(response);
  }
}

interface Submitted {
  answers: string;
  responseId: string;
}

export interface SearchProgress {
  /** @returns what this quiz leaves out. */
  storeRefusals: (said: Said) => Promise<string[]>;
  onStage: (stage: Stage) => void;
  submitted: () => Submitted | null;
  onSubmitted: (submitted: Submitted) => void;
}

async function submitOnce(
  surveyId: string,
  personalOption: PersonalOption,
  answers: SurveyAnswer[],
  refusals: string[],
  { submitted, onSubmitted }: SearchProgress,
): Promise<string> {
  // The refusals are kept with the answers, so other ones make other answers.
  const said = JSON.stringify([surveyId, personalOption, answers, refusals]);
  const before = submitted();
  if (before?.answers === said) return before.responseId;
  const responseId = await submitSurvey(surveyId, {
    form_id: surveyId,
    personal_option: personalOption,
    answers,
    refusals,
  });
  onSubmitted({ answers: said, responseId });
  return responseId;
}

export async function findScents(
  request: SearchRequest,
  progress: SearchProgress,
): Promise<KeptRecommendations> {
  const { locale, quiz, surveyId, questions, descriptionQuestionId, selectedProduct } = request;
  const setType = setTypeOf(quiz);
  const count = recommendationCount(quiz);
  progress.onStage("reading");
  const refusals = await progress.storeRefusals(saidOf(quiz, questions));
  const responseId = await submitOnce(
    surveyId,
    setType,
    answersOf(quiz, questions, descriptionQuestionId),
    refusals,
    progress,
  );
  progress.onStage("matching");
  const content = chatContentOf(quiz, questions);
  // The id comes from the URL, so it may be anything.
  const selected = idPattern.test(selectedProduct ?? "") ? selectedProduct : null;
  const chat = await askRecommender(locale, {
    content,
    top_k: count,
    selected_product: selected,
    refusals,
  });
  const keptProduct = chat.products_id[0] === selected ? selected : null;
  const productIds = keptFirst(chat.products_id, keptProduct, count);
  if (productIds.length === 0) throw new NothingFound(chat.response, chat.refusals ?? null);
  progress.onStage("drawing");
  await Promise.all(productIds.map((id) => fetchProductAhead(locale, id)));
  await keepAll(responseId, productIds, chat);
  return {
    ...chat,
    products_id: productIds,
    member_id: memberHere(),
    survey_response_id: responseId,
    personal_option: setType,
    user_answer: userAnswerOf(quiz, questions),
    ...(hasOwnWords(quiz) ? {} : { chosen: quiz.optionIds }),
    kept_product: keptProduct,
    asked: { locale, content, count },
  };
}

async function keepAll(responseId: string, productIds: string[], chat: ChatAnswer): Promise<void> {
  const reasonsOf = (id: string) =>
    chat.matches.find((match) => match.product_id === id)?.reasons.map((reason) => reason.label) ??
    [];
  await Promise.all(
    productIds.map((id, index) =>
      keepRecommendation({
        response_id: responseId,
        product_id: id,
        recommendation_reason: [...reasonsOf(id).join(" · ")].slice(0, 500).join(""),
        recommendation_order: index + 1,
        ai_response: [...chat.response].slice(0, 4_000).join(""),
      }),
    ),
  );
}
