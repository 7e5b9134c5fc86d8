import { expect, test } from "vitest";
import { standingChoice } from "#contract/pricing";
import { categoryOf, ruleOf } from "./options.ts";

/** `"a1 hides b"`: a letter is a whole category, a letter with a number one item. */
const ruleIn = (sentence: string) => ruleOf(sentence.replaceAll(/([a-z])\d\b/g, "$1/$&"));
const shelfOf = (id: string) => categoryOf(id, { [`${id}1`]: 0, [`${id}2`]: 1 });
const categories = ["a", "b", "c", "d"].map(shelfOf);

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, at) =>
    permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]),
  );
}

test.each<[what: string, rules: string, chosen: string, standing: string]>([
  ["nothing is ruled", "", "a1 b1", "a1 b1"],
  ["one item hides a category", "a1 hides b", "a1 b1 c1", "a1 c1"],
  ["its sibling hides nothing", "a1 hides b", "a2 b1 c1", "a2 b1 c1"],
  ["any item hides a category", "a hides b", "a2 b1", "a2"],
  ["one item hides one item", "a1 hides b1", "a1 b1", "a1"],
  ["the hidden item's sibling stays", "a1 hides b1", "a1 b2", "a1 b2"],
  ["any item hides one item", "a hides b2", "a1 b2 c1", "a1 c1"],
  ["one item shows a category", "a1 shows b", "a1 b1", "a1 b1"],
  ["without its trigger a category is hidden", "a1 shows b", "a2 b1", "a2"],
  ["any item shows a category", "a shows b", "a2 b1", "a2 b1"],
  ["any item shows one item", "a shows b1", "b1 c1", "c1"],
  ["either of two triggers is enough", "a1 shows b, c1 shows b", "b1 c1", "b1 c1"],
  ["hiding wins over showing", "a1 shows b, c1 hides b", "a1 b1 c1", "a1 c1"],
  ["a hidden category hides its shown item", "a1 hides b, c1 shows b1", "a1 b1 c1", "a1 c1"],
  ["a chain falls to its end", "a1 hides b, b shows c, c shows d", "a1 b1 c1 d1", "a1"],
  ["a chain of showing stands", "a shows b, b shows c, c shows d", "a1 b1 c1 d1", "a1 b1 c1 d1"],
  ["and falls without its first", "a shows b, b shows c, c shows d", "b1 c1 d1", ""],
  ["what a fallen choice hid stays fallen", "a1 hides b, b1 hides c", "a1 b1 c1", "a1"],
  ["two that hide each other both fall", "a hides b, b hides a", "a1 b1 c1", "c1"],
  ["three that hide in a ring all fall", "a hides b, b hides c, c hides a", "a1 b1 c1 d1", "d1"],
  ["two that show each other stand together", "a shows b, b shows a", "a1 b1", "a1 b1"],
  ["and neither without the other", "a shows b, b shows a", "a1 c1", "c1"],
  ["a ring of showing and hiding ends", "a1 shows b, b1 hides a1", "a1 b1 c1", "c1"],
  ["an item that hides itself cannot be had", "a1 hides a1", "a1 b1", "b1"],
  ["a category that hides itself cannot be had", "a hides a", "a2 b1", "b1"],
  ["a rule about what is not for sale changes nothing", "z1 hides a, a1 hides z", "a1 b1", "a1 b1"],
  ["what is not for sale does not stand", "", "a1 z9", "a1"],
])("%s, in whatever order", (_, sentences, chosen, left) => {
  for (const rules of permutations(sentences.split(", ").filter(Boolean).map(ruleIn)))
    for (const order of permutations(chosen.split(" ")))
      for (const shelf of [categories, categories.toReversed()])
        expect(standingChoice({ categories: shelf, rules }, order).toSorted().join(" ")).toBe(left);
});

test("a chain of a hundred categories falls as one", () => {
  const names = Array.from({ length: 100 }, (_, at) => `k${String.fromCodePoint(0x4e00 + at)}`);
  const rules = names.slice(1).map((name, at) => ruleOf(`${names[at]} shows ${name}`));
  const options = { categories: names.map(shelfOf), rules };
  const all = names.map((name) => `${name}1`);
  expect(standingChoice(options, all)).toEqual(all);
  expect(standingChoice(options, all.slice(1))).toEqual([]);
});
