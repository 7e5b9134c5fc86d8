import type { NoteAllergens } from "#contract/scent";
import { formatList } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import styles from "./scent-page.module.css";

const isInci = (name: string, inci: string) => name.toLowerCase() === inci.toLowerCase();

export function Allergens({ allergens: { found, unknown } }: { allergens: NoteAllergens }) {
  const { locale, t } = useI18n();
  return (
    <section>
      <h2>{t("shop.scent_page.allergens.title")}</h2>
      {found.length === 0 ? (
        <p className={styles.hint}>{t("shop.scent_page.allergens.none")}</p>
      ) : (
        <ul className={styles.allergens}>
          {found.map(({ name, inci }) => (
            <li key={inci}>
              {isInci(name, inci) ? inci : name}
              {isInci(name, inci) ? null : <small translate="no">{inci}</small>}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        {unknown.length === 0
          ? null
          : t("shop.scent_page.allergens.unknown", { names: formatList(locale, unknown) })}{" "}
        {t("shop.scent_page.allergens.caution")}
      </p>
    </section>
  );
}
