import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import { t } from "../../i18n/translate.ts";
import { Words } from "../../i18n/Words.tsx";
import choice from "../../ui/choice.module.css";
import { classNames } from "../../ui/class-names.ts";
import mark from "../../ui/mark.module.css";
import styles from "./AnswerCards.module.css";
import { AnswerPicture } from "./refusal-parts.tsx";

/** Columns from 0, 640 and 1024 px: there no more than two rows. */
const columnsAt = (count: number) => ({
  phone: 2,
  tablet: 4,
  desk: count < 6 ? count : Math.ceil(count / 2),
});

/** How many stand in an answer's row: the first row holds the remainder, the others are full. */
function inRowOf(index: number, count: number, columns: number): number {
  const remainder = count % columns;
  return index < remainder ? remainder : columns;
}

interface AnswerCardsProps<Value> {
  legend: string;
  name: string;
  answers: readonly { value: Value; title: string; text?: string; picture?: ReactNode }[];
  chosen: readonly string[];
  multiple?: boolean;
  isRoomy?: boolean;
  onChoose: (value: Value) => void;
  /** Called 400 ms after a single choice by pointer, and by Enter: arrow keys only pass over. */
  onAdvance: () => void;
}

const advanceAfterMs = 400;

export function AnswerCards<Value extends string>(props: AnswerCardsProps<Value>) {
  const { legend, name, answers, chosen, multiple = false, isRoomy = false } = props;
  const { onChoose, onAdvance } = props;
  // Arrow keys click on radios too.
  const byPointer = useRef(false);
  const [wait, setWait] = useState<{ ms: number } | null>(null);
  const advance = useEffectEvent(onAdvance);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => advance(), wait.ms);
    return () => clearTimeout(timer);
  }, [wait]);
  const goOn = (event: KeyboardEvent, value: Value) => {
    if (multiple || event.key !== "Enter") return;
    event.preventDefault();
    onChoose(value);
    setWait({ ms: 0 });
  };
  return (
    <div className={styles.room}>
      <fieldset
        className={classNames(styles.cards, isRoomy && styles.roomy)}
        style={inTracks(answers.length)}
        aria-describedby={multiple ? undefined : `${name}-keys`}
        onPointerDown={() => (byPointer.current = true)}
        onPointerMove={({ currentTarget }) => (currentTarget.dataset.pointed = "")}
        onKeyDownCapture={() => (byPointer.current = false)}
      >
        <legend className="visually-hidden">{legend}</legend>
        {answers.map(({ value, title, text, picture }, index) => (
          <label
            key={value}
            className={`${choice.card} ${styles.card}`}
            style={inTracks(answers.length, index)}
          >
            <input
              type={multiple ? "checkbox" : "radio"}
              className={`${mark.mark} ${styles.input}`}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onChoose(value)}
              onClick={() => !multiple && byPointer.current && setWait({ ms: advanceAfterMs })}
              onKeyDown={(event) => goOn(event, value)}
            />
            <span className={styles.title}>
              <Words text={title} most={isRoomy ? 8 : 6} />
            </span>
            {text ? <span className={`soft ${styles.text}`}>{text}</span> : null}
            {picture ?? <AnswerPicture text={title} />}
          </label>
        ))}
        {multiple ? null : (
          <p id={`${name}-keys`} className={`soft ${styles.keys}`}>
            {t("shop.quiz.question.keys")}
          </p>
        )}
      </fieldset>
    </div>
  );
}

/**
 * Tracks that divide both into a first row and into a full one: all of them, or those of one tile.
 * The style takes the number of the window's width.
 */
function inTracks(count: number, index?: number) {
  const spans = Object.entries(columnsAt(count)).map(([place, columns]) => {
    const tracks = columns * inRowOf(0, count, columns);
    return [`--${place}`, index === undefined ? tracks : tracks / inRowOf(index, count, columns)];
  });
  return Object.fromEntries(spans) as CSSProperties;
}
