import { useRef, useState, type KeyboardEvent } from "react";
import { mostRefusals, refusalList } from "#contract/refusals";
import { useI18n, type Translate } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Combobox, type ComboboxGroup } from "../ui/Combobox.tsx";
import * as knowledge from "./knowledge.ts";
import { entries, foldedName, foldedNamesOf, labelOf } from "./knowledge.ts";
import styles from "./refusals.module.css";
import type { Locale } from "#contract/locales";

const mostPerGroup = 8;
const kinds = ["family", "material", "allergen"] as const;

interface Search {
  query: string;
  chosen: readonly string[];
  locale: Locale;
  t: Translate;
}

/** By any name in any language; names that begin with the words come first. Without words, families and allergens. */
export function searchEntries({ query, chosen, locale, t }: Search): ComboboxGroup[] {
  const wanted = foldedName(query);
  const rankOf = (names: readonly string[]) => {
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  const groups = kinds.map((kind): ComboboxGroup => {
    const found = entries
      .filter((entry) => entry.kind === kind && !chosen.includes(entry.refusal))
      .map((entry) => ({ entry, rank: rankOf(foldedNamesOf(entry)) }))
      .filter(({ rank }) => rank < 3)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, wanted === "" && kind === "family" ? undefined : mostPerGroup);
    const options = found.map(({ entry: { refusal, inci } }) => {
      const label = labelOf(refusal, locale);
      const isSame = inci?.toLowerCase() === label.toLowerCase();
      return { id: refusal, label, ...(inci === null || isSame ? {} : { detail: inci }) };
    });
    return { label: t(`shop.refusals.group.${kind}`), options };
  });
  const word = `word:${query.trim()}`;
  const isOwn = refusalList.safeParse({ refusals: [word] }).success && !chosen.includes(word);
  const own = { id: word, label: t("shop.refusals.own_word", { word: query.trim() }) };
  return [...groups, { label: t("shop.refusals.group.word"), options: isOwn ? [own] : [] }].filter(
    ({ options }) => options.length > 0 && chosen.length < mostRefusals,
  );
}

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
