import useSWR from "swr";
import { localeTable } from "#contract/locales";
import { locale, t } from "../i18n/translate.ts";
import { lasting } from "../api/client.ts";
import styles from "./refusals.module.css";

/** The names are in a large dictionary, which few lines need. */
const loadDictionary = () => import("#contract/dictionary");

export function Without({ refusals = [] }: { refusals: readonly string[] | undefined }) {
  const { data } = useSWR(refusals.length > 0 ? "dictionary" : null, loadDictionary, lasting);
  if (data === undefined || refusals.length === 0) return null;
  const names = refusals.map((refusal) => data.labelOf(refusal, locale));
  return (
    <p className={`soft ${styles.without}`}>
      {t("shop.refusals.without", { names: names.join(localeTable[locale].separators.name) })}
    </p>
  );
}
