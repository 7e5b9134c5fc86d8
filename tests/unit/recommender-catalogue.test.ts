import { expect, test } from "vitest";
import { noteFamilies } from "../../worker/contract/product.ts";
import { allFragrances, findProduct, notesOf } from "../../worker/reference-upstream/catalogue.ts";
import { rawMaterialIds, rawMaterials, type RawMaterialId } from "../../worker/reference-upstream/data/raw-materials.ts";
import { surveyQuestions } from "../../worker/reference-upstream/data/survey.ts";

const locales = ["zh", "en", "ja"] as const;
const notesIn = (id: string) => {
  const { top, middle, back } = notesOf(id, "zh") ?? { top: [], middle: [], back: [] };
  return [...top, ...middle, ...back];
};

test("the shelf holds at least 60 fragrances made of at least 120 raw materials", () => {
  expect(allFragrances.length).toBeGreaterThanOrEqual(60);
  expect(rawMaterialIds.length).toBeGreaterThanOrEqual(120);
  const used = new Set(allFragrances.flatMap(({ id }) => notesIn(id).map((note) => note.raw_material.id)));
  expect(rawMaterialIds.filter((id) => !used.has(id))).toEqual([]);
});

test("every fragrance has its own key, number and names, and a sentence in each language", () => {
  for (const of of [(f: (typeof allFragrances)[number]) => f.id, (f: (typeof allFragrances)[number]) => f.number])
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

test("the notes of every fragrance are known, in three layers, and add up to the whole", () => {
  for (const { id, moods, occasions, seasons, places } of allFragrances) {
    const notes = notesOf(id, "en");
    for (const layer of [notes?.top, notes?.middle, notes?.back]) expect(layer?.length, id).toBeGreaterThan(0);
    expect(
      notesIn(id).reduce((sum, { share }) => sum + share, 0),
      id,
    ).toBeCloseTo(1, 2);
    for (const note of notesIn(id)) expect(rawMaterials[note.raw_material.id as RawMaterialId], id).toBeDefined();
    for (const list of [moods, occasions, seasons, places]) expect(list.length, id).toBeGreaterThan(0);
  }
});

test("every raw material is named in three languages, and no two share a name in one", () => {
  for (const locale of locales) {
    const names = rawMaterialIds.map((id) => rawMaterials[id].name[locale]);
    expect(names.filter((name, at) => name.trim() === "" || names.indexOf(name) !== at)).toEqual([]);
  }
  for (const id of rawMaterialIds) {
    expect(rawMaterials[id].volatility).toBeGreaterThanOrEqual(0);
    expect(rawMaterials[id].volatility).toBeLessThanOrEqual(1);
  }
});

test("each of the twelve families leads at least four fragrances, and none is in all of them", () => {
  const leads = Object.fromEntries(noteFamilies.map((family) => [family, 0]));
  for (const { id } of allFragrances) {
    const shares = Object.fromEntries(noteFamilies.map((family) => [family, 0]));
    for (const { share, raw_material } of notesIn(id)) shares[raw_material.family] = (shares[raw_material.family] ?? 0) + share;
    const [lead = ""] = noteFamilies.toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
    leads[lead] = (leads[lead] ?? 0) + 1;
  }
  for (const family of noteFamilies) {
    expect(leads[family], family).toBeGreaterThanOrEqual(4);
    const without = allFragrances.filter(({ id }) => notesIn(id).every((note) => note.raw_material.family !== family));
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
  const ids = surveyQuestions.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const locale of locales)
    for (const { name, options } of surveyQuestions) {
      const texts = [name[locale], ...options.map(({ text }) => text[locale])];
      expect(texts.filter((text, at) => text.trim() === "" || texts.indexOf(text) !== at)).toEqual([]);
    }
});
