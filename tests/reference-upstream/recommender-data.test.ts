import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  allFragrances,
  findProduct,
  notesOf,
  intensities,
  type Fragrance,
  rawMaterialIds,
  rawMaterials,
  type RawMaterialId,
} from "../../worker/stand-ins/upstream/catalogue.ts";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";
import { allConcepts } from "../../worker/stand-ins/upstream/recommender/lexicon.ts";
import { read } from "../../worker/stand-ins/upstream/recommender/negation.ts";
import { weights } from "../../worker/stand-ins/upstream/recommender/score.ts";
import lexicon from "../../worker/stand-ins/upstream/recommender/lexicon.json" with { type: "json" };
import { locales, noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";

const idsOf = (kind: string) =>
  allConcepts.filter((concept) => concept.kind === kind).map(({ id }) => id);
const named = (kind: string) => z.array(z.enum(idsOf(kind)));
const allergen = z.enum([...idsOf("allergen"), "oakmoss", "nut"]);
const key = z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/));
const names = { zh: z.string(), en: z.string(), ja: z.string() };
const family = z.enum(noteFamilies);
const note = z.enum(rawMaterialIds);
const percentages = z.partialRecord(note, z.number().check(z.positive()));

const fragrance = z.strictObject({
  id: key,
  number: z.string().check(z.regex(/^SL-\d{3}$/)),
  name: z.strictObject(names),
  description: z.strictObject(names),
  top: percentages,
  middle: percentages,
  back: percentages,
  moods: named("mood"),
  occasions: named("occasion"),
  seasons: named("season"),
  places: named("place"),
  intensity: z.enum(intensities),
});
const material = z.strictObject({
  name: z.strictObject(names),
  family,
  volatility: z.number().check(z.minimum(0), z.maximum(1)),
  allergens: z.array(allergen),
});
const families = z.optional(z.array(family));
const notes = z.optional(z.array(note));
const intensity = z.optional(z.enum(intensities));
const concept = z.strictObject({
  ...names,
  kind: z.enum(Object.keys(weights)),
  families: z.optional(z.partialRecord(family, z.number().check(z.positive(), z.maximum(1)))),
  notes,
  tags: z.optional(z.array(z.enum(allConcepts.map(({ id }) => id)))),
  intensity,
  refuses: z.optional(
    z.strictObject({ families, notes, core: notes, intensity, allergen: z.optional(allergen) }),
  ),
  isNeed: z.optional(z.boolean()),
  emoji: z.optional(z.string()),
});
const synonyms = z.partial(z.strictObject({ ...names, emoji: z.string() }));

test("the data files hold what they should, in the words of the closed lists", () => {
  expect(z.array(fragrance).parse(allFragrances)).toEqual(allFragrances);
  expect(z.record(key, material).parse(rawMaterials)).toEqual(rawMaterials);
  expect(z.record(key, concept).parse(lexicon.concepts)).toEqual(lexicon.concepts);
  expect(z.partialRecord(note, synonyms).parse(lexicon.materials)).toEqual(lexicon.materials);
  expect(fragrance.safeParse({ ...allFragrances[0], moods: ["angry"] }).success).toBe(false);
});

test("nothing shares its key, its number or, in any language, its name", () => {
  const repeated = (texts: readonly string[]) =>
    texts.filter((text, at) => text.trim() === "" || texts.indexOf(text) !== at);
  expect(repeated(allFragrances.map(({ id }) => id))).toEqual([]);
  expect(repeated(allFragrances.map(({ number }) => number))).toEqual([]);
  for (const locale of locales) {
    expect(repeated(allFragrances.map(({ name }) => name[locale]))).toEqual([]);
    expect(repeated(rawMaterialIds.map((id) => rawMaterials[id].name[locale]))).toEqual([]);
  }
});

test("every fragrance has three layers that add up to the whole, and every material is in one", () => {
  const used = new Set<string>();
  for (const { id, top, middle, back } of allFragrances as readonly Fragrance[]) {
    const layers = [top, middle, back].map(
      (layer) => Object.entries(layer) as [RawMaterialId, number][],
    );
    for (const layer of layers) expect(layer.length, id).toBeGreaterThan(0);
    expect(
      layers.flat().reduce((sum, [, percent]) => sum + percent, 0),
      id,
    ).toBe(100);
    for (const [one] of layers.flat()) used.add(one);
  }
  expect(rawMaterialIds.filter((id) => !used.has(id))).toEqual([]);
});

test("a fragrance is found by its key and by its number, in the asked language", () => {
  expect(findProduct("hinoki-rain", "ja")).toEqual(findProduct("SL-001", "ja"));
  expect(findProduct("hinoki-rain", "en")?.product_name).toBe("Hinoki Rain");
  expect(findProduct("hinoki-rain", "zh")?.product_name).toBe("檜雨");
  expect(findProduct("no-such-scent", "en")).toBeNull();
  expect(notesOf("no-such-scent", "en")).toBeNull();
});

test("every strength, every family and every answer of the survey is a concept", () => {
  const known = new Set(allConcepts.map(({ id }) => id));
  const answers = surveyQuestions.flatMap(({ options }) =>
    options.flatMap(({ means = [], avoids = [] }) => [...means, ...avoids]),
  );
  expect([...intensities, ...noteFamilies, ...answers].filter((id) => !known.has(id))).toEqual([]);
});

test.each(locales)("every concept's label is understood in %s, and no word is empty", (locale) => {
  const words = allConcepts.flatMap((one) => one.words[locale]);
  expect(words.filter((word) => word.trim() !== word || word === "")).toEqual([]);
  const unheard = allConcepts.filter(({ label }) => {
    const { wishes, dislikes } = read(label[locale]);
    return wishes.size + dislikes.size === 0;
  });
  expect(unheard.map(({ id, label }) => `${id}: ${label[locale]}`)).toEqual([]);
});
