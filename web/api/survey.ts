import useSWR from "swr";
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import * as contract from "#contract/survey";
import { locale } from "../i18n/translate.ts";
import { api, lasting, once, useRead } from "./client.ts";

export const useSurvey = (id: string | undefined) =>
  useRead(id === undefined ? null : `/surveys/${id}/full`, contract.survey, once);

export function startSurvey(id: string): Promise<void> {
  return api.send("POST", `/surveys/${id}/start`, { json: {} });
}

export async function submitSurvey(id: string, json: contract.SurveySubmitBody): Promise<string> {
  const sent = { json, schema: contract.surveySubmitAnswer };
  return (await api.send("POST", `/surveys/${id}/submit`, sent)).id;
}

export function useSurveyResponse(id: string | null) {
  const path = `/surveys/responses/${encodeURIComponent(id ?? "")}/full`;
  return useRead(id === null ? null : path, contract.surveyResponse, once);
}

export function askRecommender(json: contract.ChatBody): Promise<contract.ChatAnswer> {
  return api.send("POST", "/raw-materials/chat", { json, schema: contract.chatAnswer });
}

interface Asked {
  survey_response_id: string;
  kept_product: string | null;
  asked: { locale: Locale; content: string; count: number };
  refusals?: contract.ChatAnswer["refusals"];
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

export async function keepRecommendation(
  json: z.input<typeof contract.recommendationBody>,
): Promise<void> {
  const response = encodeURIComponent(json.response_id);
  await api.send("POST", `/surveys/responses/${response}/recommendations`, { json });
}
