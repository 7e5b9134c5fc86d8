/** Which declared allergens the notes of a fragrance are known to hold. */
import { entries, factsOf } from "./dictionary.ts";
import { identify } from "./judge-notes.ts";
import type { Locale } from "./locales.ts";
import { everyNoteOf, type Layers, type Note } from "./product.ts";
import { partsOf } from "./refusals.ts";
import type { NoteAllergens } from "./scent.ts";

const declared = entries.filter(({ kind }) => kind === "allergen");

/** A name with two meanings counts with both. */
export function allergensOf(layers: Layers, locale: Locale): NoteAllergens {
  const notes = everyNoteOf(layers).map((note) => ({
    name: note.raw_material.name,
    held: heldBy(note),
  }));
  const held = new Set(notes.flatMap((note) => note.held ?? []));
  return {
    found: declared
      .filter(({ refusal }) => held.has(refusal))
      .map(({ names, inci }) => {
        const name = names[locale].split("|")[0] ?? "";
        return { name, inci: inci ?? name };
      }),
    unknown: [...new Set(notes.filter((note) => note.held === null).map(({ name }) => name))],
  };
}

/** Null where no meaning of its name is a material or an allergen. */
function heldBy({ raw_material: { name } }: Note): string[] | null {
  const meanings = identify(name).filter((meaning) => partsOf(meaning).kind !== "family");
  if (meanings.length === 0) return null;
  return meanings.flatMap((meaning) => {
    const { kind, name: id } = partsOf(meaning);
    if (kind === "allergen") return meaning;
    return factsOf(id)?.allergens.map((allergen) => `allergen:${allergen}`) ?? [];
  });
}
