import type { CSSProperties, ReactNode } from "react";
import { tiers, type Layers, type Note, type RawMaterial } from "#contract/product";
import { t } from "../i18n/translate.ts";
import { familyToken } from "./families.ts";
import { familiesOf } from "#contract/families";
import { hasNotes } from "./painted-notes.ts";
import styles from "./scent.module.css";

/** The portrait in words: tiers, notes and families. Unknown ones are left out. */
export function NotePyramid(props: {
  notes: Layers;
  hasFamilies?: boolean;
  nameOf?: NameOf | undefined;
}) {
  const { notes, hasFamilies = true, nameOf } = props;
  if (!hasNotes(notes)) return null;
  return (
    <ul className={styles.pyramid}>
      {tiers
        .filter((tier) => notes[tier].length > 0)
        .map((tier) => (
          <li key={tier} className={styles.tier}>
            <span className="soft">{t(`shop.scent.tier.${tier}`)}</span>
            <NoteNames notes={notes[tier]} nameOf={nameOf} />
          </li>
        ))}
      {!hasFamilies || familiesOf(notes).length === 0 ? null : (
        <li className={styles.tier}>
          <span className="soft">{t("shop.scent.families")}</span>
          <FamilyNames notes={notes} />
        </li>
      )}
    </ul>
  );
}

type NameOf = (material: RawMaterial) => ReactNode;
type NoteNamesProps = { notes: readonly Note[]; nameOf: NameOf | undefined };

function NoteNames({ notes, nameOf = ({ name }) => name }: NoteNamesProps) {
  return (
    <ul className={styles.names}>
      {notes.map(({ raw_material }, position) => (
        <li key={position} {...inPigment(raw_material.family)}>
          {nameOf(raw_material)}
        </li>
      ))}
    </ul>
  );
}

function FamilyNames({ notes }: { notes: Layers }) {
  const names = familiesOf(notes).map((family) => (
    <li key={family} {...inPigment(family)}>
      {t(`shop.scent.family.${family}`)}
    </li>
  ));
  return <ul className={styles.names}>{names}</ul>;
}

/** No style attribute in the first HTML, which the policy refuses. */
function inPigment(family: RawMaterial["family"]) {
  if (import.meta.env.SSR) return {};
  // Custom properties are missing from its type.
  return { style: { "--pigment": familyToken(family) } as CSSProperties };
}
