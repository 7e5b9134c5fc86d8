/**
 * The recommender's concepts. Each is one meaning with its words in three languages and its effect on a fragrance, which is the
 * same in every language.
 */
import type { Intensity, Mood, Occasion, Place, Season } from "../data/fragrances-vocabulary.ts";
import {
  allergens,
  rawMaterialIds,
  rawMaterials,
  type Allergen,
  type Names,
  type RawMaterialId,
} from "../data/raw-materials.ts";
import type { Locale, NoteFamily } from "../wire.ts";
import { allergenWords } from "./lexicon/allergens.ts";
import conceptData from "./lexicon/concepts.json" with { type: "json" };
import { english } from "./lexicon/en.ts";
import { japanese } from "./lexicon/ja.ts";
import materialData from "./lexicon/materials.json" with { type: "json" };
import { withRelatives } from "./lexicon/relatives.ts";
import { chinese } from "./lexicon/zh.ts";

type SmellKind = "note" | "family" | "taste" | "thing" | "strength" | "allergen";
export type ConceptKind = SmellKind | "mood" | "occasion" | "season" | "place";
type Tag = Mood | Occasion | Season | Place;

/** What a dislike of the concept excludes. */
export interface Refusal {
  families?: readonly NoteFamily[];
  notes?: readonly RawMaterialId[];
  intensity?: Intensity;
  allergen?: Allergen;
  /** What goes when only an excess is refused and the family itself is wished for: "a dessert, not too sweet". */
  core?: readonly RawMaterialId[];
}

interface Effect {
  kind: ConceptKind;
  families?: Partial<Record<NoteFamily, number>>;
  /** For a note: the material itself first, then its relatives. */
  notes?: readonly RawMaterialId[];
  tags?: readonly Tag[];
  intensity?: Intensity;
  /** Default: its own family or notes; nothing for a scene or a mood. */
  refuses?: Refusal;
  /** A state to be answered, not a wish: "stressed" and "no stress" both ask for calm. */
  isNeed?: boolean;
  emoji?: string;
}

export interface Concept extends Effect {
  id: string;
  label: Names;
  words: Record<Locale, readonly string[]>;
}

export type ConceptId = keyof typeof conceptData;
// The unit tests check both files against the catalogue's closed lists.
const effects = conceptData as Record<ConceptId, Effect>;
const synonyms: Partial<Record<RawMaterialId, Partial<Record<Locale | "emoji", string>>>> =
  materialData;
const lexicon = { zh: chinese, en: english, ja: japanese };

/** Separated by `|`, with line breaks allowed. */
export const wordsOf = (words: string): string[] => words.split(/\s*\|\s*/);

function conceptNamed(id: string, effect: Effect, wordsIn: (locale: Locale) => string): Concept {
  const words = {
    zh: wordsOf(wordsIn("zh")),
    en: wordsOf(wordsIn("en")),
    ja: wordsOf(wordsIn("ja")),
  };
  const label = { zh: words.zh[0] ?? id, en: words.en[0] ?? id, ja: words.ja[0] ?? id };
  return { id, label, words, ...effect };
}

const describedConcepts = (Object.keys(effects) as ConceptId[]).map((id) =>
  conceptNamed(id, effects[id], (locale) => lexicon[locale][id]),
);

const materialConcepts = rawMaterialIds.map((id) => {
  const { name, family } = rawMaterials[id];
  const words = synonyms[id] ?? {};
  const effect: Effect = {
    kind: "note",
    notes: [...withRelatives([id])],
    families: { [family]: 1 },
    emoji: words.emoji ?? "",
  };
  return conceptNamed(`note:${id}`, effect, (locale) =>
    [name[locale], words[locale] ?? []].flat().join("|"),
  );
});

const allergenConcepts = allergens.flatMap((allergen) => {
  const words = allergenWords[allergen];
  return words === undefined
    ? []
    : [
        conceptNamed(
          allergen,
          { kind: "allergen", refuses: { allergen } },
          (locale) => words[locale],
        ),
      ];
});

/** The first concept that claims a word keeps it: places (rain, snow) before notes, notes before the rest. */
export const allConcepts: readonly Concept[] = [
  ...describedConcepts.filter(({ kind }) => kind === "place"),
  ...materialConcepts,
  ...describedConcepts.filter(({ kind }) => kind !== "place"),
  ...allergenConcepts,
];

const byId = new Map(allConcepts.map((concept) => [concept.id, concept]));

export function conceptOf(id: string): Concept {
  const concept = byId.get(id);
  if (concept === undefined) throw new Error(`no concept "${id}"`);
  return concept;
}
