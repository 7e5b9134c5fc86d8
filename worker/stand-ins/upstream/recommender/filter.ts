/** Turns dislikes into a filter that no score overrides: a refused material is in no recommended bottle. */
import { rawMaterialIds, rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";
import type { Concept, Refusal } from "./concepts.ts";
import { withRelatives } from "./lexicon/relatives.ts";
import type { Profile } from "./profile.ts";
import type { Reading } from "./read.ts";

export interface Filter {
  isRefused: (profile: Profile) => boolean;
  /** Has a refused strength; left out as long as enough others remain. */
  isWrongStrength: (profile: Profile) => boolean;
}

/**
 * A material asked for by name survives a wider dislike ("no flowers, but I love rose"), but not its own or an allergy. When only
 * an excess is refused, being named is enough ("vanilla, not too sweet").
 */
export function filterOf({ wishes, asked, dislikes, excesses }: Reading): Filter {
  const wished = [...wishes.keys()];
  const namesOf = (concepts: Iterable<Concept>) =>
    new Set(
      [...concepts].flatMap(({ kind, notes = [] }) => (kind === "note" ? notes.slice(0, 1) : [])),
    );
  const [named, askedFor] = [namesOf(wished), namesOf(asked)];
  const refused = new Set<RawMaterialId>();
  const strengths = new Set<string>();
  for (const dislike of dislikes) {
    const isExcess = excesses.has(dislike);
    if (isExcess && wishes.has(dislike)) continue;
    const own: readonly RawMaterialId[] = dislike.kind === "note" ? (dislike.notes ?? []) : [];
    const { intensity, ...wider } = refusalOf(dislike, isExcess && wished.some(isSweet));
    for (const id of own) refused.add(id);
    for (const id of materialsOf(wider))
      if (!(isExcess ? named : askedFor).has(id) || dislike.kind === "allergen") refused.add(id);
    if (intensity !== undefined) strengths.add(intensity);
  }
  return {
    isRefused: ({ notes }) => [...notes.keys()].some((id) => refused.has(id)),
    isWrongStrength: ({ fragrance }) => strengths.has(fragrance.intensity),
  };
}

function refusalOf(concept: Concept, isNarrow: boolean): Refusal {
  const { kind, refuses, families = {}, notes = [], intensity } = concept;
  if (isNarrow && refuses?.core !== undefined) return { notes: refuses.core };
  if (refuses !== undefined) return refuses;
  // The keys of a partial record of families are families.
  if (kind === "family")
    return { families: Object.keys(families) as NonNullable<Refusal["families"]> };
  if (kind === "strength" && intensity !== undefined) return { intensity };
  return kind === "taste" || kind === "thing"
    ? { notes }
    : kind === "note"
      ? { notes: [...withRelatives(notes)] }
      : {};
}

function materialsOf({ families = [], notes = [], allergen }: Refusal): RawMaterialId[] {
  return rawMaterialIds.filter((id) => {
    const { family, allergens } = rawMaterials[id];
    return (
      families.includes(family) ||
      notes.includes(id) ||
      (allergen !== undefined && allergens.includes(allergen))
    );
  });
}

const isSweet = ({ id, kind, families = {} }: Concept) =>
  id === "sweet" ||
  ((kind === "note" || kind === "family" || kind === "thing") &&
    ((families.gourmand ?? 0) >= 0.9 || (families.fruity ?? 0) >= 0.9));
