import { kindOfBuyer } from "#contract/item-kind";
import { visibleOptions, type Options, standingChoice } from "#contract/pricing";
import * as selecting from "../../web/pages/purchase-options/selection.ts";
import { isBuyable, moreForBetterPrice, priceSoFar } from "../../web/purchase/price.ts";
import { categoryOf, ruleOf } from "./options.ts";

const size = categoryOf("size", { roller: 0, spray: 20 });
const strength = categoryOf("strength", { light: 0, oil: 90 });
const options: Options = {
  categories: [size, strength, categoryOf("box", { kraft: 20 })],
  rules: [ruleOf("strength/oil hides size/spray"), ruleOf("size shows box")],
};
const tiers = [
  { mini_buy_amount: 100, unit_price: 380 },
  { mini_buy_amount: 200, unit_price: 360 },
];
const whole = ["roller", "oil", "kraft"];
const bottles = { kind: "finished_bottle" as const, quantity: 100, mostTwd: 199_999 };
const wish = { ...options, ...bottles, tiers };

test("an untouched page leaves its address as it came", () => {
  const query = new URLSearchParams("productNumber=SL-001");
  const untouched = selecting.readSelection(query, "finished_paper");
  const after = selecting.writeSelection(query, "finished_paper", untouched);
  expect(String(after)).toBe("productNumber=SL-001");
});

test.each([
  ["enterprise", "finished_kg"],
  ["personal-paper", "finished_paper"],
  ["personal-jar", "finished_bottle"],
  [null, "finished_bottle"],
])("the address says %j: the buyer is %s", (value, kind) => {
  expect(kindOfBuyer(value)).toBe(kind);
});

test("of a link's choices only those for sale stand, one a category, and none that another hides", () => {
  const settled = (...ids: string[]) => selecting.settledChoice(options, ids).join(" ");
  expect(settled("roller", "spray", "golden", "light")).toBe("spray light");
  expect(settled("spray", "oil", "kraft")).toBe("oil");
});

test("choosing oil takes the spray away and with it the wrapping that waited for a bottle", () => {
  const chosen = selecting.choose(options, ["spray", "light", "kraft"], "oil");
  expect(chosen.itemIds).toEqual(["oil"]);
  expect(chosen.dropped.toSorted()).toEqual(["kraft", "spray"]);
  expect(visibleOptions(options, chosen.itemIds).map(({ id }) => id)).toEqual(["size", "strength"]);
  const { itemIds } = selecting.choose(options, chosen.itemIds, "light");
  expect(itemIds, "what was dropped does not come back by itself").toEqual(["light"]);
});

test("another choice in the same category replaces the first and drops nothing", () => {
  const chosen = { itemIds: ["roller", "kraft"], dropped: [] };
  expect(selecting.choose(options, ["spray", "kraft"], "roller")).toEqual(chosen);
});

test("one can buy when every visible category has its choice", () => {
  const missing = (itemIds: string[]) =>
    selecting.categoriesWithoutChoice(options, itemIds).map(({ id }) => id);
  expect(missing([])).toEqual(["size", "strength"]);
  expect(missing(["roller"])).toEqual(["strength", "box"]);
  expect(missing(whole)).toEqual([]);
  expect(isBuyable({ ...wish, addonItemIds: ["roller", "oil"] })).toBe(false);
  expect(isBuyable({ ...wish, addonItemIds: whole })).toBe(true);
  expect(isBuyable({ ...wish, quantity: 50, addonItemIds: whole })).toBe(false);
});

test.each([
  [[], 380],
  [["spray"], 400],
  [whole, 490],
])("to who has chosen %j a bottle costs %i so far", (addonItemIds, unitPriceTwd) => {
  const soFar = { unitPriceTwd, totalTwd: 100 * unitPriceTwd };
  expect(priceSoFar({ ...wish, addonItemIds })).toMatchObject(soFar);
});

test.each([
  [100, 100],
  [199, 1],
  [200, null],
])("with %i in hand, %j more bring a better price", (quantity, more) => {
  expect(moreForBetterPrice(tiers, quantity)).toBe(more);
  expect(moreForBetterPrice(tiers.slice(0, 1), quantity), "of a single tier").toBeNull();
});

test.each([
  ["", "香跡香跡香跡香跡香跡", "香跡香跡香跡香跡香跡"],
  ["香跡香跡香跡香跡香跡", "香跡香跡香跡香跡香跡a", "香跡香跡香跡香跡香跡"],
  ["香跡香跡香跡香跡香", "香跡香跡香跡香跡香 跡", "香跡香跡香跡香跡香 "],
  ["", "abcdefghijklmnopqr👩‍🚀", "abcdefghijklmnopqr"],
])("with %j on the label, typing %j leaves %j", (before, typed, kept) => {
  expect(selecting.takeLabelText(before, typed)).toBe(kept);
});

test("a category that a choice may still bring is a step from the start, and one that a choice took away is none", () => {
  const steps = (from: Options, itemIds: string[]) =>
    selecting
      .stepsOf(from, itemIds)
      .map(({ category: { id }, waitsFor }) =>
        waitsFor === null ? id : `${id} after ${waitsFor.id}`,
      );
  expect(steps(options, [])).toEqual(["size", "strength", "box after size"]);
  expect(steps(options, ["spray"])).toEqual(["size", "strength", "box"]);
  const bare: Options = { ...options, rules: [...options.rules, ruleOf("strength/oil hides box")] };
  expect(steps(bare, ["oil"])).toEqual(["size", "strength"]);
  expect(steps(bare, ["light"]), "it may be brought yet").toContain("box after size");
  const forRollers: Options = { ...options, rules: [ruleOf("size/roller shows box")] };
  expect(steps(forRollers, [])).toContain("box after size");
  expect(steps(forRollers, ["spray"])).toEqual(["size", "strength"]);
});

test("after a choice the next category without one follows, from the first again after the last, until none is left", () => {
  const after = (itemIds: string[], id: string) => selecting.nextToChoose(options, itemIds, id)?.id;
  expect(after(["spray"], "size")).toBe("strength");
  expect(after(["light"], "strength")).toBe("size");
  expect(after([], "size"), "the open one first").toBe("size");
  expect(after(["light"], "size")).toBe("size");
  expect(after(["spray", "light"], "size")).toBe("box");
  expect(after(["spray", "light", "kraft"], "size")).toBeUndefined();
});

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
  ["one item hides one item", "a1 hides b1", "a1 b1", "a1"],
  ["one item shows a category", "a1 shows b", "a1 b1", "a1 b1"],
  ["without its trigger a category is hidden", "a1 shows b", "a2 b1", "a2"],
  ["any item shows one item", "a shows b1", "b1 c1", "c1"],
  ["either of two triggers is enough", "a1 shows b, c1 shows b", "b1 c1", "b1 c1"],
  ["hiding wins over showing", "a1 shows b, c1 hides b", "a1 b1 c1", "a1 c1"],
  ["a hidden category hides its shown item", "a1 hides b, c1 shows b1", "a1 b1 c1", "a1 c1"],
  ["a chain falls to its end", "a1 hides b, b shows c, c shows d", "a1 b1 c1 d1", "a1"],
  ["a chain of showing stands", "a shows b, b shows c, c shows d", "a1 b1 c1 d1", "a1 b1 c1 d1"],
  ["and falls without its first", "a shows b, b shows c, c shows d", "b1 c1 d1", ""],
  ["two that hide each other both fall", "a hides b, b hides a", "a1 b1 c1", "c1"],
  ["two that show each other stand together", "a shows b, b shows a", "a1 b1", "a1 b1"],
  ["and neither without the other", "a shows b, b shows a", "a1 c1", "c1"],
  ["a ring of showing and hiding ends", "a1 shows b, b1 hides a1", "a1 b1 c1", "c1"],
  ["a category that hides itself cannot be had", "a hides a", "a2 b1", "b1"],
  ["a rule about what is not for sale changes nothing", "z1 hides a, a1 hides z", "a1 b1", "a1 b1"],
  ["what is not for sale does not stand", "", "a1 z9", "a1"],
])("%s, in whatever order", (_, sentences, chosen, left) => {
  for (const rules of permutations(sentences.split(", ").filter(Boolean).map(ruleIn)))
    for (const order of permutations(chosen.split(" ")))
      for (const shelf of [categories, categories.toReversed()])
        expect(standingChoice({ categories: shelf, rules }, order).toSorted().join(" ")).toBe(left);
});
