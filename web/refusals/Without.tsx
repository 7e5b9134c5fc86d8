import { formatList } from "../i18n/dates.ts";
import { useI18n } from "../i18n/translate.ts";
import { useKnowledge } from "./use-knowledge.ts";
import styles from "./refusals.module.css";

/** What was kept out of a set or an order; nothing for one without. */
export function Without({ refusals = [] }: { refusals: readonly string[] | undefined }) {
  const { t } = useI18n();
  const names = useRefusalNames(refusals);
  if (names === null) return null;
  return <p className={styles.without}>{t("shop.refusals.without", { names })}</p>;
}

/** As one phrase in the page's language; null without any, and until the dictionary is there. */
export function useRefusalNames(refusals: readonly string[]): string | null {
  const { locale } = useI18n();
  const { data } = useKnowledge(refusals.length > 0);
  if (data === undefined || refusals.length === 0) return null;
  return formatList(
    locale,
    refusals.map((refusal) => data.labelOf(refusal, locale)),
  );
}
