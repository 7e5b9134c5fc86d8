import { localeTable } from "#contract/locales";
import type { ChatAnswer } from "#contract/survey";
import { useAnswerAgain } from "../../api/recommendations.ts";
import { useI18n } from "../../i18n/translate.ts";
import type { KeptRecommendations } from "./recommendations-store.ts";
import { keptFirst } from "./counts.ts";

export interface ResultWords {
  /** Null while loading. */
  said: Pick<ChatAnswer, "response" | "matches"> | null;
  /** Set when the words are not in the page's language. */
  lang: string | undefined;
}

/** The answer in the page's language, or the original if the new one is about other scents or failed. */
export function useResultWords(kept: KeptRecommendations): ResultWords {
  const { locale } = useI18n();
  const again = useAnswerAgain(kept);
  if (locale === kept.asked.locale) return { said: kept, lang: undefined };
  if (again.data === undefined && again.error === undefined) return { said: null, lang: undefined };
  if (again.data !== undefined && isAboutSameScents(kept, again.data))
    return { said: again.data, lang: undefined };
  return { said: kept, lang: localeTable[kept.asked.locale].htmlLang };
}

function isAboutSameScents(
  { products_id, kept_product, asked }: KeptRecommendations,
  again: ChatAnswer,
): boolean {
  return keptFirst(again.products_id, kept_product, asked.count).join() === products_id.join();
}
