import { Hono } from "hono";
import type { App } from "../app.ts";
import {
  recommendationBody,
  surveyStartBody,
  surveySubmitBody,
  type Locale,
  type Question,
  type SurveyResponse,
} from "../wire.ts";
import { findFragrance } from "../catalogue.ts";
import { surveyId } from "../data/ids.ts";
import { surveyQuestions } from "../data/survey.ts";
import { requireGoodToken, requireMember } from "../http/actor.ts";
import { idOf, readJson } from "../http/body.ts";
import { invalid, notFound } from "../http/refusal.ts";
import { stagedFailure } from "../http/sentinels.ts";
import { checkedAnswers } from "../survey/check-answers.ts";
import {
  findResponse,
  keepRecommendation,
  keepResponse,
  recommendedIn,
  startSurvey,
} from "../store/survey-responses.ts";

export const surveys = new Hono<App>({ strict: false });

const noun = "問卷";
const responseNoun = "問卷紀錄";

surveys.get("/:id/full", requireGoodToken, async (c) => {
  const id = idOf(c, "id", noun);
  const staged = await stagedFailure(id);
  if (staged) return staged;
  refuseOtherSurvey(id);
  const { locale } = c.get("deps");
  return c.json({ id, questions: surveyQuestions.map((question) => shown(question, locale)) });
});

surveys.post("/:id/start", requireMember, async (c) => {
  const id = idOf(c, "id", noun);
  refuseOtherSurvey(id);
  await readJson(c, surveyStartBody);
  const { db, now } = c.get("deps");
  return c.json({ id: await startSurvey(db, c.get("actor").member.id, id, now) }, 201);
});

surveys.post("/:id/submit", requireMember, async (c) => {
  const formId = idOf(c, "id", noun);
  refuseOtherSurvey(formId);
  const body = await readJson(c, surveySubmitBody);
  if (body.form_id !== formId) throw invalid("問卷編號不一致");
  const staged = await stagedFailure(...body.answers.map((answer) => answer.answer_text));
  if (staged) return staged;
  const { db, now } = c.get("deps");
  const answers = checkedAnswers(surveyQuestions, body.answers);
  const submission = {
    memberId: c.get("actor").member.id,
    formId,
    personalOption: body.personal_option ?? null,
    answers,
  };
  return c.json({ id: await keepResponse(db, submission, now) }, 201);
});

surveys.get("/responses/:id/full", requireMember, async (c) => {
  const { db } = c.get("deps");
  const response = await findResponse(db, c.get("actor").member.id, idOf(c, "id", responseNoun));
  if (!response) throw notFound(responseNoun);
  const answer: SurveyResponse = {
    id: response.id,
    form_id: response.formId,
    personal_option: response.personalOption,
    created_at: new Date(response.createdAt).toISOString(),
    answers: response.answers,
    recommendations: await recommendedIn(db, response.id),
  };
  return c.json(answer);
});

surveys.post("/responses/:id/recommendations", requireMember, async (c) => {
  const responseId = idOf(c, "id", responseNoun);
  const body = await readJson(c, recommendationBody);
  if (body.response_id !== responseId) throw invalid("問卷紀錄編號不一致");
  const { db, now } = c.get("deps");
  if (!(await findResponse(db, c.get("actor").member.id, responseId))) throw notFound(responseNoun);
  const fragrance = findFragrance(body.product_id);
  if (!fragrance) throw notFound("商品");
  const recommendation = {
    responseId,
    productId: fragrance.id,
    reason: body.recommendation_reason,
    order: body.recommendation_order,
    aiResponse: body.ai_response,
  };
  return c.json({ id: await keepRecommendation(db, recommendation, now) }, 201);
});

function refuseOtherSurvey(id: string): void {
  if (id !== surveyId) throw notFound(noun);
}

function shown(question: (typeof surveyQuestions)[number], locale: Locale): Question {
  return {
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
  };
}
