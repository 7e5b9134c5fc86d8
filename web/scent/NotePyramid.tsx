import type { CSSProperties } from "react";
import type { Note } from "#contract/product";
import { useI18n } from "../i18n/translate.ts";
import type { PortraitNotes, Tier } from "./portrait.ts";
import styles from "./scent.module.css";

const tiers: readonly Tier[] = ["top", "middle", "back"];

/** What the portrait shows, in words: three tiers, each note with the colour of its family. */
export function NotePyramid({ notes }: { notes: PortraitNotes }) {
  const { t } = useI18n();
  return (
    <ul className={styles.pyramid}>
      {tiers
        .filter((tier) => notes[tier].length > 0)
        .map((tier) => (
          <li key={tier} className={styles.tier}>
            <span className={styles.tierName}>{t(`shop.scent.tier.${tier}`)}</span>
            <ul className={styles.names}>
              {notes[tier].map((note) => (
                <NoteName key={note.raw_material.id} note={note} />
              ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}

function NoteName({ note: { raw_material } }: { note: Note }) {
  const { t } = useI18n();
  const pigment = { "--pigment": `var(--family-${raw_material.family})` } as CSSProperties; // custom properties are missing from its type
  return (
    <li style={pigment} title={t(`shop.scent.family.${raw_material.family}`)}>
      {raw_material.name}
    </li>
  );
}
