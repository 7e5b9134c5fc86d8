import { findNames, materialOf } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";
import { noteFamilies, type NoteFamily } from "#contract/product";
import { partsOf } from "#contract/refusals";
import { detectRefusals } from "./detect-refusals.ts";

export interface NamedNote {
  /** The id of a family or a material. */
  id: string;
  family: NoteFamily;
}

/** What a text names and does not refuse, in its order. */
export function namedNotes(text: string): NamedNote[] {
  const refused = new Set(detectRefusals(text));
  const found = findNames(foldedText(plainText(text))).flatMap(({ meanings }) => {
    const wished = meanings.filter((meaning) => !refused.has(meaning));
    return wished.flatMap(readMeaning).slice(0, 1);
  });
  return [...new Map(found.map((note) => [note.id, note])).values()];
}

/** Of what a text names or refuses; empty for an allergen. */
export function readMeaning(meaning: string): NamedNote[] {
  const { name } = partsOf(meaning);
  const family = materialOf(meaning)?.family ?? noteFamilies.find((one) => one === name);
  return family === undefined ? [] : [{ id: name, family }];
}
