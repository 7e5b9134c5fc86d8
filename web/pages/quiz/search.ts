import { idPattern } from "#contract/fields";
import type { ChatAnswer, KeptOut, Question, SurveySubmitBody } from "#contract/survey";
import { locale } from "../../i18n/translate.ts";
import { fetchProductAhead } from "../../api/products.ts";
import { askRecommender, keepRecommendation, submitSurvey } from "../../api/survey.ts";
import {
  answersOf,
  chatContentOf,
  hasOwnWords,
  keptFirst,
  recommendationCount,
  saidOf,
  setTypeOf,
  userAnswerOf,
} from "./answers.ts";
import { memberHere } from "../../session/member-here.ts";
import { useQuiz, type QuizDraft, type Stage } from "./quiz-store.ts";
import { useRecommendations, type KeptRecommendations } from "./recommendations-store.ts";
import { loadRefusalScreens } from "./refusal-parts.tsx";

export interface SearchRequest {
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

let latestRun = 0;

/** Unloading aborts the requests; the next page resumes the search. */
let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true));
addEventListener("pageshow", () => (isLeaving = false));

/**
 * Runs one search at a time and keeps its result even when the quiz is not on the screen. If
 * another quiz was opened meanwhile, the result is dropped and the draft searches again when it
 * is opened.
 */
export async function searchScents(request: SearchRequest): Promise<void> {
  const { owner, search, searching, change, dispatch } = useQuiz.getState();
  if (owner === null || search.status === "running") return;
  latestRun += 1;
  const run = latestRun;
  const isCurrent = () => run === latestRun && useQuiz.getState().owner === owner;
  let stage: Stage = "reading";
  const reach = (reached: Stage) => {
    stage = reached;
    if (isCurrent()) searching({ status: "running", stage });
  };
  reach(stage);
  change({ isSearching: true, hasSeenResult: false }, owner);
  dispatch({ type: "descriptionSent" });
  try {
    const found = await findScents(request, owner, reach);
    if (!isCurrent()) return;
    useRecommendations.getState().keep(found);
    change({ isSearching: false, submitted: null, refusals: null }, owner);
    searching({ status: "idle" });
    dispatch({ type: "resultFound" });
  } catch (error) {
    if (!isCurrent()) return;
    if (isLeaving) return searching({ status: "idle" });
    change({ isSearching: false }, owner);
    searching({ status: "failed", stage, error });
  }
}

async function findScents(
  { surveyId, questions, descriptionQuestionId, selectedProduct }: SearchRequest,
  owner: string,
  reach: (stage: Stage) => void,
): Promise<KeptRecommendations> {
  const draft = useQuiz.getState().drafts[owner];
  if (draft === undefined) throw new Error("The quiz that is searched for is gone");
  const { quiz } = draft;
  const { storeRefusals } = await loadRefusalScreens();
  const refusals = await storeRefusals(draft, saidOf(quiz, questions));
  const responseId = await submitOnce(draft, owner, {
    form_id: surveyId,
    personal_option: setTypeOf(quiz),
    answers: answersOf(quiz, questions, descriptionQuestionId),
    refusals,
  });
  reach("matching");
  const content = chatContentOf(quiz, questions);
  const count = recommendationCount(quiz);
  // The id comes from the URL, so it may be anything.
  const selected = idPattern.test(selectedProduct ?? "") ? selectedProduct : null;
  const chat = await askRecommender({
    content,
    top_k: count,
    selected_product: selected,
    refusals,
  });
  const keptProduct = chat.products_id[0] === selected ? selected : null;
  const productIds = keptFirst(chat.products_id, keptProduct, count);
  if (productIds.length === 0) throw new NothingFound(chat.response, chat.refusals ?? null);
  reach("drawing");
  await Promise.all(productIds.map((id) => fetchProductAhead(id)));
  await keepAll(responseId, productIds, chat);
  return {
    ...chat,
    products_id: productIds,
    member_id: memberHere(),
    survey_response_id: responseId,
    personal_option: setTypeOf(quiz),
    user_answer: userAnswerOf(quiz, questions),
    ...(hasOwnWords(quiz) ? {} : { chosen: quiz.optionIds }),
    kept_product: keptProduct,
    asked: { locale, content, count },
  };
}

async function submitOnce(
  { submitted }: QuizDraft,
  owner: string,
  body: SurveySubmitBody,
): Promise<string> {
  const { form_id, personal_option, answers, refusals } = body;
  // The refusals are kept with the answers, so other ones make other answers.
  const said = JSON.stringify([form_id, personal_option, answers, refusals]);
  if (submitted?.answers === said) return submitted.responseId;
  const responseId = await submitSurvey(form_id, body);
  useQuiz.getState().change({ submitted: { answers: said, responseId } }, owner);
  return responseId;
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
