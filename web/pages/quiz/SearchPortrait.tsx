import { useMemo } from "react";
import type { PortraitNotes } from "../../scent/portrait.ts";
import { Painting } from "./Painting.tsx";
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

/** Before a word is said there is only the trace in the air. */
const bare: PortraitNotes = { top: [], middle: [], back: [] };

/** @param painted - how many tiers are, one with each stage of the search. */
export function SearchPortrait({ said, painted }: { said: string; painted: number }) {
  const notes = useMemo(
    () => (said.trim() === "" ? bare : searchedNotes(namedNotes(said))),
    [said],
  );
  return <Painting productId="sillage-while-you-tell" notes={notes} painted={painted} />;
}
