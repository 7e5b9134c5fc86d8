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

const families = z.optional(z.array(z.enum(noteFamilies)));
const notes = z.optional(z.array(z.enum(rawMaterialIds)));
const intensity = z.optional(z.enum(intensities));
const allergen = z.optional(z.enum(allergens));
const share = z.number().check(z.positive(), z.maximum(1));
const effect = z.strictObject({
  kind: z.enum(Object.keys(weightOf)),
  families: z.optional(z.partialRecord(z.enum(noteFamilies), share)),
  notes,
  tags: z.optional(z.array(z.enum([...moods, ...occasions, ...seasons, ...places]))),
  intensity,
  refuses: z.optional(z.strictObject({ families, notes, core: notes, intensity, allergen })),
  isNeed: z.optional(z.boolean()),
  emoji: z.optional(z.string()),
});
const word = z.optional(z.string());
const synonyms = z.strictObject({ zh: word, en: word, ja: word, emoji: word });

test("the lexicon's data speaks the catalogue's words", () => {
  expect(z.record(z.string(), effect).parse(concepts)).toEqual(concepts);
  expect(z.partialRecord(z.enum(rawMaterialIds), synonyms).parse(materials)).toEqual(materials);
});

test("every mood, occasion, season, place and strength of a fragrance, and every answer of the survey, is a concept", () => {
  const known = new Set(allConcepts.map(({ id }) => id));
  const answers = surveyQuestions.flatMap(({ options }) =>
    options.flatMap(({ means = [], avoids = [] }) => [...means, ...avoids]),
  );
  const tags = [...moods, ...occasions, ...seasons, ...places];
  const needed = [...tags, ...intensities, ...noteFamilies, ...answers];
  expect(needed.filter((id) => !known.has(id))).toEqual([]);
});

test.each(["zh", "en", "ja"] as const)(
  "every concept's label is understood in %s, and no word is empty",
  (locale) => {
    expect(
      allConcepts
        .flatMap(({ words }) => words[locale])
        .filter((said) => said.trim() !== said || said === ""),
    ).toEqual([]);
    const unheard = allConcepts.filter((concept) => {
      const { wishes, dislikes } = read(concept.label[locale]);
      return wishes.size + dislikes.size === 0;
    });
    expect(unheard.map(({ id, label }) => `${id}: ${label[locale]}`)).toEqual([]);
  },
);
