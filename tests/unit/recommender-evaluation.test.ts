import { expect, test } from "vitest";
import { locales } from "../../worker/upstream/wire.ts";
import { rawMaterials } from "../../worker/reference-upstream/data/raw-materials.ts";
import { add, agreement, answerAll, figuresOf, languagePairs, places, readWishes, type Share } from "../evaluation/measure.ts";

const furtherWishes = new URL("../fixtures/scent-wishes-further.json", import.meta.url);
const wishes = readWishes();
const answered = answerAll(wishes);
const ratio = ({ hits, of }: Share) => hits / of;

test("the set of wishes is large enough, without repeats, and spells what it forbids as the shelf does", () => {
  const all = [...wishes, ...readWishes(furtherWishes)];
  expect(wishes.length * locales.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.flatMap(({ zh, en, ja }) => [zh, en, ja])).size).toBe(all.length * locales.length);
  expect(all.flatMap((wish) => wish.forbidden_notes).filter((id) => !(id in rawMaterials))).toEqual([]);
});

test("everybody gets five different fragrances", () => {
  expect(answered.filter(({ products }) => new Set(products).size !== places)).toEqual([]);
});

test("nobody is recommended what they refused, in any language", () => {
  expect(answered.flatMap(({ wish, locale, violations }) => violations.map((found) => `${wish.id} ${locale} ${found}`))).toEqual(
    [],
  );
});

test("nobody is recommended what they refused in less usual words", () => {
  const further = answerAll(readWishes(furtherWishes));
  expect(further.flatMap(({ wish, locale, violations }) => violations.map((found) => `${wish.id} ${locale} ${found}`))).toEqual(
    [],
  );
});

test.each(locales)("in %s at least nine of ten get an acceptable family first", (locale) => {
  const { first } = figuresOf(answered.filter((one) => one.locale === locale));
  expect(ratio(first)).toBeGreaterThanOrEqual(0.9);
});

test("the same wish gets mostly the same five in every pair of languages", () => {
  for (const [a, b] of languagePairs) expect(ratio(agreement(answered, a, b).overlap)).toBeGreaterThanOrEqual(0.6);
  expect(ratio(add(languagePairs.map(([a, b]) => agreement(answered, a, b).overlap)))).toBeGreaterThanOrEqual(0.6);
});

test("figures tell a miss from a hit, and a refused note from none", () => {
  const [wish] = wishes;
  if (wish === undefined) throw new Error("no wishes");
  const [miss, refused] = answerAll([
    { ...wish, families: ["woody"] },
    { ...wish, forbidden_families: wish.families },
  ]).filter(({ locale }) => locale === "en");
  if (miss === undefined || refused === undefined) throw new Error("no answers");
  expect(figuresOf([miss]).first).toEqual({ hits: 0, of: 1 });
  expect(figuresOf([miss]).violations).toEqual([]);
  expect(figuresOf([refused]).violations.length).toBeGreaterThan(0);
});
