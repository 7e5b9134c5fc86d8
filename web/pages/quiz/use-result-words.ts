import { localeTable } from "#contract/locales";
import type { ChatAnswer } from "#contract/survey";
import { useAnswerAgain } from "../../api/recommendations.ts";
import { useI18n } from "../../i18n/translate.ts";
import type { KeptRecommendations } from "./recommendations-store.ts";
import { keptFirst } from "./counts.ts";

export interface ResultWords {
  /** Null while the page's language is on its way. */
  said: Pick<ChatAnswer, "response" | "matches"> | null;
  /** Set when the words are still in the language they were asked in. */
  lang: string | undefined;
}

/** The answer and its evidence in the page's language; where they cannot be had about the same scents, as they were, and marked so. */
export function useResultWords(kept: KeptRecommendations): ResultWords {
  const { locale } = useI18n();
  const again = useAnswerAgain(kept);
  if (locale === kept.asked.locale) return { said: kept, lang: undefined };
  if (again.data === undefined && again.error === undefined) return { said: null, lang: undefined };
  if (again.data !== undefined && isAboutSameScents(kept, again.data)) return { said: again.data, lang: undefined };
  return { said: kept, lang: localeTable[kept.asked.locale].htmlLang };
}

function isAboutSameScents({ products_id, kept_product, asked }: KeptRecommendations, again: ChatAnswer): boolean {
  return keptFirst(again.products_id, kept_product, asked.count).join() === products_id.join();
}
