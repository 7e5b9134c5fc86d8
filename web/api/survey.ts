import useSWR from "swr";
import {
  survey,
  surveyResponse,
  surveySubmitAnswer,
  type SurveySubmitBody,
} from "#contract/survey";
import { useI18n } from "../i18n/translate.ts";
import { api } from "./client.ts";
import { once } from "./read.ts";

export function useSurvey(id: string | undefined) {
  const { locale } = useI18n();
  return useSWR(
    id === undefined ? null : ["survey", locale, id],
    () => api.get(`/surveys/${id}/full`, survey),
    once,
  );
}

/** The Worker adds who started it and from where. */
export function startSurvey(id: string): Promise<void> {
  return api.send("POST", `/surveys/${id}/start`, { json: {} });
}

export async function submitSurvey(id: string, body: SurveySubmitBody): Promise<string> {
  const answer = await api.send("POST", `/surveys/${id}/submit`, {
    json: body,
    schema: surveySubmitAnswer,
  });
  return answer.id;
}

export function loadSurveyResponse(id: string) {
  return api.get(`/surveys/responses/${encodeURIComponent(id)}/full`, surveyResponse);
}
