import { useRef, useState } from "react";
import { entries, labelOf, type Entry } from "#contract/dictionary";
import { foldedName } from "#contract/note-names";
import { listedKinds, mostRefusals, refusalList, type ListedKind } from "#contract/refusals";
import { locale, t } from "../i18n/translate.ts";
import { Combobox, type ComboboxGroup } from "../ui/Combobox.tsx";
import styles from "./refusals.module.css";

const mostFound = 8;
/** Before anything is sought, every family is offered. */
const mostAtFirst: Record<ListedKind, number> = {
  family: Infinity,
  material: mostFound,
  allergen: mostFound,
};

/** By any name: a whole one before a beginning, the shown one before others, short before long. */
export function searchEntries(query: string, chosen: readonly string[]): ComboboxGroup[] {
  const wanted = foldedName(query);
  const rankAmong = (names: readonly string[]) => {
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  const rankOf = (entry: Entry) => {
    const shown = foldedName(labelOf(entry.refusal, locale));
    const own = rankAmong([shown]) * 2;
    return Math.min(own, rankAmong(entry.foldedNames()) * 2 + 1) + shown.length / 1_000;
  };
  const groups = listedKinds.map((kind): ComboboxGroup => {
    const found = entries
      .filter((entry) => entry.kind === kind && !chosen.includes(entry.refusal))
      .map((entry) => ({ entry, rank: wanted === "" ? 0 : rankOf(entry) }))
      .filter(({ rank }) => rank < 6)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, wanted === "" ? mostAtFirst[kind] : mostFound);
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
  onAdd: (refusal: string) => void;
  onRemove: (refusal: string) => void;
}

export default function NeverUse({ refusals, onAdd, onRemove }: NeverUseProps) {
  const [query, setQuery] = useState("");
  const [said, setSaid] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const tell = (done: "added" | "removed", refusal: string) => {
    setSaid(t(`shop.refusals.${done}`, { name: labelOf(refusal, locale) }));
    // The pressed button may be gone with its chip.
    field.current?.focus();
  };
  const add = (refusal: string) => {
    setQuery("");
    onAdd(refusal);
    tell("added", refusal);
  };
  const remove = (refusal: string) => {
    onRemove(refusal);
    tell("removed", refusal);
  };
  const isFull = refusals.length >= mostRefusals;
  return (
    <fieldset className={styles.neverUse}>
      <legend className={styles.title}>{t("shop.refusals.title")}</legend>
      <p className="soft">{t("shop.refusals.hint")}</p>
      <RefusalChips label={t("shop.refusals.list")} refusals={refusals} onRemove={remove} />
      <Combobox
        ref={field}
        label={t("shop.refusals.field")}
        hint={t(isFull ? "shop.refusals.full" : "shop.refusals.field_hint")}
        query={query}
        groups={searchEntries(query, refusals)}
        nothing={t(isFull ? "shop.refusals.full" : "shop.refusals.nothing_like_it")}
        onQuery={setQuery}
        onPick={add}
      />
      <output className="visually-hidden">{said}</output>
    </fieldset>
  );
}

interface RefusalChipsProps {
  label: string;
  refusals: readonly string[];
  onRemove: (refusal: string) => void;
}

export function RefusalChips({ label, refusals, onRemove }: RefusalChipsProps) {
  return refusals.length === 0 ? null : (
    <ul className={`cluster ${styles.chips}`} aria-label={label}>
      {refusals.map((refusal) => (
        <li key={refusal} className={styles.chip}>
          {labelOf(refusal, locale)}
          <button
            type="button"
            className={styles.remove}
            aria-label={t("shop.refusals.remove", { name: labelOf(refusal, locale) })}
            onClick={() => onRemove(refusal)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
