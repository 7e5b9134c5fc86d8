/** Meanings, their words in three languages, and what each asks of a fragrance. */
import {
  rawMaterialIds,
  rawMaterials,
  type Names,
  type RawMaterialId,
  type Intensity,
} from "../catalogue.ts";
import type { Locale, NoteFamily } from "../wire.ts";
import data from "./lexicon.json" with { type: "json" };

export type ConceptKind =
  | ("note" | "family" | "taste" | "thing" | "strength" | "allergen")
  | ("mood" | "occasion" | "season" | "place");

/** What a dislike of the concept excludes. */
export interface Refusal {
  families?: readonly NoteFamily[];
  notes?: readonly RawMaterialId[];
  intensity?: Intensity;
  allergen?: string;
  /** All that goes where the family is wished for besides: "a dessert, not too sweet". */
  core?: readonly RawMaterialId[];
}

interface Effect {
  kind: ConceptKind;
  families?: Partial<Record<NoteFamily, number>>;
  /** For a note: the material itself first, then its relatives. */
  notes?: readonly RawMaterialId[];
  /** Other concepts, as a fragrance's card names them. */
  tags?: readonly string[];
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

/** Materials called by one name, or hard to tell apart: who refuses one is spared the others. */
const circles: readonly (readonly RawMaterialId[])[] = [
  ["rose", "damask-rose"],
  ["jasmine", "jasmine-tea"],
  ["orange-blossom", "neroli", "petitgrain"],
  ["sweet-orange", "bitter-orange", "mandarin"],
  ["mandarin", "kumquat"],
  ["yuzu", "pomelo"],
  ["peach", "apricot"],
  ["magnolia", "white-champaca"],
  ["lily", "lily-of-the-valley", "ginger-lily"],
  ["lotus", "lotus-leaf", "water-lily"],
  ["violet", "violet-leaf"],
  ["fig", "fig-leaf"],
  ["blackcurrant", "blackcurrant-bud"],
  ["black-pepper", "pink-pepper", "sichuan-pepper", "sansho", "maqaw"],
  ["green-tea", "matcha"],
  ["high-mountain-oolong", "roasted-oolong", "oriental-beauty"],
  ["hinoki", "cypress"],
  ["pine", "fir-balsam"],
  ["moss", "oakmoss"],
  ["leather", "suede"],
  ["frankincense", "kyara-incense"],
  ["ambergris", "ambroxan"],
  ["white-musk", "skin-musk", "ambrette"],
];

/** With itself, and itself first. */
export function withRelatives(ids: readonly RawMaterialId[]): RawMaterialId[] {
  const related = circles.filter((circle) => circle.some((id) => ids.includes(id)));
  return [...new Set([...ids, ...related.flat()])];
}

export const wordsOf = (words: string): string[] => words.split("|");

function conceptNamed(id: string, effect: Effect, { zh, en, ja }: Names): Concept {
  const words = { zh: wordsOf(zh), en: wordsOf(en), ja: wordsOf(ja) };
  const label = { zh: words.zh[0] ?? id, en: words.en[0] ?? id, ja: words.ja[0] ?? id };
  return { id, label, words, ...effect };
}

// A test checks both files against the catalogue's closed lists.
const described = Object.entries(data.concepts as Record<string, Effect & Names>).map(
  ([id, { zh, en, ja, ...effect }]) => conceptNamed(id, effect, { zh, en, ja }),
);
const synonyms: Partial<Record<RawMaterialId, Partial<Names> & { emoji?: string }>> =
  data.materials;

const materials = rawMaterialIds.map((id) => {
  const { name, family } = rawMaterials[id];
  const { emoji = "", ...more } = synonyms[id] ?? {};
  const notes = withRelatives([id]);
  const named = (locale: Locale) => [name[locale], more[locale] ?? []].flat().join("|");
  return conceptNamed(
    `note:${id}`,
    { kind: "note", notes, families: { [family]: 1 }, emoji },
    { zh: named("zh"), en: named("en"), ja: named("ja") },
  );
});

/** The first to claim a word keeps it: places (rain, snow) before notes before the rest. */
export const allConcepts: readonly Concept[] = [
  ...described.filter(({ kind }) => kind === "place"),
  ...materials,
  ...described.filter(({ kind }) => kind !== "place"),
];

const byId = new Map(allConcepts.map((concept) => [concept.id, concept]));

export function conceptOf(id: string): Concept {
  const concept = byId.get(id);
  if (concept === undefined) throw new Error(`no concept "${id}"`);
  return concept;
}
