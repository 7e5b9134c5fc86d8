import { useShopConfig } from "../../api/config.ts";
import { useSurvey } from "../../api/survey.ts";
import { useI18n } from "../../i18n/translate.ts";
import { chosenText } from "./answers.ts";
import type { KeptRecommendations } from "./recommendations-store.ts";

/** What the member told us: own words as they were written, chosen options in the page's language once the survey is loaded. */
export function useAsked({ user_answer, chosen, asked }: KeptRecommendations): string {
  const { locale } = useI18n();
  const config = useShopConfig();
  const isForeign = chosen !== undefined && asked.locale !== locale;
  const survey = useSurvey(isForeign ? config.data?.survey_id : undefined);
  if (!isForeign || survey.data === undefined) return user_answer;
  return chosenText({ optionIds: chosen }, survey.data.questions) || user_answer;
}
