import { useI18n } from "../../i18n/translate.ts";
import { Flask } from "../../scent/Flask.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import choice from "../../ui/choice.module.css";
import { classNames } from "../../ui/class-names.ts";
import options from "./options.module.css";
import styles from "./purchase.module.css";

/** The boxes of the form, still empty, so that what comes takes their places. */
export function PurchaseSkeleton() {
  const { t } = useI18n();
  return (
    <div role="status" className={classNames(styles.form, styles.waitingForm)}>
      <span className="visually-hidden">{t("common.loading")}</span>
      <div className={styles.columns} aria-hidden="true">
        <div className={styles.showcase}>
          <div className={styles.preview}>
            <div className={styles.stage}>
              <svg viewBox="0 0 240 320" focusable="false" className={styles.waiting}>
                <Flask closure="spray" strength={0} fill="none" />
              </svg>
            </div>
            <div className={classNames(styles.sizes, styles.waitingSizes)} />
          </div>
        </div>
        <div className={styles.choices}>
          <div className={options.tabs}>
            <Skeleton lines={1} className={options.waitingProgress} />
            <div className={options.waitingTabs}>
              {[0, 1, 2, 3].map((place) => (
                <Skeleton key={place} lines={2} />
              ))}
            </div>
            <div className={options.options}>
              {[0, 1, 2, 3, 4].map((place) => (
                <span key={place} className={classNames(choice.card, options.option)}>
                  <span className={options.swatch} />
                  <Skeleton lines={2} className={options.waitingName} />
                </span>
              ))}
            </div>
          </div>
          <Skeleton block="control" className={styles.waitingQuantity} />
        </div>
      </div>
    </div>
  );
}
