import { lazy, Suspense, useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import styles from "./demo.module.css";
import { sampleScents, type SampleScent } from "./sample-scents.ts";

const ScentPortrait = lazy(() => import("../../scent/ScentPortrait.tsx").then((module) => ({ default: module.ScentPortrait })));

/** What the shop does, live: a sentence, the scent painted from its notes, the notes in words. */
export function ScentDemo() {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<SampleScent>(sampleScents[0]);
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <div className={styles.sheet}>
        <Suspense>
          <ScentPortrait productId={`sillage-${chosen.id}`} notes={chosen.notes} size="hero" />
        </Suspense>
      </div>
      <div className={styles.words}>
        <h2 id="demo-title" className={styles.title}>
          {t("shop.home.demo.title")}
        </h2>
        <div aria-live="polite">
          <blockquote className={styles.quote}>{t(`shop.home.demo.${chosen.id}.words`)}</blockquote>
          <dl className={styles.notes}>
            {(["top", "middle", "back"] as const).map((tier) => (
              <div key={tier}>
                <dt>{t(`shop.home.demo.${tier}`)}</dt>
                <dd>{t(`shop.home.demo.${chosen.id}.${tier}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t("shop.home.demo.choose")}</legend>
          {sampleScents.map((sample) => (
            <label key={sample.id} className={styles.choice}>
              <input
                type="radio"
                name="sample"
                value={sample.id}
                checked={sample === chosen}
                onChange={() => setChosen(sample)}
              />
              {t(`shop.home.demo.${sample.id}.name`)}
            </label>
          ))}
        </fieldset>
      </div>
    </section>
  );
}
