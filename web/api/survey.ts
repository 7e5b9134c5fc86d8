import useSWR from "swr";
import { survey, surveyResponse, surveySubmitAnswer, type SurveySubmitBody } from "#contract/survey";
import { useI18n } from "../i18n/translate.ts";
import { api } from "./client.ts";

/** Questions come in the page's language, so each language has a copy of its own. */
export function useSurvey(id: string | undefined) {
  const { locale } = useI18n();
  return useSWR(id === undefined ? null : ["survey", locale, id], () => api.get(`/surveys/${id}/full`, survey), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
}

/** Who, from where and with what is the Worker's to say; the page sends nothing of it. */
export function startSurvey(id: string): Promise<void> {
  return api.send("POST", `/surveys/${id}/start`, { json: {} });
}

export async function submitSurvey(id: string, body: SurveySubmitBody): Promise<string> {
  const answer = await api.send("POST", `/surveys/${id}/submit`, { json: body, schema: surveySubmitAnswer });
  return answer.id;
}

export function loadSurveyResponse(id: string) {
  return api.get(`/surveys/responses/${encodeURIComponent(id)}/full`, surveyResponse);
}
