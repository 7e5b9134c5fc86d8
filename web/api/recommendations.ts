import useSWR from "swr";
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import { chatAnswer, type ChatAnswer, type recommendationBody } from "#contract/survey";
import { useI18n } from "../i18n/translate.ts";
import { api } from "./client.ts";
import { lasting } from "./read.ts";

export function askRecommender(
  content: string,
  topK: number,
  locale: Locale,
  selectedProduct: string | null,
): Promise<ChatAnswer> {
  const headers = { "Accept-Language": locale };
  return api.send("POST", "/raw-materials/chat", {
    json: { content, top_k: topK, selected_product: selectedProduct },
    schema: chatAnswer,
    headers,
  });
}

interface Asked {
  survey_response_id: string;
  kept_product: string | null;
  asked: { locale: Locale; content: string; count: number };
}

/** Asks the same question in the page's language, unless the answer is in that language already. */
export function useAnswerAgain({ asked, kept_product, survey_response_id }: Asked) {
  const { locale } = useI18n();
  return useSWR(
    locale === asked.locale ? null : ["recommendation", locale, survey_response_id],
    () => askRecommender(asked.content, asked.count, locale, kept_product),
    lasting,
  );
}

export async function keepRecommendation(body: z.input<typeof recommendationBody>): Promise<void> {
  const response = encodeURIComponent(body.response_id);
  await api.send("POST", `/surveys/responses/${response}/recommendations`, { json: body });
}
