/** Turns dislikes into a filter that no score outweighs: a refused material is in no recommended bottle. */
import { rawMaterialIds, rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";
import type { NoteFamily } from "../wire.ts";
import type { Concept } from "./concepts.ts";
import { withKin } from "./lexicon/kin.ts";
import type { Reading } from "./read.ts";
import { materialIndex, type Shelved } from "./shelf.ts";

export interface Refusals {
  /** Holds a refused material. */
  isRefused: (shelved: Shelved) => boolean;
  /** Has a strength that was refused: kept away as long as enough others are left. */
  isWrongStrength: (shelved: Shelved) => boolean;
}

/**
 * A material that the shopper asked for by name is spared by a wider dislike ("no flowers, but I love rose"), never by
 * its own or an allergy; to be named is enough when only an excess is refused ("vanilla, not too sweet").
 */
export function refusals({ dislikes, lessened, asked }: Reading, likes: Iterable<Concept>): Refusals {
  const wished = [...likes];
  const firstNotes = ({ kind, notes = [] }: Concept) => (kind === "note" ? notes.slice(0, 1) : []);
  const named = new Set(wished.flatMap(firstNotes));
  const askedFor = new Set(wished.filter((like) => asked.has(like)).flatMap(firstNotes));
  const hasSweetWish = wished.some(isSweet);
  const materials = new Set<RawMaterialId>();
  const strengths = new Set<string>();
  for (const dislike of dislikes) {
    const isExcess = lessened.has(dislike);
    if (isExcess && wished.includes(dislike)) continue;
    const { families, notes, own, intensity, allergen } = refusedBy(dislike, hasSweetWish && isExcess);
    for (const id of rawMaterialIds) {
      const material = rawMaterials[id];
      const isMeant = families.has(material.family) || notes.has(id);
      if (own.has(id) || (isMeant && !(isExcess ? named : askedFor).has(id))) materials.add(id);
      if (allergen !== undefined && (material.allergens as readonly string[]).includes(allergen)) materials.add(id);
    }
    if (intensity !== undefined) strengths.add(intensity);
  }
  const indices = new Set([...materials].map(materialIndex));
  return {
    isRefused: ({ packed }) => indices.size > 0 && packed.materials.some((index) => indices.has(index)),
    isWrongStrength: ({ fragrance }) => strengths.has(fragrance.intensity),
  };
}

const isSweet = ({ id, kind, families = {} }: Concept) =>
  id === "sweet" ||
  (kind !== "mood" && kind !== "taste" && kind !== "place" && ((families.gourmand ?? 0) >= 0.9 || (families.fruity ?? 0) >= 0.9));

/** `own` is what the shopper named; the rest is meant along with it and gives way to a wish. */
function refusedBy({ kind, families = {}, notes = [], without }: Concept, isNarrow: boolean) {
  const isNote = kind === "note";
  const meant = without ?? { families: kind === "family" ? (Object.keys(families) as NoteFamily[]) : [], notes };
  const narrowed = isNarrow && without?.core !== undefined ? { notes: without.core } : meant;
  const { families: lost = [], notes: ids = [], intensity, allergen } = narrowed as NonNullable<Concept["without"]>;
  return {
    families: new Set<NoteFamily>(lost),
    notes: isNote ? withKin(ids) : new Set(ids),
    own: new Set<RawMaterialId>(isNote ? ids : []),
    intensity,
    allergen,
  };
}
