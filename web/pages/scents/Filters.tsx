import { useEffect, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { noteFamilies, seasons } from "#contract/product";
import { type ListedScent, materialsIn } from "#contract/scent";
import { locale, t } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { FamilyMotif } from "../../scent/FamilyMotif.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import type { Filter } from "./filter.ts";
import styles from "./scents.module.css";

type FiltersProps = { scents: readonly ListedScent[]; filter: Filter };

/** Each choice is an address, so that it can be shared, and Back undoes it. */
export function Filters({ scents, filter }: FiltersProps) {
  const [, navigate] = useLocation();
  const near = scents.find(({ id }) => id === filter.near);
  return (
    <search className="stack">
      <div className={styles.fields}>
        <WordField
          word={filter.word ?? ""}
          onWord={(word) => navigate(paths.scents({ ...filter, word }), { replace: true })}
        />
        {(["note", "season"] as const).map((name) => (
          <SelectField
            key={name}
            label={t(name === "note" ? "shop.scents.note" : "shop.scent_page.season.title")}
            name={name}
            options={[
              { value: "", label: t("shop.scents.any_note") },
              ...(name === "note" ? notesOf(scents) : seasonNames()),
            ]}
            value={filter[name] ?? ""}
            onChange={({ target }) => navigate(paths.scents({ ...filter, [name]: target.value }))}
          />
        ))}
        {paths.scents(filter) === paths.scents() ? null : (
          <LinkButton variant="quiet" href={paths.scents()}>
            {t("shop.scents.clear")}
          </LinkButton>
        )}
      </div>
      <ul className={styles.chips} aria-label={t("shop.scents.filter")}>
        {near === undefined ? null : (
          <Choice filter={filter} is={{ near: near.id }}>
            {t("shop.scents.near", { name: near.name })}
          </Choice>
        )}
        {noteFamilies.map((family) => (
          <Choice key={family} filter={filter} is={{ family }}>
            <FamilyMotif family={family} />
            {t(`shop.scent.family.${family}`)}
          </Choice>
        ))}
      </ul>
    </search>
  );
}

type ChoiceProps = { filter: Filter; is: Partial<Filter>; children: ReactNode };

function Choice({ filter, is, children }: ChoiceProps) {
  const chosen = { ...filter, ...is };
  const isChosen = paths.scents(filter) === paths.scents(chosen);
  const without = Object.fromEntries(Object.keys(is).map((name) => [name, undefined]));
  return (
    <li>
      <Link
        href={paths.scents(isChosen ? { ...filter, ...without } : chosen)}
        className="tap"
        aria-current={isChosen ? "true" : undefined}
      >
        {children}
      </Link>
    </li>
  );
}

const seasonNames = () =>
  seasons.map((value) => ({ value, label: t(`shop.scent_page.season.${value}`) }));

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
      name="word"
      type="search"
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
