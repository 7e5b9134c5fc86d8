import * as z from "zod/mini";
import { id, text, whole } from "./fields.ts";
import { sampleItemTypes, type SampleItemType } from "./item-kind.ts";
import { answerTextMaxLength, chatTextMaxLength } from "./limits.ts";
import { refusals } from "./refusals.ts";

export const questionTypes = ["SINGLE_CHOICE", "MULTIPLE_CHOICE", "TEXT", "TEXTAREA"] as const;

const questionOption = z.object({
  id: z.string(),
  option_text: z.string(),
  display_text: z.string(),
  option_order: z.int(),
});
const question = z.object({
  id: z.string(),
  question_name: z.string(),
  question_type: z.enum(questionTypes),
  is_required: z.boolean(),
  is_reference: z.boolean(),
  options: z.array(questionOption),
});
export const survey = z.object({ id: z.string(), questions: z.array(question) });
export type Question = z.infer<typeof question>;

/** The Worker fills these in itself; the page's values are ignored. */
const origin = {
  member_id: z.nullish(z.string().check(z.maxLength(64))),
  session_id: z.nullish(z.string().check(z.maxLength(64))),
  ip_address: z.nullish(z.string().check(z.maxLength(64))),
  user_agent: z.nullish(z.string().check(z.maxLength(512))),
};
export const surveyStartBody = z.strictObject(origin);

export const personalOptions = sampleItemTypes;
export type PersonalOption = SampleItemType;

const surveyAnswer = z.strictObject({
  question_id: id,
  option_ids: z.array(id).check(z.maxLength(40)),
  answer_text: z.nullish(text(answerTextMaxLength)),
});
export type SurveyAnswer = z.infer<typeof surveyAnswer>;

export const surveySubmitBody = z.strictObject({
  ...origin,
  form_id: id,
  personal_option: z.nullish(z.enum(personalOptions)),
  answers: z.array(surveyAnswer).check(z.maxLength(60)),
  refusals: z.optional(refusals),
});
export type SurveySubmitBody = z.infer<typeof surveySubmitBody>;
export const surveySubmitAnswer = z.object({ id: z.string() });

export const surveyResponse = z.object({
  id: z.string(),
  personal_option: z.nullish(z.enum(personalOptions)),
  answers: z.array(
    z.object({
      question_id: z.string(),
      option_ids: z.array(z.string()),
      answer_text: z.nullish(z.string()),
    }),
  ),
});
export type SurveyResponse = z.infer<typeof surveyResponse>;

/** `selected_product`: kept from an earlier result. `refusals`: beyond the member's own list. */
export const chatBody = z.strictObject({
  content: text(chatTextMaxLength * 2, 1),
  top_k: whole(1, 10),
  selected_product: z.nullish(id),
  refusals: z.optional(refusals),
});
export type ChatBody = z.infer<typeof chatBody>;
/** Each reason is a phrase in the requested language. A recommender may give none. */
const chatMatch = z.object({
  product_id: z.string(),
  reasons: z.array(z.object({ kind: z.string(), label: z.string() })),
});
/** What the shop kept out of a recommendation. `unknown` names notes that nobody can classify. */
const keptOut = z.object({
  applied: z.array(z.string()),
  refused: z.int(),
  /** Scents left out because their notes could not be read. */
  unread: z.int(),
  missing: z.int(),
  unknown: z.array(z.object({ product_id: z.string(), notes: z.array(z.string()) })),
  /** Why the selected scent was left out: its notes; empty if they could not be read. */
  selected_refused: z.nullable(z.array(z.string())),
});
export type KeptOut = z.infer<typeof keptOut>;

export const chatAnswer = z.object({
  products_id: z.array(z.string()),
  response: z.string(),
  matches: z.array(chatMatch),
  refusals: z.optional(keptOut),
});
export type ChatAnswer = z.infer<typeof chatAnswer>;

export const recommendationBody = z.strictObject({
  response_id: id,
  product_id: id,
  recommendation_reason: text(500),
  recommendation_order: whole(1, 10),
  ai_response: text(4_000),
});
