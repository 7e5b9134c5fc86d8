import { expect, test } from "vitest";
import { locales } from "../../worker/stand-ins/upstream/wire.ts";
import {
  agreement,
  answerAll,
  figuresOf,
  places,
  readWishes,
  setNames,
  type Answered,
} from "../evaluation/measure.ts";

const sets = setNames.map((name) => {
  const wishes = readWishes(name);
  return {
    name,
    wishes,
    inferred: answerAll(wishes, "inferred"),
    ticked: answerAll(wishes, "ticked"),
  };
});
const acceptable = (answered: readonly Answered[]) =>
  figuresOf(answered).acceptableFirst / answered.length;

test.each(sets)("$name is large enough and repeats nothing", ({ wishes }) => {
  expect(wishes.length).toBeGreaterThanOrEqual(50);
  expect(new Set(wishes.map(({ id }) => id)).size).toBe(wishes.length);
  for (const locale of locales)
    expect(new Set(wishes.map((wish) => wish[locale])).size).toBe(wishes.length);
});

test.each(sets)("in $name everybody gets five different fragrances", ({ inferred }) => {
  expect(
    inferred.filter(
      ({ products }) => new Set(products.map(({ fragrance }) => fragrance.id)).size !== places,
    ),
  ).toEqual([]);
});

test.each(sets)(
  "in $name, refusals ticked, at least 85 % in each language get an acceptable family first",
  ({ ticked }) => {
    for (const locale of locales)
      expect(acceptable(ticked.filter((one) => one.locale === locale))).toBeGreaterThanOrEqual(
        0.85,
      );
  },
);

test.each(sets)(
  "in $name, refusals ticked, nobody is given what they refused, and hardly anybody nothing",
  ({ ticked }) => {
    expect(figuresOf(ticked).withRefused).toBe(0);
    expect(
      ticked.filter(({ products }) => products.length === 0).length / ticked.length,
    ).toBeLessThanOrEqual(0.02);
  },
);

test.each(sets)(
  "in $name, of the refusals in the text alone at least 85 % are kept",
  ({ inferred }) => {
    const refusing = inferred.filter(
      ({ wish }) => wish.forbidden_families.length + wish.forbidden_notes.length > 0,
    );
    expect(refusing.length).toBeGreaterThanOrEqual(20);
    expect(figuresOf(refusing).withRefused / refusing.length).toBeLessThanOrEqual(0.15);
  },
);

test.each(sets)(
  "in $name the same wish gets mostly the same five in any two languages",
  ({ inferred }) => {
    expect(agreement(inferred)).toBeGreaterThanOrEqual(0.6);
  },
);

test("figures tell a miss from a hit, and a refused material from none", () => {
  const [wish] = readWishes("scent-wishes");
  if (wish === undefined) throw new Error("no wishes");
  const english = (changed: object) =>
    answerAll([{ ...wish, ...changed }], "inferred").filter(({ locale }) => locale === "en");
  expect(figuresOf(english({})).acceptableFirst).toBe(1);
  expect(figuresOf(english({ families: ["woody"] })).acceptableFirst).toBe(0);
  expect(figuresOf(english({})).withRefused).toBe(0);
  expect(figuresOf(english({ forbidden_families: wish.families })).withRefused).toBe(1);
});
