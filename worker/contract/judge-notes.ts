/** In doubt against the scent: either meaning of a name counts, and a name may be unknown. */
import { findNames, materialOf, meaningsOf } from "./dictionary.ts";
import { foldedName } from "./note-names.ts";
import { everyNoteOf, type Layers, type Note, type ProductNotes } from "./product.ts";
import { isFamily, isOwnWord, partsOf, type ListedKind } from "./refusals.ts";

type Judged = Layers & Pick<ProductNotes, "unreadable_notes">;
export type Verdict =
  | { kind: "clean" }
  | { kind: "refused" | "unknown"; notes: string[] }
  | { kind: "unread" };

export function judgeNotes(product: Judged, refusals: readonly string[]): Verdict {
  const notes = everyNoteOf(product);
  if (notes.length === 0 || (product.unreadable_notes ?? 0) > 0) return { kind: "unread" };
  const wanted = refusedThings(refusals);
  const judged = notes.map((note) => ({ note, judgement: judgeNote(note, wanted) }));
  const namesOf = (kind: Judgement) => [
    ...new Set(
      judged
        .filter(({ judgement }) => judgement === kind)
        .map(({ note }) => note.raw_material.name),
    ),
  ];
  const refused = namesOf("refused");
  if (refused.length > 0) return { kind: "refused", notes: refused };
  const unknown = namesOf("unknown");
  return unknown.length > 0 ? { kind: "unknown", notes: unknown } : { kind: "clean" };
}

type Judgement = "refused" | "clean" | "unknown";

/** A word that is a known name in any language refuses what it names. */
function refusedThings(refusals: readonly string[]) {
  const words = refusals.filter(isOwnWord);
  const named = words.flatMap((word) => meaningsOf(partsOf(word).name));
  const ids = new Set([...refusals, ...named]);
  const wider = [...ids].flatMap((id) => materialOf(id)?.line.slice(1) ?? []);
  return {
    ids,
    words: words.map((word) => foldedName(partsOf(word).name)),
    // Of which a refused material is a kind: a note of such a name may be the refused one.
    wider: new Set(wider),
    areFamilies: [...ids].every(isFamily),
  };
}

function judgeNote(
  { raw_material: { name, family } }: Note,
  refused: ReturnType<typeof refusedThings>,
): Judgement {
  const folded = foldedName(name);
  const exact = meaningsOf(name);
  const found = exact.length > 0 ? [] : findNames(folded);
  const meanings = [...exact, ...found.flatMap((mention) => mention.meanings)];
  const materials = meanings.flatMap((meaning) => materialOf(meaning) ?? []);
  const families = [
    ...(family === null ? [] : [`family:${family}`]),
    ...materials.map((facts) => `family:${facts.family}`),
    ...meanings.filter(isFamily),
  ];
  const held: Record<ListedKind, string[]> = {
    family: families,
    material: materials.flatMap(({ line }) => line.map((id) => `material:${id}`)),
    allergen: materials.flatMap(({ allergens }) => allergens.map((id) => `allergen:${id}`)),
  };
  const ids = [...meanings, ...Object.values(held).flat()];
  const names = [folded, ...materials.flatMap((facts) => facts.names)];
  if (ids.some((id) => refused.ids.has(id))) return "refused";
  if (refused.words.some((word) => names.some((one) => one.includes(word)))) return "refused";
  if (refused.areFamilies && families.length > 0) return "clean";
  const isNamed = !meanings.every(isFamily);
  const isWider = materials.some(({ line: [own = ""] }) => refused.wider.has(own));
  return isNamed && !isWider ? "clean" : "unknown";
}
