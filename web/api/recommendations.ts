import useSWR from "swr";
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import {
  chatAnswer,
  type ChatAnswer,
  type ChatBody,
  type recommendationBody,
} from "#contract/survey";
import { useI18n } from "../i18n/translate.ts";
import { api } from "./client.ts";
import { lasting } from "./read.ts";

export function askRecommender(locale: Locale, json: ChatBody): Promise<ChatAnswer> {
  const headers = { "Accept-Language": locale };
  return api.send("POST", "/raw-materials/chat", { json, schema: chatAnswer, headers });
}

interface Asked {
  survey_response_id: string;
  kept_product: string | null;
  asked: { locale: Locale; content: string; count: number };
  refusals?: ChatAnswer["refusals"];
}

/** Asks the same question in the page's language, unless the answer is in that language already. */
export function useAnswerAgain({ asked, kept_product, survey_response_id, refusals }: Asked) {
  const { locale } = useI18n();
  return useSWR(
    locale === asked.locale ? null : ["recommendation", locale, survey_response_id],
    () =>
      askRecommender(locale, {
        content: asked.content,
        top_k: asked.count,
        selected_product: kept_product,
        refusals: refusals?.applied ?? [],
      }),
    lasting,
  );
}

export async function keepRecommendation(body: z.input<typeof recommendationBody>): Promise<void> {
  const response = encodeURIComponent(body.response_id);
  await api.send("POST", `/surveys/responses/${response}/recommendations`, { json: body });
}
