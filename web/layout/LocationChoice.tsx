import { useId } from "react";
import { t } from "../i18n/translate.ts";
import { currencyOf, shopLocations, useLocationChoice } from "../stores/location.ts";
import mark from "../ui/mark.module.css";
import styles from "./Menu.module.css";

export function LocationChoice() {
  const { location: chosen, choose } = useLocationChoice();
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{t("common.location.label")}</legend>
      <div className={styles.menu}>
        {shopLocations.map((location) => (
          <label key={location} className={`${styles.item} ${styles.radio}`}>
            <input
              type="radio"
              className={mark.mark}
              name={name}
              value={location}
              checked={location === chosen}
              onChange={() => choose(location)}
            />
            {t(`common.location.${location}`)}
            <span className={styles.currency}>{currencyOf[location]}</span>
          </label>
        ))}
      </div>
      <p className={`soft ${styles.note}`}>{t("common.location.note")}</p>
    </fieldset>
  );
}
