import { useDeferredValue, useMemo } from "react";
import { tiers, type Layers } from "#contract/product";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useMedia } from "../../ui/use-media.ts";
import cards from "./AnswerCards.module.css";
import { stages, type Search } from "./quiz-store.ts";
import { answerNotes, mostNotes, toldNotes, toldPigments } from "./told-notes.ts";
import styles from "./quiz.module.css";

const fromTheFoot = tiers.toReversed();
/** Before a word is said there is only the trace in the air. */
const bare: Layers = { top: [], middle: [], back: [] };

/**
 * The scent as far as the answers describe it, and once more, tier by tier, with a search. A phone
 * has no room for it beside a question: there each pigment lies in a well of a palette.
 */
export function GrowingPortrait({ said, search }: { said: string; search: Search }) {
  // Typing does not wait for the brushes.
  const words = useDeferredValue(said);
  const isSearching = search.status === "running";
  const reached = isSearching ? stages.indexOf(search.stage) : stages.length;
  const isPalette = useMedia("(max-width: 63.99rem)") && !isSearching;
  const notes = useMemo(() => (words.trim() === "" ? bare : toldNotes(words)), [words]);
  const wells = useMemo(() => (isPalette ? toldPigments(words) : []), [isPalette, words]);
  return (
    <div
      className={isPalette ? styles.palette : styles.painting}
      data-wet={words === said ? undefined : ""}
    >
      {isPalette
        ? Array.from({ length: mostNotes }, (_, place) => (
            <span key={place} className={styles.well}>
              {wells[place] ? <Pigment seed={`well ${place}`} notes={wells[place]} /> : null}
            </span>
          ))
        : fromTheFoot.map((tier, place) => (
            <ScentPortrait
              // A tier with other notes dries anew; what was painted before keeps its place.
              key={[tier, ...notes[tier].map(({ raw_material }) => raw_material.id)].join()}
              productId="sillage-while-you-tell"
              notes={notes}
              size="hero"
              only={tier}
              className={classNames(styles.layer, place <= reached && styles.painted)}
            />
          ))}
    </div>
  );
}

/** What an answer brings into the painting; faint where it keeps something out. */
export function AnswerPicture({ text }: { text: string }) {
  const { notes, isRefused } = useMemo(() => answerNotes(text), [text]);
  return (
    <span className={classNames(cards.picture, isRefused && cards.refused)}>
      <Pigment seed={text} notes={notes} />
    </span>
  );
}

/** The trace in the air belongs to a whole scent, and to words that bring nothing else to mind. */
const Pigment = ({ seed, notes }: { seed: string; notes: Layers }) => (
  <ScentPortrait
    productId={seed}
    notes={notes}
    size="thumb"
    only={notes.middle.length > 0 ? "middle" : "top"}
  />
);
