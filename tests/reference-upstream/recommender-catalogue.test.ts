import { expect, test } from "vitest";
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

const repeated = (texts: readonly string[]) =>
  texts.filter((text, at) => text.trim() === "" || texts.indexOf(text) !== at);

test("nothing shares its key, its number or, in any language, its name", () => {
  expect(repeated(allFragrances.map(({ id }) => id))).toEqual([]);
  expect(repeated(allFragrances.map(({ number }) => number))).toEqual([]);
  for (const locale of locales) {
    expect(repeated(allFragrances.map(({ name }) => name[locale]))).toEqual([]);
    expect(repeated(rawMaterialIds.map((id) => rawMaterials[id].name[locale]))).toEqual([]);
  }
});

test("every fragrance has three layers that add up to the whole, and every material is in one", () => {
  for (const fragrance of allFragrances) {
    const { id, top, middle, back } = fragrance;
    for (const layer of [top, middle, back])
      expect(Object.keys(layer).length, id).toBeGreaterThan(0);
    const percents = notesIn(fragrance).map(([, percent]) => percent);
    expect(
      percents.reduce((sum, percent) => sum + percent, 0),
      id,
    ).toBe(100);
  }
  const used = new Set(allFragrances.flatMap((fragrance) => notesIn(fragrance).map(([id]) => id)));
  expect(rawMaterialIds.filter((id) => !used.has(id))).toEqual([]);
});

test("a fragrance is found by its key and by its number, in the asked language", () => {
  expect(findProduct("hinoki-rain", "ja")).toEqual(findProduct("SL-001", "ja"));
  expect(findProduct("hinoki-rain", "en")?.product_name).toBe("Hinoki Rain");
  expect(findProduct("hinoki-rain", "zh")?.product_name).toBe("檜雨");
  expect(findProduct("no-such-scent", "en")).toBeNull();
  expect(notesOf("no-such-scent", "en")).toBeNull();
});
