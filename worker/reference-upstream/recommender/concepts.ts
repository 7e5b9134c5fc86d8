/**
 * What the recommender can understand: a concept is one meaning with its words in three languages and what it asks of
 * a fragrance. The same meaning has the same effect in every language; that is what keeps the languages in agreement.
 */
import type { Locale, NoteFamily } from "../wire.ts";
import type { Intensity, Mood, Occasion, Place, Season } from "../data/fragrances-vocabulary.ts";
import type { Allergen, Names, RawMaterialId } from "../data/raw-materials.ts";

export type Tag = Mood | Occasion | Season | Place;
export type ConceptKind =
  | "note"
  | "family"
  | "taste"
  | "mood"
  | "occasion"
  | "season"
  | "place"
  | "thing"
  | "strength"
  | "allergen"
  | "neutral";

export interface Effect {
  families?: Partial<Record<NoteFamily, number>>;
  notes?: readonly RawMaterialId[];
  tags?: readonly Tag[];
  intensity?: Intensity;
  /** What a dislike of it takes out of the shelf; without this, its notes, or for a family the whole family. */
  without?: {
    families?: readonly NoteFamily[];
    notes?: readonly RawMaterialId[];
    intensity?: Intensity;
    allergen?: Allergen;
    /** What remains of it when the refused family is itself wished for: "a dessert, not too sweet". */
    core?: readonly RawMaterialId[];
  };
  /** A state to be answered rather than a wish ("stressed" asks for calm): "no stress" means the same. */
  isNeed?: boolean;
}

export interface Concept extends Effect {
  id: string;
  kind: ConceptKind;
  label: Names;
  words: Record<Locale, readonly string[]>;
}

/** Words of a language are divided by `|`; the first is the label. */
export function concept(kind: ConceptKind, id: string, zh: string, en: string, ja: string, effect: Effect = {}): Concept {
  const words = { zh: zh.split("|"), en: en.split("|"), ja: ja.split("|") };
  return { id, kind, label: { zh: words.zh[0] ?? id, en: words.en[0] ?? id, ja: words.ja[0] ?? id }, words, ...effect };
}
