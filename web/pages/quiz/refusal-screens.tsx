import { useRef, useState } from "react";
import { labelOf } from "#contract/dictionary";
import { localeTable } from "#contract/locales";
import { judgeNotes } from "#contract/judge-notes";
import type { ProductNotes } from "#contract/product";
import { mostRefusals } from "#contract/refusals";
import type { KeptOut } from "#contract/survey";
import { locale, plural, t } from "../../i18n/translate.ts";
import { loadRefusals, saveRefusals, useRefusals } from "../../api/refusals.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { formatList } from "../../i18n/dates.ts";
import NeverUse, { RefusalChips } from "../../refusals/NeverUse.tsx";
import refusalStyles from "../../refusals/refusals.module.css";
import { Button } from "../../ui/Button.tsx";
import fold from "../../ui/fold.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { readRefusals } from "../../refusals/detect-refusals.ts";
import type { Said } from "./answers.ts";
import { presentDraft, useQuiz, type KeptRecommendations, type QuizDraft } from "./quiz-store.ts";
import styles from "./quiz.module.css";
import cards from "./result.module.css";

export { AnswerPicture, GrowingPortrait } from "./TellingPictures.tsx";

function readSaid({ words, choices }: Said, { declined }: QuizDraft, list: readonly string[]) {
  const { refused } = readRefusals(`${words}\n${choices}`);
  const { others, isUnclear } = readRefusals(words);
  const room = Math.max(0, mostRefusals - list.length);
  const isNew = (refusal: string) => !list.includes(refusal);
  const understood = refused
    .filter((refusal) => isNew(refusal) && !declined.includes(refusal))
    .slice(0, room);
  const named = room > understood.length ? [...refused, ...others] : [];
  return {
    understood,
    offered: named.filter((refusal) => isNew(refusal) && !understood.includes(refusal)),
    /** Something seems refused, and nothing that is left out was said. */
    asks: isUnclear && understood.length === 0 && [...refused, ...others].every(isNew),
  };
}

/** The member's list with the changes of this quiz; null while it is loading. */
function useQuizRefusals(said: Said) {
  const draft = useQuiz(presentDraft);
  const { data, error, mutate } = useRefusals();
  const change = useQuiz((state) => state.change);
  if (draft === null || data === undefined) return { list: null, error: error as unknown, mutate };
  const list = draft.refusals ?? data;
  const { declined } = draft;
  return {
    list,
    ...readSaid(said, draft, list),
    add: (refusals: readonly string[]) =>
      change({
        refusals: [...list, ...refusals],
        declined: declined.filter((one) => !refusals.includes(one)),
      }),
    remove: (refusal: string) =>
      change({
        refusals: list.includes(refusal) ? list.filter((one) => one !== refusal) : draft.refusals,
        declined: [...new Set([...declined, refusal])],
      }),
  };
}

/** Keeps what the member has put on the list. @returns all that this quiz leaves out. */
export async function storeRefusals(draft: QuizDraft, said: Said): Promise<string[]> {
  const stored = await loadRefusals();
  const list = draft.refusals ?? stored;
  if (list.join("\n") !== stored.join("\n")) await saveRefusals(list);
  useQuiz.getState().change({ refusals: null });
  return [...list, ...readSaid(said, draft, list).understood];
}

function namesOf(refusals: readonly string[]): string {
  return refusals
    .map((refusal) => labelOf(refusal, locale))
    .join(localeTable[locale].separators.name);
}

export function ReadRefusals({ said }: { said: Said }) {
  const refusals = useQuizRefusals(said);
  const box = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState("");
  if (refusals.list === null) return null;
  const { understood, offered, asks } = refusals;
  if (understood.length + offered.length === 0 && !asks) return null;
  const tell = (done: "added" | "taken_back", changed: readonly string[]) => {
    setTold(t(`shop.refusals.${done}`, { name: namesOf(changed) }));
    // The pressed button is gone.
    box.current?.focus();
  };
  const add = (added: readonly string[]) => {
    refusals.add(added);
    tell("added", added);
  };
  const takeBack = (refusal: string) => {
    refusals.remove(refusal);
    tell("taken_back", [refusal]);
  };
  const title = t("shop.refusals.this_time");
  return (
    <div ref={box} className={refusalStyles.read} tabIndex={-1}>
      <output className="visually-hidden">
        {told || (understood.length === 0 ? "" : `${title} ${namesOf(understood)}`)}
      </output>
      {offered.length === 0 && !asks ? null : (
        <div className={`cluster ${refusalStyles.row}`}>
          <span>{t(asks ? "shop.refusals.ask" : "shop.refusals.heard")}</span>
          {offered.map((refusal) => (
            <button
              key={refusal}
              type="button"
              className={refusalStyles.offer}
              aria-label={t("shop.refusals.leave_out", { name: labelOf(refusal, locale) })}
              onClick={() => add([refusal])}
            >
              {labelOf(refusal, locale)}
            </button>
          ))}
          {offered.length === 0 ? null : <span className="soft">{t("shop.refusals.offer")}</span>}
        </div>
      )}
      {understood.length === 0 ? null : (
        <div className={`cluster ${refusalStyles.row}`}>
          <span>{title}</span>
          <RefusalChips label={title} refusals={understood} onRemove={takeBack} />
          <Button variant="quiet" onClick={() => add(understood)}>
            {t("shop.refusals.keep")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Unfolds by a listed refusal, a failure to load the list, or a refusal that was not understood. */
export function FoldedRefusals({ said }: { said: Said }) {
  const [isOpen, setOpen] = useState(false);
  const refusals = useQuizRefusals(said);
  const names = namesOf(refusals.list ?? []);
  const isTelling =
    names !== "" || (refusals.list === null ? refusals.error !== undefined : refusals.asks);
  const [wasTelling, setTelling] = useState(false);
  if (isTelling !== wasTelling) {
    setTelling(isTelling);
    // It stays open when the last one is removed: the field in it has the focus.
    if (isTelling) setOpen(true);
  }
  const list =
    refusals.list === null ? (
      <Loading of={refusals} lines={2} />
    ) : (
      <NeverUse
        refusals={refusals.list}
        onAdd={(refusal) => refusals.add([refusal])}
        onRemove={refusals.remove}
      />
    );
  return (
    <details
      className={`${fold.fold} ${fold.line} ${styles.folded}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {names === "" ? t("shop.refusals.folded_nothing") : t("shop.refusals.folded", { names })}
      </summary>
      {isOpen ? list : null}
    </details>
  );
}

export function KeptOutNames({ keptOut }: { keptOut: KeptOut }) {
  const names = namesOf(keptOut.applied);
  if (names === "") return null;
  return <p className={cards.without}>{t("shop.refusals.without", { names })}</p>;
}

interface UnansweredRefusalProps {
  kept: KeptRecommendations;
  onChange: () => void;
}

/** Own words that refuse something, of which nothing could be left out: never folded away. */
export function UnansweredRefusal({ kept, onChange }: UnansweredRefusalProps) {
  const { others, isUnclear } = readRefusals(ownWordsOf(kept));
  const isLeftOut = (name: string) => kept.refusals?.applied.includes(name) === true;
  if (!isUnclear || others.some(isLeftOut)) return null;
  return (
    <Notice
      tone="warning"
      className={cards.asks}
      title={t("shop.refusals.ask")}
      actions={<Button onClick={onChange}>{t("shop.refusals.change")}</Button>}
    />
  );
}

/** Whole in the quiz that found the result, else as much as it stored. */
function ownWordsOf({ chosen, user_answer }: KeptRecommendations): string {
  const quiz = presentDraft()?.quiz;
  const written = [quiz?.description ?? "", ...Object.values(quiz?.texts ?? {})].join("\n");
  return written.trim() === "" && chosen === undefined ? user_answer : written;
}

export function KeptOutCounts({ keptOut }: { keptOut: KeptOut }) {
  const { refused, unread, selected_refused: selected } = keptOut;
  return (
    <>
      {refused === 0 ? null : <p>{plural("shop.refusals.left_out", refused)}</p>}
      {unread === 0 ? null : <p>{plural("shop.refusals.unread", unread)}</p>}
      {selected === null ? null : (
        <p>
          {selected.length === 0
            ? t("shop.refusals.selected_unread")
            : t("shop.refusals.selected", { names: formatList(selected) })}
        </p>
      )}
    </>
  );
}

/** A kept result may be older than a refusal, so each scent is judged again by today's. */
export function NoteMarks({ notes }: { notes: ProductNotes }) {
  const { data: refusals = [] } = useRefusals();
  if (refusals.length === 0) return null;
  const verdict = judgeNotes(notes, refusals);
  if (verdict.kind !== "refused" && verdict.kind !== "unknown") return null;
  return (
    <p className={verdict.kind === "refused" ? styles.holdsRefused : styles.holdsUnknown}>
      {t(`shop.refusals.mark.${verdict.kind}`, { names: formatList(verdict.notes) })}
    </p>
  );
}
