import { Fragment, useEffect, useRef, type CSSProperties, type KeyboardEvent } from "react";
import { localeTable } from "#contract/locales";
import { perLocale } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import choice from "../../ui/choice.module.css";
import { classNames } from "../../ui/class-names.ts";
import mark from "../../ui/mark.module.css";
import styles from "./AnswerCards.module.css";

/** What a row may hold at most: on a phone, from 640 px and from 1280 px. */
export const mostInRow = { phone: 2, tablet: 4, desk: 5 } as const;

/** All answers to a question are equally wide, in even rows where these are as long or one shorter; else the last row is short. */
export function columnsOf(count: number, most: number): number {
  if (count <= most) return count;
  for (let columns = most; columns >= most - 1; columns -= 1)
    if (count % columns === 0) return columns;
  return Math.ceil(count / Math.ceil(count / most));
}

export interface Answer {
  value: string;
  title: string;
  text?: string;
}

export interface AnswerCardsProps {
  legend: string;
  name: string;
  answers: readonly Answer[];
  chosen: readonly string[];
  multiple?: boolean;
  /** Large cards for a few answers of the shop's own, whose texts say themselves where their lines may end. */
  isRoomy?: boolean;
  onChoose: (value: string) => void;
  /** Called 400 ms after a single choice by pointer, and by Enter: arrow keys only pass over cards. */
  onAdvance?: () => void;
}

const advanceAfterMs = 400;

export function AnswerCards({
  legend,
  name,
  answers,
  chosen,
  multiple = false,
  isRoomy = false,
  onChoose,
  onAdvance,
}: AnswerCardsProps) {
  const { locale, t } = useI18n();
  const byPointer = useLastHand();
  const advance = useAdvance(onAdvance);
  const goOn = (event: KeyboardEvent, value: string) => {
    if (multiple || event.key !== "Enter") return;
    event.preventDefault();
    onChoose(value);
    advance(0);
  };
  return (
    <fieldset
      className={classNames(styles.cards, isRoomy && styles.roomy)}
      style={columnsFor(answers.length)}
      aria-describedby={multiple ? undefined : `${name}-keys`}
    >
      <legend className="visually-hidden">{legend}</legend>
      {answers.map(({ value, title, text }) => (
        <label key={value} className={classNames(choice.card, styles.card)}>
          <input
            type={multiple ? "checkbox" : "radio"}
            className={classNames(mark.mark, styles.input)}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => onChoose(value)}
            onClick={() => !multiple && byPointer.current && advance(advanceAfterMs)}
            onKeyDown={(event) => goOn(event, value)}
          />
          <span className={styles.title}>
            {isRoomy || !localeTable[locale].breaksWords ? title : <Words text={title} />}
          </span>
          {text ? <span className={styles.text}>{text}</span> : null}
        </label>
      ))}
      {multiple ? null : (
        <p id={`${name}-keys`} className={styles.keys}>
          {t("shop.quiz.question.keys")}
        </p>
      )}
    </fieldset>
  );
}

/** Loads a dictionary, which takes a phone longer than the rest of a step. */
const segmenterOf = perLocale(
  (locale) => new Intl.Segmenter(localeTable[locale].htmlLang, { granularity: "word" }),
);

/** Lines end between words too, and a word of one sign stays with the one before it. */
function Words({ text }: { text: string }) {
  const { locale } = useI18n();
  return Array.from(segmenterOf(locale).segment(text), ({ segment, isWordLike, index }) => (
    <Fragment key={index}>
      {isWordLike === true && index > 0 && segment.length > 1 ? <wbr /> : null}
      {segment}
    </Fragment>
  ));
}

/** Arrow keys on radios fire click events too, so the input device is tracked. */
function useLastHand() {
  const byPointer = useRef(false);
  useEffect(() => {
    const pointed = () => (byPointer.current = true);
    const typed = () => (byPointer.current = false);
    window.addEventListener("pointerdown", pointed, true);
    window.addEventListener("keydown", typed, true);
    return () => {
      window.removeEventListener("pointerdown", pointed, true);
      window.removeEventListener("keydown", typed, true);
    };
  }, []);
  return byPointer;
}

function useAdvance(onAdvance: (() => void) | undefined): (afterMs: number) => void {
  const latest = useRef(onAdvance);
  const timer = useRef(0);
  useEffect(() => {
    latest.current = onAdvance;
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (afterMs) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current?.(), afterMs);
  };
}

/** The style takes those of the window's width. */
function columnsFor(count: number): CSSProperties {
  const { phone, tablet, desk } = mostInRow;
  return {
    "--phone": columnsOf(count, phone),
    "--tablet": columnsOf(count, tablet),
    "--desk": columnsOf(count, desk),
  } as CSSProperties; // custom properties are missing from its type
}
