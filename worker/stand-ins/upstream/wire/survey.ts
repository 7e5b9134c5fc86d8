/** The questionnaire, its answers and the recommender (account 3 and 7). */
import * as z from "zod/mini";
import { id, text, whole } from "./fields.ts";

export interface Question {
  id: string;
  question_name: string;
  question_type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "TEXT" | "TEXTAREA";
  is_required: boolean;
  is_reference: boolean;
  options: { id: string; option_text: string; display_text: string; option_order: number }[];
}

const origin = {
  member_id: z.nullish(z.string().check(z.maxLength(64))),
  session_id: z.nullish(z.string().check(z.maxLength(64))),
  ip_address: z.nullish(z.string().check(z.maxLength(64))),
  user_agent: z.nullish(z.string().check(z.maxLength(512))),
};
export const surveyStartBody = z.strictObject(origin);

const surveyAnswer = z.strictObject({
  question_id: id,
  option_ids: z.array(id).check(z.maxLength(40)),
  answer_text: z.nullish(text(1_000)),
});
export type SurveyAnswer = z.infer<typeof surveyAnswer>;

export const surveySubmitBody = z.strictObject({
  ...origin,
  form_id: id,
  personal_option: z.nullish(z.enum(["JAR", "SAMPLE_PAPER"])),
  answers: z.array(surveyAnswer).check(z.maxLength(60)),
});

/** "Earlier response for retry": the document says no more of its shape than that the answers are in it. */
interface DocumentedResponse {
  id: string;
  answers: { question_id: string; option_ids: string[]; answer_text: string | null }[];
}
/** Beyond the documents. */
interface ResponseAdditions {
  form_id: string;
  personal_option: string | null;
  created_at: string;
  recommendations: { product_id: string; recommendation_order: number; ai_response: string }[];
}
export type SurveyResponse = DocumentedResponse & ResponseAdditions;

export const chatBody = z.strictObject({ content: text(4_000, 1), top_k: whole(1, 10) });

export const recommendationBody = z.strictObject({
  response_id: id,
  product_id: id,
  recommendation_reason: text(500),
  recommendation_order: whole(1, 10),
  ai_response: text(4_000),
});
