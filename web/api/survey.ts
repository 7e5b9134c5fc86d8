import useSWR from "swr";
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import {
  chatAnswer,
  survey,
  surveyResponse,
  surveySubmitAnswer,
  type ChatAnswer,
  type ChatBody,
  type recommendationBody,
  type SurveySubmitBody,
} from "#contract/survey";
import { locale } from "../i18n/translate.ts";
import { api } from "./client.ts";
import { lasting, once, useRead } from "./read.ts";

export const useSurvey = (id: string | undefined) =>
  useRead(id === undefined ? null : `/surveys/${id}/full`, survey, once);

/** The Worker adds who started it and from where. */
export function startSurvey(id: string): Promise<void> {
  return api.send("POST", `/surveys/${id}/start`, { json: {} });
}

export async function submitSurvey(id: string, json: SurveySubmitBody): Promise<string> {
  const sent = { json, schema: surveySubmitAnswer };
  return (await api.send("POST", `/surveys/${id}/submit`, sent)).id;
}

export function loadSurveyResponse(id: string) {
  return api.get(`/surveys/responses/${encodeURIComponent(id)}/full`, surveyResponse);
}

export function askRecommender(json: ChatBody): Promise<ChatAnswer> {
  return api.send("POST", "/raw-materials/chat", { json, schema: chatAnswer });
}

interface Asked {
  survey_response_id: string;
  kept_product: string | null;
  asked: { locale: Locale; content: string; count: number };
  refusals?: ChatAnswer["refusals"];
}

/** Asks the same question in the page's language, unless the answer is in that language already. */
export function useAnswerAgain({ asked, kept_product, survey_response_id, refusals }: Asked) {
  return useSWR(
    locale === asked.locale ? null : ["recommendation", survey_response_id],
    () =>
      askRecommender({
        content: asked.content,
        top_k: asked.count,
        selected_product: kept_product,
        refusals: refusals?.applied ?? [],
      }),
    lasting,
  );
}

export async function keepRecommendation(json: z.input<typeof recommendationBody>): Promise<void> {
  const response = encodeURIComponent(json.response_id);
  await api.send("POST", `/surveys/responses/${response}/recommendations`, { json });
}
