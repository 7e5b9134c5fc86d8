import type { CSSProperties } from "react";
import type { NoteFamily } from "#contract/product";
import { useI18n } from "../i18n/translate.ts";
import type { PortraitNotes, Tier } from "./portrait.ts";
import styles from "./scent.module.css";

const tiers: readonly Tier[] = ["top", "middle", "back"];

/** What the portrait shows, in words: three tiers, each note with the colour of its family, and what the colours are called. */
export function NotePyramid({ notes }: { notes: PortraitNotes }) {
  const { t } = useI18n();
  return (
    <ul className={styles.pyramid}>
      {tiers
        .filter((tier) => notes[tier].length > 0)
        .map((tier) => (
          <li key={tier} className={styles.tier}>
            <span className={styles.tierName}>{t(`shop.scent.tier.${tier}`)}</span>
            <NoteNames notes={notes[tier]} />
          </li>
        ))}
      <li className={styles.tier}>
        <span className={styles.tierName}>{t("shop.scent.families")}</span>
        <FamilyNames notes={notes} />
      </li>
    </ul>
  );
}

export function NoteNames({ notes }: { notes: PortraitNotes[Tier] }) {
  return <Names names={notes.map(({ raw_material: { id, name, family } }) => ({ id, name, family }))} />;
}

export function FamilyNames({ notes }: { notes: PortraitNotes }) {
  const { t } = useI18n();
  return <Names names={familiesOf(notes).map((family) => ({ id: family, name: t(`shop.scent.family.${family}`), family }))} />;
}

/** The strongest first. */
function familiesOf(notes: PortraitNotes): NoteFamily[] {
  const shares = new Map<NoteFamily, number>();
  for (const { share, raw_material } of tiers.flatMap((tier) => notes[tier]))
    shares.set(raw_material.family, (shares.get(raw_material.family) ?? 0) + share);
  return [...shares].sort(([, one], [, other]) => other - one).map(([family]) => family);
}

function Names({ names }: { names: readonly { id: string; name: string; family: NoteFamily }[] }) {
  return (
    <ul className={styles.names}>
      {names.map(({ id, name, family }) => (
        // Custom properties are missing from its type.
        <li key={id} style={{ "--pigment": `var(--family-${family})` } as CSSProperties}>
          {name}
        </li>
      ))}
    </ul>
  );
}
