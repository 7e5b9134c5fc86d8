import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { noteFamilies, seasons } from "#contract/product";
import { type ListedScent, materialsIn } from "#contract/scent";
import { locale, t } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import type { Filter } from "./filter.ts";
import styles from "./scents.module.css";

type FiltersProps = { scents: readonly ListedScent[]; filter: Filter };

/** Each choice is an address, so that it can be shared, and Back undoes it. */
export function Filters({ scents, filter }: FiltersProps) {
  const [, navigate] = useLocation();
  const choices = {
    family: {
      label: t("shop.scents.family"),
      options: noteFamilies.map((one) => ({ value: one, label: t(`shop.scent.family.${one}`) })),
    },
    note: { label: t("shop.scents.note"), options: notesOf(scents) },
    season: {
      label: t("shop.scent_page.season.title"),
      options: seasons.map((one) => ({ value: one, label: t(`shop.scent_page.season.${one}`) })),
    },
  };
  return (
    <search className={`cluster ${styles.fields}`} aria-label={t("shop.scents.filter")}>
      <WordField
        word={filter.word ?? ""}
        onWord={(word) => navigate(paths.scents({ ...filter, word }), { replace: true })}
      />
      {(["family", "note", "season"] as const).map((name) => (
        <SelectField
          key={name}
          label={choices[name].label}
          name={name}
          options={[{ value: "", label: choices[name].label }, ...choices[name].options]}
          value={filter[name] ?? ""}
          onChange={({ target }) => navigate(paths.scents({ ...filter, [name]: target.value }))}
        />
      ))}
      {paths.scents(filter) === paths.scents() ? null : (
        <LinkButton variant="quiet" href={paths.scents()}>
          {t("shop.scents.clear")}
        </LinkButton>
      )}
    </search>
  );
}

function notesOf(scents: readonly ListedScent[]): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(locale);
  return materialsIn(scents)
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((a, b) => compare(a.label, b.label));
}

/** The address follows at the first pause: browsers refuse to change it with every key. */
const pauseMs = 250;

function WordField({ word, onWord }: { word: string; onWord: (word: string) => void }) {
  const [typed, setTyped] = useState(word);
  const [last, setLast] = useState(word);
  // The address has changed by itself: Back, or all was cleared.
  if (last !== word) {
    setLast(word);
    if (typed.trim() !== word) setTyped(word);
  }
  useEffect(() => {
    if (typed.trim() === word) return;
    const timer = setTimeout(() => onWord(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed, and nothing else, moves the address
  }, [typed]);
  return (
    <TextField
      label={t("shop.scents.word")}
      placeholder={t("shop.scents.word")}
      name="word"
      type="search"
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
