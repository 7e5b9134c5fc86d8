import { expect, test } from "vitest";
import { noteFamilies } from "../../worker/contract/product.ts";
import { allFragrances, findProduct, notesOf } from "../../worker/stand-ins/upstream/catalogue.ts";
import {
  fragrancesSchema,
  rawMaterialsSchema,
} from "../../worker/stand-ins/upstream/data/fragrances-schema.ts";
import {
  rawMaterialIds,
  rawMaterials,
  type RawMaterialId,
} from "../../worker/stand-ins/upstream/data/raw-materials.ts";
import type { Fragrance } from "../../worker/stand-ins/upstream/data/fragrances-vocabulary.ts";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";

const locales = ["zh", "en", "ja"] as const;
/** Material and percentage, from all three layers. */
const notesIn = ({ top, middle, back }: Fragrance) =>
  [top, middle, back].flatMap((layer) => Object.entries(layer) as [RawMaterialId, number][]);

test("the data files hold what their schemas say, and the schemas refuse what they should", () => {
  expect(fragrancesSchema.parse(allFragrances)).toEqual(allFragrances);
  expect(rawMaterialsSchema.parse(rawMaterials)).toEqual(rawMaterials);
  const [first] = allFragrances;
  for (const wrong of [
    { top: { kerosene: 5 } },
    { moods: ["angry"] },
    { number: "1" },
    { name: { en: "Rain" } },
    { price: 1 },
  ])
    expect(fragrancesSchema.safeParse([{ ...first, ...wrong }]).success).toBe(false);
  expect(
    rawMaterialsSchema.safeParse({ rain: { ...rawMaterials.rain, family: "weather" } }).success,
  ).toBe(false);
});

test("the shelf holds at least 60 fragrances made of at least 120 raw materials", () => {
  expect(allFragrances.length).toBeGreaterThanOrEqual(60);
  expect(rawMaterialIds.length).toBeGreaterThanOrEqual(120);
  const used = new Set(allFragrances.flatMap((fragrance) => notesIn(fragrance).map(([id]) => id)));
  expect(rawMaterialIds.filter((id) => !used.has(id))).toEqual([]);
});

test("every fragrance has its own key, number and names, and a sentence in each language", () => {
  for (const of of [
    (f: (typeof allFragrances)[number]) => f.id,
    (f: (typeof allFragrances)[number]) => f.number,
  ])
    expect(new Set(allFragrances.map(of)).size).toBe(allFragrances.length);
  for (const locale of locales) {
    expect(new Set(allFragrances.map(({ name }) => name[locale])).size).toBe(allFragrances.length);
    for (const { id, name, description } of allFragrances) {
      expect(name[locale].trim(), id).not.toBe("");
      expect(description[locale].length, id).toBeGreaterThan(15);
    }
  }
  for (const { id, number } of allFragrances) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(number).toMatch(/^SL-\d{3}$/);
  }
});

test("every fragrance has three layers that add up to the whole, and a tag of each kind", () => {
  for (const fragrance of allFragrances) {
    const { id, top, middle, back, moods, occasions, seasons, places } = fragrance;
    for (const layer of [top, middle, back])
      expect(Object.keys(layer).length, id).toBeGreaterThan(0);
    expect(
      notesIn(fragrance).reduce((sum, [, percent]) => sum + percent, 0),
      id,
    ).toBe(100);
    for (const list of [moods, occasions, seasons, places])
      expect(list.length, id).toBeGreaterThan(0);
  }
});

test("every raw material is named in three languages, and no two share a name in one", () => {
  for (const locale of locales) {
    const names = rawMaterialIds.map((id) => rawMaterials[id].name[locale]);
    expect(names.filter((name, at) => name.trim() === "" || names.indexOf(name) !== at)).toEqual(
      [],
    );
  }
});

test("each of the twelve families leads at least four fragrances, and none is in all of them", () => {
  const leads = Object.fromEntries(noteFamilies.map((family) => [family, 0]));
  for (const fragrance of allFragrances) {
    const shares = Object.fromEntries(noteFamilies.map((family) => [family, 0]));
    for (const [id, percent] of notesIn(fragrance))
      shares[rawMaterials[id].family] = (shares[rawMaterials[id].family] ?? 0) + percent;
    const [lead = ""] = noteFamilies.toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
    leads[lead] = (leads[lead] ?? 0) + 1;
  }
  for (const family of noteFamilies) {
    expect(leads[family], family).toBeGreaterThanOrEqual(4);
    const without = allFragrances.filter((fragrance) =>
      notesIn(fragrance).every(([id]) => rawMaterials[id].family !== family),
    );
    expect(without.length, `without ${family}`).toBeGreaterThanOrEqual(15);
  }
});

test("a fragrance is found by its key and by its number, in the asked language", () => {
  expect(findProduct("hinoki-rain", "ja")).toEqual(findProduct("SL-001", "ja"));
  expect(findProduct("hinoki-rain", "en")?.product_name).toBe("Hinoki Rain");
  expect(findProduct("hinoki-rain", "zh")?.product_name).toBe("檜雨");
  expect(findProduct("no-such-scent", "en")).toBeNull();
  expect(notesOf("no-such-scent", "en")).toBeNull();
});

test("the questionnaire asks everything in three languages, with ids of its own", () => {
  expect(surveyQuestions.length).toBeGreaterThanOrEqual(7);
  const ids = surveyQuestions.flatMap(({ id, options }) => [
    id,
    ...options.map((option) => option.id),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const locale of locales)
    for (const { name, options } of surveyQuestions) {
      const texts = [name[locale], ...options.map(({ text }) => text[locale])];
      expect(texts.filter((text, at) => text.trim() === "" || texts.indexOf(text) !== at)).toEqual(
        [],
      );
    }
});
