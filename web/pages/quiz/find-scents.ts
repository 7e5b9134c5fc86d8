/** From the answers to recommended scents, in the order of the specification. It never touches what the member wrote. */
import type { Locale } from "#contract/locales";
import type { PersonalOption, Question, SurveyAnswer } from "#contract/survey";
import { fetchProductAhead } from "../../api/products.ts";
import { askRecommender, keepRecommendation } from "../../api/recommendations.ts";
import { submitSurvey } from "../../api/survey.ts";
import type { KeptRecommendations } from "../../stores/recommendations.ts";
import { answersOf, chatContentOf, userAnswerOf } from "./answers.ts";
import { keptFirst, recommendationCount, setTypeOf } from "./counts.ts";
import type { QuizState } from "./flow.ts";

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

/** The recommender answered, with nothing in it. */
export class NothingFound extends Error {}

/** The last submitted answers: when a later step failed, trying again must not submit the same answers twice. */
let submitted: { answers: string; responseId: string } | null = null;

async function submitOnce(surveyId: string, personalOption: PersonalOption, answers: SurveyAnswer[]): Promise<string> {
  const said = JSON.stringify([surveyId, personalOption, answers]);
  if (submitted?.answers === said) return submitted.responseId;
  const responseId = await submitSurvey(surveyId, { form_id: surveyId, personal_option: personalOption, answers });
  submitted = { answers: said, responseId };
  return responseId;
}

export async function findScents(request: SearchRequest, onStage: (stage: Stage) => void): Promise<KeptRecommendations> {
  const { locale, quiz, surveyId, questions, descriptionQuestionId, selectedProduct } = request;
  const setType = setTypeOf(quiz);
  const count = recommendationCount(quiz);
  onStage("reading");
  const responseId = await submitOnce(surveyId, setType, answersOf(quiz, questions, descriptionQuestionId));
  onStage("matching");
  const chat = await askRecommender(chatContentOf(quiz, questions), count);
  const productIds = keptFirst(chat.products_id, selectedProduct, count);
  if (productIds.length === 0) throw new NothingFound();
  onStage("drawing");
  await Promise.all(productIds.map((id) => fetchProductAhead(locale, id)));
  await keepAll(responseId, productIds, chat);
  submitted = null;
  return {
    ...chat,
    products_id: productIds,
    survey_response_id: responseId,
    personal_option: setType,
    user_answer: userAnswerOf(quiz, questions),
  };
}

async function keepAll(
  responseId: string,
  productIds: string[],
  chat: Awaited<ReturnType<typeof askRecommender>>,
): Promise<void> {
  const reasonsOf = (id: string) =>
    chat.matches.find((match) => match.product_id === id)?.reasons.map((reason) => reason.label) ?? [];
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
