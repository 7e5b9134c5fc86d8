import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  intensities,
  moods,
  occasions,
  places,
  seasons,
} from "../../worker/stand-ins/upstream/data/fragrances-vocabulary.ts";
import { allergens, rawMaterialIds } from "../../worker/stand-ins/upstream/data/raw-materials.ts";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";
import { allConcepts } from "../../worker/stand-ins/upstream/recommender/concepts.ts";
import { weightOf } from "../../worker/stand-ins/upstream/recommender/fit.ts";
import concepts from "../../worker/stand-ins/upstream/recommender/lexicon/concepts.json" with { type: "json" };
import materials from "../../worker/stand-ins/upstream/recommender/lexicon/materials.json" with { type: "json" };
import { read } from "../../worker/stand-ins/upstream/recommender/read.ts";
import { noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";

const families = z.array(z.enum(noteFamilies));
const notes = z.array(z.enum(rawMaterialIds));
const effect = z.strictObject({
  kind: z.enum(Object.keys(weightOf)),
  families: z.optional(
    z.partialRecord(z.enum(noteFamilies), z.number().check(z.positive(), z.maximum(1))),
  ),
  notes: z.optional(notes),
  tags: z.optional(z.array(z.enum([...moods, ...occasions, ...seasons, ...places]))),
  intensity: z.optional(z.enum(intensities)),
  refuses: z.optional(
    z.strictObject({
      families: z.optional(families),
      notes: z.optional(notes),
      core: z.optional(notes),
      intensity: z.optional(z.enum(intensities)),
      allergen: z.optional(z.enum(allergens)),
    }),
  ),
  isNeed: z.optional(z.boolean()),
  emoji: z.optional(z.string()),
});
const synonyms = z.strictObject({
  zh: z.optional(z.string()),
  en: z.optional(z.string()),
  ja: z.optional(z.string()),
  emoji: z.optional(z.string()),
});

test("the lexicon's data speaks the catalogue's words", () => {
  expect(z.record(z.string(), effect).parse(concepts)).toEqual(concepts);
  expect(z.partialRecord(z.enum(rawMaterialIds), synonyms).parse(materials)).toEqual(materials);
});

test("every mood, occasion, season, place and strength of a fragrance, and every answer of the survey, is a concept", () => {
  const known = new Set(allConcepts.map(({ id }) => id));
  const answers = surveyQuestions.flatMap(({ options }) =>
    options.flatMap(({ means = [], avoids = [] }) => [...means, ...avoids]),
  );
  const needed = [
    ...moods,
    ...occasions,
    ...seasons,
    ...places,
    ...intensities,
    ...noteFamilies,
    ...answers,
  ];
  expect(needed.filter((id) => !known.has(id))).toEqual([]);
});

test.each(["zh", "en", "ja"] as const)(
  "every concept's label is understood in %s, and no word is empty",
  (locale) => {
    expect(
      allConcepts
        .flatMap(({ words }) => words[locale])
        .filter((word) => word.trim() !== word || word === ""),
    ).toEqual([]);
    const unheard = allConcepts.filter((concept) => {
      const { wishes, dislikes } = read(concept.label[locale]);
      return wishes.size + dislikes.size === 0;
    });
    expect(unheard.map(({ id, label }) => `${id}: ${label[locale]}`)).toEqual([]);
  },
);
