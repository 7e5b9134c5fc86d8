import { basename } from "node:path";
import { expect, test } from "vitest";
import { locales } from "../../worker/reference-upstream/wire.ts";
import { rawMaterials } from "../../worker/reference-upstream/data/raw-materials.ts";
import {
  add,
  agreement,
  answerAll,
  figuresOf,
  furtherSets,
  languagePairs,
  places,
  readWishes,
  type Share,
} from "../evaluation/measure.ts";

const wishes = readWishes();
const answered = answerAll(wishes);
const ratio = ({ hits, of }: Share) => hits / of;

const sets = furtherSets.map((file) => ({ name: basename(file.pathname, ".json"), answered: answerAll(readWishes(file)) }));

test("the sets of wishes are large enough, without repeats, and spell what they forbid as the shelf does", () => {
  expect(wishes.length * locales.length).toBeGreaterThanOrEqual(150);
  expect(sets.length).toBeGreaterThanOrEqual(6);
  for (const each of [wishes, ...furtherSets.map((file) => readWishes(file))]) {
    expect(new Set(each.map(({ id }) => id)).size).toBe(each.length);
    for (const locale of locales) expect(new Set(each.map((wish) => wish[locale])).size).toBe(each.length);
    expect(each.flatMap((wish) => wish.forbidden_notes).filter((id) => !(id in rawMaterials))).toEqual([]);
  }
});

test("everybody gets five different fragrances", () => {
  expect(answered.filter(({ products }) => new Set(products).size !== places)).toEqual([]);
});

test("nobody is recommended what they refused, in any language", () => {
  expect(answered.flatMap(({ wish, locale, violations }) => violations.map((found) => `${wish.id} ${locale} ${found}`))).toEqual(
    [],
  );
});

test.each(sets)("nobody of $name is recommended what they refused", ({ answered: further }) => {
  expect(further.flatMap(({ wish, locale, violations }) => violations.map((found) => `${wish.id} ${locale} ${found}`))).toEqual(
    [],
  );
});

test.each(sets)(
  "of $name at least nine of ten get an acceptable family first, and the languages mostly agree",
  ({ answered: further }) => {
    expect(ratio(figuresOf(further).first)).toBeGreaterThanOrEqual(0.9);
    expect(ratio(add(languagePairs.map(([a, b]) => agreement(further, a, b).overlap)))).toBeGreaterThanOrEqual(0.6);
  },
);

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
