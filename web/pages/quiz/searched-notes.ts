import { noteFamilies, type Note, type NoteFamily } from "#contract/product";
import type { NamedNote } from "../../refusals/named-notes.ts";
import type { PortraitNotes } from "../../scent/portrait.ts";

const mostNotes = 6;
const lightness = (family: NoteFamily) => -noteFamilies.indexOf(family);

/** What the words name, the lightest on top; a tier that they leave open holds a note of no known family. */
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
