import { useMemo } from "react";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import type { PortraitNotes, Tier } from "../../scent/portrait.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./quiz.module.css";
import { noteFamilies, type Note, type NoteFamily } from "#contract/product";
import { namedNotes, type NamedNote } from "../../refusals/named-notes.ts";

const mostNotes = 6;
const lightness = (family: NoteFamily) => -noteFamilies.indexOf(family);

/** What the words name, the lightest on top; an open tier holds a note of no known family. */
export function searchedNotes(named: readonly NamedNote[]): PortraitNotes {
  const some = named
    .slice(0, mostNotes)
    .toSorted((one, other) => lightness(one.family) - lightness(other.family));
  const tier = (at: number) => {
    const own = some.filter((_, index) => Math.floor(((index + 0.5) / some.length) * 3) === at);
    return own.length === 0 ? [noteOf("", null)] : own.map(({ id, family }) => noteOf(id, family));
  };
  return { back: tier(0), middle: tier(1), top: tier(2) };
}

function noteOf(id: string, family: NoteFamily | null): Note {
  return { share: null, raw_material: { id, name: id, family, volatility: null } };
}

/** From the foot up, one with each stage of the search. */
const tiers: readonly Tier[] = ["back", "middle", "top"];
/** Before a word is said there is only the trace in the air. */
const bare: PortraitNotes = { top: [], middle: [], back: [] };

/** @param painted - how many tiers are. */
export function SearchPortrait({ said, painted }: { said: string; painted: number }) {
  const notes = useMemo(
    () => (said.trim() === "" ? bare : searchedNotes(namedNotes(said))),
    [said],
  );
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
