import { Suspense, useEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { answerTextMaxLength } from "#contract/limits";
import type { Question } from "#contract/survey";
import { formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { saidOf } from "./answers.ts";
import { NothingFound, stages } from "./find-scents.ts";
import {
  isDescriptionRequired,
  progressOf,
  wordsCount,
  type QuizEvent,
  type QuizState,
} from "./flow.ts";
import { useQuiz, type Search } from "./quiz-store.ts";
import { FoldedPlace } from "./FoldedPlace.tsx";
import { FoldedRefusals, KeptOutCounts, ReadRefusals, SearchPortrait } from "./refusal-parts.ts";
import { StepFrame } from "./StepFrame.tsx";
import styles from "./quiz.module.css";
import { classNames } from "../../ui/class-names.ts";
import { paintedBy, useHasEasel } from "./Easel.tsx";

/** Nothing is cut off: the member shortens a long text. */
const excessOf = (text: string) => Math.max(0, [...text.trim()].length - answerTextMaxLength);

const examples = ["rain", "citrus", "tea", "night"] as const;

interface DescriptionStepProps {
  quiz: QuizState;
  questions: readonly Question[];
  aside: ReactNode;
  dispatch: (event: QuizEvent) => void;
  onFirstAnswer: () => void;
  onSubmit: () => void;
}

export function DescriptionStep({
  quiz,
  questions,
  aside,
  dispatch,
  onFirstAnswer,
  onSubmit,
}: DescriptionStepProps) {
  const { locale, t } = useI18n();
  const search = useQuiz((state) => state.search);
  const { at, of } = wordsCount(questions.length, questions);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const isRequired = isDescriptionRequired(quiz);
  const isRunning = search.status === "running";
  const way = isRequired ? "free" : "supplement";
  const write = (text: string) => {
    setMissing(false);
    onFirstAnswer();
    dispatch({ type: "descriptionWritten", text });
  };
  const said = saidOf(quiz, questions);
  const isEmpty = quiz.description.trim() === "";
  const submit = () => {
    if (!(isRequired && isEmpty) && excessOf(quiz.description) === 0) return onSubmit();
    setMissing(isEmpty);
    field.current?.focus();
  };
  return (
    <StepFrame
      quiz={quiz}
      title={t(isRunning ? "shop.quiz.search.title" : `shop.quiz.description.${way}_title`)}
      place={t(
        isRunning
          ? "shop.quiz.result.eyebrow"
          : isRequired || of === 1
            ? "shop.quiz.place.words"
            : "shop.quiz.place.words_count",
        { at: formatNumber(locale, at), of: formatNumber(locale, of) },
      )}
      intro={t(isRunning ? "shop.quiz.search.intro" : `shop.quiz.description.${way}_intro`)}
      progress={progressOf(quiz, questions)}
      isBackHidden={isRunning}
      next={
        isRunning ? null : (
          <Button variant="primary" onClick={submit}>
            {t("shop.quiz.description.submit")}
          </Button>
        )
      }
    >
      <SearchStages search={search} said={Object.values(said).join("\n")} />
      {isRunning ? null : (
        <>
          {search.status === "failed" ? <SearchFailure failed={search} retry={submit} /> : null}
          {aside}
          <Words quiz={quiz} isMissing={isMissing} onWrite={write} ref={field} />
          <Suspense>
            <ReadRefusals said={said} />
          </Suspense>
          <Examples
            onTake={(line) =>
              write([quiz.description.trimEnd(), line].filter((part) => part !== "").join("\n"))
            }
          />
          <Suspense fallback={<FoldedPlace />}>
            <FoldedRefusals said={said} unfoldsItself />
          </Suspense>
        </>
      )}
    </StepFrame>
  );
}

interface WordsProps {
  quiz: QuizState;
  isMissing: boolean;
  onWrite: (text: string) => void;
  ref: Ref<HTMLInputElement | HTMLTextAreaElement>;
}

function Words({ quiz, isMissing, onWrite, ref }: WordsProps) {
  const { locale, t, plural } = useI18n();
  const isRequired = isDescriptionRequired(quiz);
  const excess = excessOf(quiz.description);
  const tooLong = excess === 0 ? undefined : plural("shop.quiz.description.too_long", excess);
  return (
    <TextField
      ref={ref}
      label={t(
        isRequired ? "shop.quiz.description.free_label" : "shop.quiz.description.supplement_label",
      )}
      name="description"
      multiline
      rows={6}
      required={isRequired}
      enterKeyHint="enter"
      value={quiz.description}
      error={isMissing ? t("shop.quiz.description.required") : tooLong}
      hint={t("shop.quiz.description.counter", {
        used: formatNumber(locale, [...quiz.description].length),
        max: formatNumber(locale, answerTextMaxLength),
      })}
      onChange={(event) => onWrite(event.target.value)}
    />
  );
}

function Examples({ onTake }: { onTake: (line: string) => void }) {
  const { t } = useI18n();
  return (
    <fieldset className={styles.examples}>
      <legend className={styles.examplesTitle}>{t("shop.quiz.description.examples")}</legend>
      {examples
        .map((example) => t(`shop.quiz.description.example.${example}`))
        .map((line) => (
          <button key={line} type="button" className={styles.example} onClick={() => onTake(line)}>
            {line}
          </button>
        ))}
    </fieldset>
  );
}

interface SearchFailureProps {
  failed: Extract<Search, { status: "failed" }>;
  retry: () => void;
}

function SearchFailure({ failed: { stage, error }, retry }: SearchFailureProps) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} className={styles.failure}>
      {error instanceof NothingFound ? (
        <Notice tone="danger" title={t("shop.quiz.failed.nothing")}>
          {error.message === "" ? null : <p>{error.message}</p>}
          {error.keptOut === null ? null : (
            <Suspense>
              <KeptOutCounts keptOut={error.keptOut} />
            </Suspense>
          )}
          <p>
            {t(error.keptOut === null ? "shop.quiz.failed.nothing_text" : "shop.refusals.nothing")}
          </p>
        </Notice>
      ) : (
        <FailureNotice
          title={t(
            stage === "reading" ? "shop.quiz.failed.submit" : "shop.quiz.failed.recommendations",
          )}
          error={error}
          retry={retry}
        />
      )}
    </div>
  );
}

interface SearchStagesProps {
  search: Search;
  /** The words that are searched by. */
  said: string;
}

/** The live region stays mounted, so that every change is announced. */
function SearchStages({ search, said }: SearchStagesProps) {
  const { t } = useI18n();
  const hasEasel = useHasEasel();
  const reached = search.status === "running" ? search.stage : null;
  const at = reached === null ? -1 : stages.indexOf(reached);
  return (
    <div className={styles.search}>
      <output className="visually-hidden">
        {reached === null ? "" : t(`shop.quiz.search.${reached}`)}
      </output>
      {reached === null ? null : (
        <>
          {hasEasel ? null : (
            <div className={styles.painting} aria-hidden="true">
              <Suspense>
                <SearchPortrait said={said} painted={paintedBy(search)} />
              </Suspense>
            </div>
          )}
          <ol className={styles.stages} aria-hidden="true">
            {stages.map((stage, index) => (
              <li
                key={stage}
                className={classNames(
                  styles.stage,
                  index < at && styles.done,
                  index === at && styles.present,
                )}
              >
                {t(`shop.quiz.search.${stage}`)}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
