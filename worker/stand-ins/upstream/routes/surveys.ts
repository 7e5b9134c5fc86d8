/** The questionnaire and its answers. Every WHERE contains the owner. */
import { and, asc, eq, ne } from "drizzle-orm";
import { Hono, type Context } from "hono";
import type { App } from "../app.ts";
import {
  recommendationBody,
  surveyStartBody,
  surveySubmitBody,
  type SurveyAnswer,
} from "../wire.ts";
import { findFragrance } from "../catalogue.ts";
import { surveyId, surveyQuestions, type SurveyQuestion } from "../data/survey.ts";
import { requireGoodToken, requireMember } from "../http/actor.ts";
import { idOf, readJson } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { invalid, notFound } from "../http/refusal.ts";
import { randomId } from "../identity/crypto.ts";
import {
  recommendations,
  surveyResponses,
  surveyStarts,
  type StoredAnswer,
} from "../store/schema.ts";

export const surveys = new Hono<App>({ strict: false });

const noun = "問卷";
const responseNoun = "問卷紀錄";

surveys.get("/:id/full", requireGoodToken, async (c) => {
  const id = idOf(c, "id", noun);
  const staged = await stagedFailure(id);
  if (staged) return staged;
  refuseOtherSurvey(id);
  const { locale } = c.get("deps");
  const questions = surveyQuestions.map((question) => ({
    id: question.id,
    question_name: question.name[locale],
    question_type: question.type,
    is_required: question.isRequired,
    is_reference: question.isReference ?? false,
    options: question.options.map((option, place) => ({
      id: option.id,
      option_text: option.text.zh,
      display_text: option.text[locale],
      option_order: place + 1,
    })),
  }));
  return c.json({ id, questions });
});

surveys.post("/:id/start", requireMember, async (c) => {
  const formId = idOf(c, "id", noun);
  refuseOtherSurvey(formId);
  await readJson(c, surveyStartBody);
  const { db, now } = c.get("deps");
  const id = randomId();
  const memberId = c.get("actor").member.id;
  await db.insert(surveyStarts).values({ id, memberId, formId, createdAt: now });
  return c.json({ id }, 201);
});

surveys.post("/:id/submit", requireMember, async (c) => {
  const formId = idOf(c, "id", noun);
  refuseOtherSurvey(formId);
  const body = await readJson(c, surveySubmitBody);
  if (body.form_id !== formId) throw invalid("問卷編號不一致");
  const staged = await stagedFailure(...body.answers.map((answer) => answer.answer_text));
  if (staged) return staged;
  const { db, now } = c.get("deps");
  const id = randomId();
  await db.insert(surveyResponses).values({
    id,
    memberId: c.get("actor").member.id,
    formId,
    personalOption: body.personal_option ?? null,
    answers: checkedAnswers(surveyQuestions, body.answers),
    createdAt: now,
  });
  return c.json({ id }, 201);
});

surveys.get("/responses/:id/full", requireMember, async (c) => {
  const response = await ownResponse(c);
  const recommended = await c
    .get("deps")
    .db.select({
      product_id: recommendations.productId,
      recommendation_order: recommendations.order,
      ai_response: recommendations.aiResponse,
    })
    .from(recommendations)
    .where(eq(recommendations.responseId, response.id))
    .orderBy(asc(recommendations.order));
  return c.json({
    id: response.id,
    form_id: response.formId,
    personal_option: response.personalOption,
    created_at: new Date(response.createdAt).toISOString(),
    answers: response.answers,
    recommendations: recommended,
  });
});

/** Sent again, a product moves and a position gets another product, so neither occurs twice. */
surveys.post("/responses/:id/recommendations", requireMember, async (c) => {
  const body = await readJson(c, recommendationBody);
  if (body.response_id !== idOf(c, "id", responseNoun)) throw invalid("問卷紀錄編號不一致");
  const { id: responseId } = await ownResponse(c);
  const fragrance = findFragrance(body.product_id);
  if (!fragrance) throw notFound("商品");
  const { db, now } = c.get("deps");
  const order = body.recommendation_order;
  const row = {
    productId: fragrance.id,
    reason: body.recommendation_reason,
    aiResponse: body.ai_response,
    createdAt: now,
  };
  const isElsewhere = and(
    eq(recommendations.responseId, responseId),
    eq(recommendations.productId, fragrance.id),
    ne(recommendations.order, order),
  );
  const [, [stored]] = await db.batch([
    db.delete(recommendations).where(isElsewhere),
    db
      .insert(recommendations)
      .values({ id: randomId(), responseId, order, ...row })
      .onConflictDoUpdate({
        target: [recommendations.responseId, recommendations.order],
        set: row,
      })
      .returning({ id: recommendations.id }),
  ]);
  return c.json(stored, 201);
});

function refuseOtherSurvey(id: string): void {
  if (id !== surveyId) throw notFound(noun);
}

async function ownResponse(c: Context<App>) {
  const id = idOf(c, "id", responseNoun);
  const isOwn = and(
    eq(surveyResponses.id, id),
    eq(surveyResponses.memberId, c.get("actor").member.id),
  );
  const [response] = await c.get("deps").db.select().from(surveyResponses).where(isOwn);
  if (!response) throw notFound(responseNoun);
  return response;
}

/** The free description alone is enough; a questionnaire that was begun must be complete. */
function checkedAnswers(
  questions: readonly SurveyQuestion[],
  answers: readonly SurveyAnswer[],
): StoredAnswer[] {
  const known = new Map(questions.map((question) => [question.id, question]));
  const checked = new Map<string, StoredAnswer>();
  for (const answer of answers) {
    const question = known.get(answer.question_id);
    if (question === undefined) throw invalid(`題目不屬於此問卷：${answer.question_id}`);
    if (checked.has(question.id)) throw invalid(`題目重複作答：${question.id}`);
    checked.set(question.id, checkedAnswer(question, answer));
  }
  const given = [...checked.values()].filter(isAnswered);
  if (given.length === 0) throw invalid("請回答問卷，或描述理想的香氣");
  const isQuestionnaire = given.some(
    (answer) => known.get(answer.question_id)?.isReference !== true,
  );
  const missing = questions.find(
    (question) =>
      question.isRequired && !given.some((answer) => answer.question_id === question.id),
  );
  if (isQuestionnaire && missing !== undefined) throw invalid(`必填題目尚未作答：${missing.id}`);
  return given;
}

function checkedAnswer(
  question: SurveyQuestion,
  { option_ids, answer_text }: SurveyAnswer,
): StoredAnswer {
  const isText = question.type === "TEXT" || question.type === "TEXTAREA";
  const optionIds = [...new Set(option_ids)];
  const foreign = optionIds.find((id) => !question.options.some((option) => option.id === id));
  if (foreign !== undefined) throw invalid(`選項不屬於此題目：${foreign}`);
  if (question.type === "SINGLE_CHOICE" && optionIds.length > 1)
    throw invalid(`單選題只能選一項：${question.id}`);
  const text = answer_text?.trim() ?? "";
  if (!isText && text !== "") throw invalid(`選擇題不接受文字：${question.id}`);
  return {
    question_id: question.id,
    option_ids: optionIds,
    answer_text: text === "" ? null : text,
  };
}

const isAnswered = ({ option_ids, answer_text }: StoredAnswer) =>
  option_ids.length > 0 || answer_text !== null;
