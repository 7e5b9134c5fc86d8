import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import type { Layers } from "#contract/product";
import { t } from "../../i18n/translate.ts";
import { notesOf, pictureId, toggled, wordIds, type WordId } from "./words.ts";
import { paths } from "../../paths.ts";
import { tabKeys, tabStorage } from "../../stores/storage.ts";
import dots from "../../scent/scent.module.css";
import { late } from "../../ui/late.tsx";
import chip from "../../ui/chip.module.css";
import styles from "./words.module.css";

const ScentPortrait = lazy(() => import("../../scent/ScentPortrait.tsx"));

const StandingBottle = late(() => import("../../scent/Bottle.tsx"));

const tiers = ["top", "middle", "back"] as const;
/** An example, which nobody has said. */
const example: readonly WordId[] = ["rain", "tea", "cedar"];
const nameOf = (word: WordId) => t(`shop.home.words.${word}.name`);

/** To the quiz, where they are the first own words. */
const carry = (words: readonly WordId[]) =>
  tabStorage.setItem(tabKeys.words, words.map(nameOf).join("\n"));

export function ScentWords() {
  const [chosen, setChosen] = useState(example);
  const notes = useMemo(() => notesOf(chosen), [chosen]);
  const chips = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Boxes may have been ticked on the prerendered page, before hydration.
    const boxes = chips.current?.querySelectorAll("input") ?? [];
    setChosen((current) =>
      wordIds
        .filter((word, index) => boxes[index]?.checked !== current.includes(word))
        .reduce(toggled, current),
    );
  }, []);
  useEffect(() => {
    if (chosen !== example) carry(chosen);
  }, [chosen]);
  return (
    <section className={styles.words} aria-labelledby="words-title">
      <div className={styles.choose}>
        <h2 id="words-title" className={styles.title}>
          {t("shop.home.words.title")}
        </h2>
        <fieldset ref={chips} className={chip.chips}>
          <legend className="visually-hidden">{t("shop.home.words.choose")}</legend>
          {wordIds.map((word) => (
            <label key={word} className={chip.chip}>
              <input
                type="checkbox"
                checked={chosen.includes(word)}
                onChange={() => setChosen(toggled(chosen, word))}
              />
              <img src={`/words.svg#${word}`} alt="" width="26" height="26" />
              {nameOf(word)}
            </label>
          ))}
        </fieldset>
      </div>
      <div className={styles.picture}>
        <div className={`${styles.sheet} ${dots.still}`}>
          <Suspense>
            <ScentPortrait
              key={pictureId(chosen)}
              productId={pictureId(chosen)}
              notes={notes}
              size="hero"
              tintsPage
              className={styles.paint}
            />
          </Suspense>
          <Bottle chosen={chosen} notes={notes} />
        </div>
        <ChosenNotes chosen={chosen} />
      </div>
    </section>
  );
}

/**
 * Not in the first HTML, in which the words of a label are not known before they are broken into
 * lines. Apart from the boxes, which must not be drawn again before they are read.
 */
function Bottle({ chosen, notes }: { chosen: readonly WordId[]; notes: Layers }) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (!isHydrated || chosen.length === 0) return null;
  const name = chosen.map(nameOf).join(" ");
  return <StandingBottle notes={notes} name={name} />;
}

function ChosenNotes({ chosen }: { chosen: readonly WordId[] }) {
  const names = chosen.map(nameOf);
  return (
    <div className={styles.reading} aria-live="polite">
      <p className={`${dots.dots} ${styles.names}`}>
        {names.length === 0
          ? t("shop.home.words.none")
          : names.map((name) => (
              <span key={name} className={dots.dot}>
                {name}
              </span>
            ))}
      </p>
      {names.length === 0 ? null : (
        <>
          <dl className={styles.notes}>
            {tiers.map((tier) => (
              <div key={tier}>
                <dt>{t(`shop.home.words.${tier}`)}</dt>
                {chosen.map((word) => (
                  <dd key={word}>{t(`shop.home.words.${word}.${tier}`)}</dd>
                ))}
              </div>
            ))}
          </dl>
          <Link href={paths.fragranceQuiz()} className="tap" onClick={() => carry(chosen)}>
            {t("shop.home.words.find")}
          </Link>
        </>
      )}
    </div>
  );
}
