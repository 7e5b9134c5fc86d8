import { useId } from "react";
import { useI18n } from "../i18n/translate.ts";
import { currencyOfPlace, places, useLocationChoice } from "../stores/location.ts";
import { classNames } from "../ui/class-names.ts";
import { Disclosure } from "./Disclosure.tsx";
import styles from "./Menu.module.css";

/** Where the shopper is. Prices stay in New Taiwan dollars, and the panel says so. */
export function LocationPicker({
  className,
  buttonClassName,
}: {
  className?: string | undefined;
  buttonClassName?: string | undefined;
}) {
  const { t } = useI18n();
  const place = useLocationChoice((state) => state.place);
  const words = `${t(`common.location.${place}`)} ${currencyOfPlace[place]}`;
  return (
    <Disclosure
      className={className}
      buttonClassName={buttonClassName}
      label={t("common.location.label_now", { place: words })}
      button={words}
    >
      {() => <LocationChoice />}
    </Disclosure>
  );
}

export function LocationChoice() {
  const { t } = useI18n();
  const { place: chosen, choose } = useLocationChoice();
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{t("common.location.label")}</legend>
      <div className={styles.menu}>
        {places.map((place) => (
          <label key={place} className={classNames(styles.item, styles.radio)}>
            <input type="radio" name={name} value={place} checked={place === chosen} onChange={() => choose(place)} />
            {t(`common.location.${place}`)}
            <span className={styles.currency}>{currencyOfPlace[place]}</span>
          </label>
        ))}
      </div>
      <p className={styles.note}>{t("common.location.note")}</p>
    </fieldset>
  );
}
