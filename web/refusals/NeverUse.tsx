import { useRef, useState, type KeyboardEvent } from "react";
import { mostRefusals } from "#contract/refusals";
import { useI18n } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Combobox } from "../ui/Combobox.tsx";
import { searchEntries } from "./search-entries.ts";
import * as knowledge from "./knowledge.ts";
import styles from "./refusals.module.css";

interface NeverUseProps {
  refusals: readonly string[];
  /** Read out of the member's words; they count unless the member says no. */
  understood?: readonly string[];
  onAdd: (refusal: string) => void;
  onRemove: (refusal: string) => void;
}

/** The list of what is never to be used, as chips, with a searchable field to add to it. Loaded with the dictionary. */
export default function NeverUse(props: NeverUseProps) {
  const { t } = useI18n();
  return (
    <fieldset className={styles.neverUse}>
      <legend className={styles.title}>{t("shop.refusals.title")}</legend>
      <p className={styles.hint}>{t("shop.refusals.hint")}</p>
      <Chips {...props} />
    </fieldset>
  );
}

function Chips({ refusals, understood = [], onAdd, onRemove }: NeverUseProps) {
  const { locale, t } = useI18n();
  const [query, setQuery] = useState("");
  const [said, setSaid] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const nameOf = (refusal: string) => knowledge.labelOf(refusal, locale);
  const chosen = [...refusals, ...understood];
  const add = (refusal: string) => {
    setQuery("");
    onAdd(refusal);
    setSaid(t("shop.refusals.added", { name: nameOf(refusal) }));
    field.current?.focus();
  };
  const remove = (refusal: string) => {
    onRemove(refusal);
    setSaid(t("shop.refusals.removed", { name: nameOf(refusal) }));
    // The pressed button is gone with its chip.
    field.current?.focus();
  };
  const pressChip = (event: KeyboardEvent, refusal: string) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    remove(refusal);
  };
  const isFull = chosen.length >= mostRefusals;
  return (
    <>
      {understood.map((refusal) => (
        <div key={refusal} className={styles.understood}>
          <span>{t("shop.refusals.understood", { name: nameOf(refusal) })}</span>
          <Button
            variant="secondary"
            aria-label={t("shop.refusals.right_named", { name: nameOf(refusal) })}
            onClick={() => add(refusal)}
          >
            {t("shop.refusals.right")}
          </Button>
          <Button
            variant="quiet"
            aria-label={t("shop.refusals.wrong_named", { name: nameOf(refusal) })}
            onClick={() => remove(refusal)}
          >
            {t("shop.refusals.wrong")}
          </Button>
        </div>
      ))}
      {refusals.length === 0 ? null : (
        <ul ref={list} className={styles.chips} aria-label={t("shop.refusals.list")}>
          {refusals.map((refusal) => (
            <li key={refusal} className={styles.chip}>
              {nameOf(refusal)}
              <button
                type="button"
                className={styles.remove}
                aria-label={t("shop.refusals.remove", { name: nameOf(refusal) })}
                onClick={() => remove(refusal)}
                onKeyDown={(event) => pressChip(event, refusal)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        ref={field}
        label={t("shop.refusals.field")}
        hint={t(isFull ? "shop.refusals.full" : "shop.refusals.field_hint")}
        query={query}
        groups={searchEntries({ query, chosen, locale, t })}
        nothing={t(isFull ? "shop.refusals.full" : "shop.refusals.nothing_like_it")}
        onQuery={setQuery}
        onPick={add}
        onBackspace={() =>
          list.current?.querySelector<HTMLElement>("li:last-child button")?.focus()
        }
      />
      <output className="visually-hidden">{said}</output>
    </>
  );
}
