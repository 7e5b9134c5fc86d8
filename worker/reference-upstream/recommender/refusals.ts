/** Turns dislikes into a filter that no score outweighs: a refused material is in no recommended bottle. */
import { rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";
import type { NoteFamily } from "../../upstream/wire.ts";
import type { Concept } from "./concepts.ts";
import type { Shelved } from "./shelf.ts";

export interface Refusals {
  /** Holds a refused material. */
  isRefused: (shelved: Shelved) => boolean;
  /** Has a strength that was refused: kept away as long as enough others are left. */
  isWrongStrength: (shelved: Shelved) => boolean;
}

/**
 * A material that the shopper asked for by name is spared by a wider dislike ("not too sweet, but vanilla"),
 * never by its own or an allergy.
 */
export function refusals(dislikes: Iterable<Concept>, likes: Iterable<Concept>): Refusals {
  const named = new Set<RawMaterialId>();
  const wished = new Set<string>();
  for (const like of likes) {
    if (like.kind === "family") wished.add(like.id);
    if (like.kind === "note") for (const id of like.notes?.slice(0, 1) ?? []) named.add(id);
  }
  const materials = new Set<RawMaterialId>();
  const strengths = new Set<string>();
  for (const dislike of dislikes) {
    const { families, notes, intensity, allergen } = refusedBy(dislike, wished);
    for (const id of Object.keys(rawMaterials) as RawMaterialId[]) {
      const material = rawMaterials[id];
      const isMeant = families.has(material.family) || notes.has(id);
      if (isMeant && (dislike.kind === "note" || !named.has(id))) materials.add(id);
      if (allergen !== undefined && (material.allergens as readonly string[]).includes(allergen)) materials.add(id);
    }
    if (intensity !== undefined) strengths.add(intensity);
  }
  return {
    isRefused: ({ notes }) => {
      for (const id of notes.keys()) if (materials.has(id)) return true;
      return false;
    },
    isWrongStrength: ({ fragrance }) => strengths.has(fragrance.intensity),
  };
}

function refusedBy(dislike: Concept, wished: ReadonlySet<string>) {
  const own = dislike.kind === "family" ? (Object.keys(dislike.families ?? {}) as NoteFamily[]) : [];
  const without = dislike.without ?? { families: own, notes: dislike.notes ?? [] };
  const isNarrow = without.core !== undefined && (without.families ?? []).some((family) => wished.has(family));
  return {
    families: new Set<NoteFamily>(isNarrow ? [] : without.families),
    notes: new Set<RawMaterialId>(isNarrow ? without.core : without.notes),
    intensity: without.intensity,
    allergen: without.allergen,
  };
}
