/** Every word the recommender knows, one trie for Chinese lines and one for Japanese; English is in both. */
import { surveyQuestions, type SurveyOption } from "../data/survey.ts";
import type { Locale } from "../wire.ts";
import type { Concept } from "./concepts.ts";
import { cueKinds, cues, type CueKind } from "./lexicon/cues.ts";
import { emojiOf } from "./lexicon/emoji.ts";
import { familyConcepts } from "./lexicon/families.ts";
import { foodConcepts } from "./lexicon/foods.ts";
import { moodConcepts } from "./lexicon/moods.ts";
import { noteConcepts } from "./lexicon/notes.ts";
import { occasionConcepts, seasonConcepts, strengthConcepts } from "./lexicon/occasions.ts";
import { placeConcepts } from "./lexicon/places.ts";
import { sceneConcepts } from "./lexicon/scenes.ts";
import { storyConcepts } from "./lexicon/stories.ts";
import { tasteConcepts } from "./lexicon/tastes.ts";
import { neutralConcepts, thingConcepts } from "./lexicon/things.ts";
import { normalise, spellKatakana } from "./normalise.ts";
import { WordTrie } from "./word-trie.ts";

/** What one word stands for. A question of the survey is a `stop`: its own words say nothing about the shopper. */
export type Meaning = { kind: "concept"; concept: Concept } | { kind: "cue"; cue: CueKind } | { kind: "stop" };

export const allConcepts: readonly Concept[] = [
  ...placeConcepts,
  ...noteConcepts,
  ...familyConcepts,
  ...tasteConcepts,
  ...thingConcepts,
  ...moodConcepts,
  ...occasionConcepts,
  ...seasonConcepts,
  ...strengthConcepts,
  ...foodConcepts,
  ...sceneConcepts,
  ...storyConcepts,
  ...neutralConcepts,
];

const byId = new Map(allConcepts.map((concept) => [concept.id, concept]));

export function conceptOf(id: string): Concept {
  const concept = byId.get(id);
  if (concept === undefined) throw new Error(`no concept "${id}"`);
  return concept;
}

function build(locales: readonly Locale[]): WordTrie<Meaning> {
  const trie = new WordTrie<Meaning>();
  const taken = new Set<string>();
  for (const locale of locales) {
    const spell = (word: string) => (locale === "ja" ? spellKatakana(normalise(word)) : normalise(word));
    for (const question of surveyQuestions) {
      trie.add(spell(question.name[locale]), { kind: "stop" });
      for (const option of question.options) addOption(trie, option, spell(option.text[locale]), taken);
    }
    for (const concept of allConcepts) {
      for (const word of concept.words[locale]) addConcept(trie, spell(word), concept, taken);
    }
    for (const cue of cueKinds) {
      for (const word of cues[locale][cue]?.split("|") ?? []) trie.add(spell(word), { kind: "cue", cue });
    }
  }
  for (const [id, pictures] of Object.entries(emojiOf))
    for (const picture of pictures) trie.add(picture, { kind: "concept", concept: conceptOf(id) });
  return trie;
}

/** Options that refuse something ("No musk") are read by their grammar, so that a longer list after them is too. */
function addOption(trie: WordTrie<Meaning>, option: SurveyOption, word: string, taken: Set<string>): void {
  if (option.avoids !== undefined) return;
  if (taken.has(word)) return;
  taken.add(word);
  for (const id of option.means ?? []) trie.add(word, { kind: "concept", concept: conceptOf(id) });
}

/** The first concept that claims a word keeps it: places (rain, snow) before notes, notes before families, families before feelings. */
function addConcept(trie: WordTrie<Meaning>, word: string, concept: Concept, taken: Set<string>): void {
  if (taken.has(word)) return;
  taken.add(word);
  trie.add(word, { kind: "concept", concept }, true);
}

let chinese: WordTrie<Meaning> | null = null;
let japanese: WordTrie<Meaning> | null = null;
/** Built at the first question, not while the Worker starts. */
export const chineseWords = (): WordTrie<Meaning> => (chinese ??= build(["zh", "en"]));
export const japaneseWords = (): WordTrie<Meaning> => (japanese ??= build(["ja", "en"]));
