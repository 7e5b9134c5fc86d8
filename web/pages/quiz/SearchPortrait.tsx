import { useMemo } from "react";
import { useKnowledge } from "../../refusals/use-knowledge.ts";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import type { PortraitNotes, Tier } from "../../scent/portrait.ts";
import { classNames } from "../../ui/class-names.ts";
import { searchedNotes } from "./searched-notes.ts";
import styles from "./quiz.module.css";

/** From the foot up, one with each stage of the search. */
const tiers: readonly Tier[] = ["back", "middle", "top"];
/** Before a word is said there is only the trace in the air. */
const bare: PortraitNotes = { top: [], middle: [], back: [] };

interface SearchPortraitProps {
  said: string;
  /** How many tiers are painted. */
  painted: number;
}

export function SearchPortrait({ said, painted }: SearchPortraitProps) {
  const { data: knowledge } = useKnowledge();
  const notes = useMemo(() => {
    if (knowledge === undefined) return null;
    return said.trim() === "" ? bare : searchedNotes(knowledge.namedNotes(said));
  }, [knowledge, said]);
  if (notes === null) return null;
  return tiers.map((tier, index) => (
    <ScentPortrait
      // A tier with other notes dries anew; what was painted before keeps its place.
      key={[tier, ...notes[tier].map(({ raw_material }) => raw_material.id)].join()}
      productId="sillage-while-you-tell"
      notes={notes}
      size="hero"
      only={tier}
      className={classNames(styles.layer, index < painted && styles.painted)}
    />
  ));
}
