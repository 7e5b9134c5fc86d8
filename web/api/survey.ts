import {
  survey,
  surveyResponse,
  surveySubmitAnswer,
  type SurveySubmitBody,
} from "#contract/survey";
import { api } from "./client.ts";
import { localRead, once, useLocalRead } from "./read.ts";

export const useSurvey = (id: string | undefined) =>
  useLocalRead(id === undefined ? null : `/surveys/${id}/full`, localRead(survey), once);

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
