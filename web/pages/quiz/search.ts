import { idPattern } from "#contract/fields";
import { productsPerSet } from "#contract/limits";
import type { ChatAnswer, KeptOut, Question } from "#contract/survey";
import { locale } from "../../i18n/translate.ts";
import { fetchProductAhead } from "../../api/products.ts";
import { askRecommender, keepRecommendation, submitSurvey } from "../../api/survey.ts";
import {
  answersOf,
  chatContentOf,
  keptFirst,
  ownWordsOf,
  reasonsOf,
  saidOf,
  setTypeOf,
  userAnswerOf,
} from "./answers.ts";
import { memberHere } from "../../session/member-here.ts";
import type { Entry, Stage } from "./flow.ts";
import {
  presentDraft,
  useQuiz,
  useRecommendations,
  type KeptRecommendations,
  type QuizDraft,
} from "./quiz-store.ts";
import { loadRefusalScreens } from "./refusal-parts.tsx";

export interface SearchRequest extends Pick<Entry, "surveyId" | "descriptionQuestionId"> {
  questions: readonly Question[];
  selectedProduct: string | null;
}

export class NothingFound extends Error {
  /** @param keptOut - null for a member who refuses nothing. */
  constructor(
    response: string,
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

/** One at a time, on the screen or not. Where another quiz was opened, the draft searches again. */
export async function searchScents(request: SearchRequest): Promise<void> {
  const { owner, search, searching, change, dispatch } = useQuiz.getState();
  const draft = presentDraft();
  if (owner === null || draft === null || search.status === "running") return;
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
    const found = await findScents(request, draft, owner, reach);
    if (!isCurrent()) return;
    useRecommendations.getState().keep(found);
    change({ isSearching: false, submitted: null, refusals: null }, owner);
    searching({ status: "idle" });
    dispatch({ type: "resultFound" });
  } catch (error) {
    if (!isCurrent()) return;
    if (!isLeaving) change({ isSearching: false }, owner);
    searching(isLeaving ? { status: "idle" } : { status: "failed", stage, error });
  }
}

async function findScents(
  { surveyId, questions, descriptionQuestionId, selectedProduct }: SearchRequest,
  draft: QuizDraft,
  owner: string,
  reach: (stage: Stage) => void,
): Promise<KeptRecommendations> {
  const { quiz, submitted } = draft;
  const { storeRefusals } = await loadRefusalScreens();
  const refusals = await storeRefusals(draft, saidOf(quiz, questions));
  const personalOption = setTypeOf(quiz);
  const body = {
    form_id: surveyId,
    personal_option: personalOption,
    answers: answersOf(quiz, questions, descriptionQuestionId),
    refusals,
  };
  // The refusals are kept with the answers, so other ones make other answers.
  const answers = JSON.stringify(body);
  const responseId =
    submitted?.answers === answers ? submitted.responseId : await submitSurvey(surveyId, body);
  useQuiz.getState().change({ submitted: { answers, responseId } }, owner);
  reach("matching");
  const content = chatContentOf(quiz, questions);
  const count = productsPerSet[personalOption];
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
    personal_option: personalOption,
    user_answer: userAnswerOf(quiz, questions),
    ...(ownWordsOf(quiz) === "" ? { chosen: quiz.optionIds } : {}),
    kept_product: keptProduct,
    asked: { locale, content, count },
  };
}

async function keepAll(responseId: string, productIds: string[], chat: ChatAnswer): Promise<void> {
  const reasonOf = (id: string) =>
    reasonsOf(chat, id)
      .map(({ label }) => label)
      .join(" · ");
  await Promise.all(
    productIds.map((id, index) =>
      keepRecommendation({
        response_id: responseId,
        product_id: id,
        recommendation_reason: [...reasonOf(id)].slice(0, 500).join(""),
        recommendation_order: index + 1,
        ai_response: [...chat.response].slice(0, 4_000).join(""),
      }),
    ),
  );
}
