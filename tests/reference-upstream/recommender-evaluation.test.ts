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

test.each(sets)(
  "$name is large enough, repeats nothing and gets everybody five fragrances",
  (set) => {
    expect(set.wishes.length).toBeGreaterThanOrEqual(50);
    for (const key of ["id", ...locales] as const)
      expect(new Set(set.wishes.map((wish) => wish[key])).size).toBe(set.wishes.length);
    for (const { products } of set.inferred)
      expect(new Set(products.map(({ fragrance }) => fragrance.id)).size).toBe(places);
  },
);

test.each(sets)(
  "in $name, refusals ticked, at least 85 % in each language get an acceptable family first, nobody what they refused, and hardly anybody nothing",
  ({ ticked }) => {
    for (const locale of locales)
      expect(acceptable(ticked.filter((one) => one.locale === locale))).toBeGreaterThanOrEqual(
        0.85,
      );
    expect(figuresOf(ticked).withRefused).toBe(0);
    const nothing = ticked.filter(({ products }) => products.length === 0);
    expect(nothing.length / ticked.length).toBeLessThanOrEqual(0.02);
  },
);

test.each(sets)(
  "in $name, of the refusals in the text alone 85 % are kept, and two languages mostly agree",
  ({ inferred }) => {
    const refusing = inferred.filter(
      ({ wish }) => wish.forbidden_families.length + wish.forbidden_notes.length > 0,
    );
    expect(refusing.length).toBeGreaterThanOrEqual(20);
    expect(figuresOf(refusing).withRefused / refusing.length).toBeLessThanOrEqual(0.15);
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
