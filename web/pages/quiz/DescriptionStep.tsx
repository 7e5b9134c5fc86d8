import { useRef, useState } from "react";
import { answerTextMaxLength } from "#contract/limits";
import { formatNumber, plural, t } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/Notice.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { saidOf } from "./answers.ts";
import { stages } from "./flow.ts";
import { useQuiz, type Search } from "./quiz-store.ts";
import { FoldedRefusals, KeptOutCounts, ReadRefusals } from "./refusal-parts.tsx";
import { NothingFound } from "./search.ts";
import { StepFrame, type StepProps } from "./StepFrame.tsx";
import styles from "./quiz.module.css";

const examples = ["rain", "citrus", "tea", "night"] as const;

export function DescriptionStep(props: StepProps & { onSubmit: () => void }) {
  const { quiz, questions, aside, dispatch, onSubmit } = props;
  const search = useQuiz((state) => state.search);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const { description } = quiz;
  const said = saidOf(quiz, questions);
  const isRequired = quiz.way !== "questionnaire";
  const way = isRequired ? "free" : "supplement";
  // Nothing is cut off: the member shortens a long text.
  const excess = Math.max(0, [...description.trim()].length - answerTextMaxLength);
  const tooLong = excess > 0 ? plural("shop.quiz.description.too_long", excess) : undefined;
  const write = (text: string) => {
    setMissing(false);
    dispatch({ type: "descriptionWritten", text });
  };
  const takeExample = (line: string) =>
    write(`${description.trimEnd()}\n${line}`.replace(/^\n/, ""));
  const submit = () => {
    const isEmpty = description.trim() === "";
    setMissing(isRequired && isEmpty);
    if ((isRequired && isEmpty) || excess > 0) field.current?.focus();
    else onSubmit();
  };
  if (search.status === "running")
    return (
      <StepFrame
        quiz={quiz}
        title={t("shop.quiz.search.title")}
        place={t("shop.quiz.result.eyebrow")}
        intro={t("shop.quiz.search.intro")}
      >
        <SearchStages search={search} />
      </StepFrame>
    );
  return (
    <StepFrame
      quiz={quiz}
      title={t(`shop.quiz.description.${way}_title`)}
      place={t("shop.quiz.place.words")}
      intro={t(`shop.quiz.description.${way}_intro`)}
      onNext={submit}
      next={t("shop.quiz.description.submit")}
      more={
        <>
          <Examples onTake={takeExample} />
          <FoldedRefusals said={said} />
        </>
      }
    >
      <SearchStages search={search} />
      {search.status === "failed" ? <SearchFailure {...search} retry={submit} /> : null}
      {aside}
      <TextField
        ref={field}
        label={t(`shop.quiz.description.${way}_label`)}
        name="description"
        multiline
        rows={6}
        required={isRequired}
        enterKeyHint="enter"
        value={description}
        error={isMissing ? t("shop.quiz.description.required") : tooLong}
        hint={t("shop.quiz.description.counter", {
          used: formatNumber([...description].length),
          max: formatNumber(answerTextMaxLength),
        })}
        onChange={(event) => write(event.target.value)}
      />
      <ReadRefusals said={said} />
    </StepFrame>
  );
}

function Examples({ onTake }: { onTake: (line: string) => void }) {
  const lines = examples.map((example) => t(`shop.quiz.description.example.${example}`));
  return (
    <fieldset className={styles.examples}>
      <legend className={`soft ${styles.examplesTitle}`}>
        {t("shop.quiz.description.examples")}
      </legend>
      {lines.map((line) => (
        <button key={line} type="button" className={styles.example} onClick={() => onTake(line)}>
          {line}
        </button>
      ))}
    </fieldset>
  );
}

type Failed = Extract<Search, { status: "failed" }>;

function SearchFailure({ stage, error, retry }: Failed & { retry: () => void }) {
  const failed = stage === "reading" ? "submit" : "recommendations";
  return (
    <div className={styles.failure}>
      {error instanceof NothingFound ? (
        <Notice tone="danger" title={t("shop.quiz.failed.nothing")}>
          {error.message === "" ? null : <p>{error.message}</p>}
          {error.keptOut === null ? null : <KeptOutCounts keptOut={error.keptOut} />}
          <p>
            {t(error.keptOut === null ? "shop.quiz.failed.nothing_text" : "shop.refusals.nothing")}
          </p>
        </Notice>
      ) : (
        <FailureNotice title={t(`shop.quiz.failed.${failed}`)} error={error} retry={retry} />
      )}
    </div>
  );
}

/** The live region stays mounted, so that every change is announced. */
function SearchStages({ search }: { search: Search }) {
  const at = search.status === "running" ? stages.indexOf(search.stage) : -1;
  const names = stages.map((stage) => t(`shop.quiz.search.${stage}`));
  return (
    <>
      <output className="visually-hidden">{names[at]}</output>
      {at < 0 ? null : (
        <ol className={styles.stages} aria-hidden="true">
          {names.map((name, index) => (
            <li
              key={name}
              className={classNames(
                styles.stage,
                index < at && styles.done,
                index === at && styles.present,
              )}
            >
              {name}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
