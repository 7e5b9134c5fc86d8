import { localeTable } from "#contract/locales";
import { seasons, type Wearing as Worn } from "#contract/product";
import { useI18n } from "../../i18n/translate.ts";
import styles from "./scent-page.module.css";

/** Only what the upstream knows. */
export function Wearing({ wearing }: { wearing: Worn }) {
  const { locale, t, plural } = useI18n();
  const { presence, longevity_hours: hours, seasons: worn } = wearing;
  const rows = [
    presence === null
      ? null
      : {
          name: t("shop.scent_page.presence.title"),
          is: t(`shop.scent_page.presence.${presence}`),
        },
    hours === null
      ? null
      : {
          name: t("shop.scent_page.lasting.title"),
          is: plural("shop.scent_page.lasting.hours", Math.max(1, Math.round(hours))),
        },
    worn.length === 0
      ? null
      : {
          name: t("shop.scent_page.season.title"),
          is:
            worn.length === seasons.length
              ? t("shop.scent_page.season.all")
              : worn
                  .map((season) => t(`shop.scent_page.season.${season}`))
                  .join(localeTable[locale].separators.name),
        },
  ].filter((row) => row !== null);
  return (
    <section>
      <h2>{t("shop.scent_page.wearing")}</h2>
      <dl className={styles.wearing}>
        {rows.map(({ name, is }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
