import { useMemo } from "react";
import { useKnowledge } from "../../refusals/use-knowledge.ts";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import type { Tier } from "../../scent/portrait.ts";
import { classNames } from "../../ui/class-names.ts";
import { searchedNotes } from "./searched-notes.ts";
import styles from "./quiz.module.css";

/** From the foot up, one with each stage of the search. */
const tiers: readonly Tier[] = ["back", "middle", "top"];

interface SearchPortraitProps {
  said: string;
  /** How many tiers are painted. */
  painted: number;
}

export function SearchPortrait({ said, painted }: SearchPortraitProps) {
  const { data: knowledge } = useKnowledge();
  const notes = useMemo(
    () => (knowledge === undefined ? null : searchedNotes(knowledge.namedNotes(said))),
    [knowledge, said],
  );
  if (notes === null) return null;
  return tiers.map((tier, index) => (
    <ScentPortrait
      key={tier}
      productId={said}
      notes={notes}
      size="hero"
      only={tier}
      className={classNames(styles.layer, index < painted && styles.painted)}
    />
  ));
}
