import { kindOfBuyer } from "#contract/item-kind";
import { visibleOptions, type Options, standingChoice } from "#contract/pricing";
import type { AddonCategory } from "#contract/product";
import * as selecting from "../../web/pages/purchase-options/selection.ts";
import { isBuyable, moreForBetterPrice, priceSoFar } from "../../web/purchase/price.ts";
import { lookOf } from "../../web/purchase/appearance.ts";
import { toOneScale } from "../../web/scent/vessel.ts";
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

test("a reload or a shared link shows the same bottle, and the rest of the address stays", () => {
  const itemIds = ["spray", "light", "kraft"];
  const selection = { itemIds, quantity: 300, labelText: "給 Mei & 媽" };
  const before = new URLSearchParams("productId=fig&productNumber=SL-001");
  const query = selecting.writeSelection(before, "finished_bottle", selection);
  expect(query.get("productId")).toBe("fig");
  const after = new URLSearchParams(String(query));
  expect(selecting.readSelection(after, "finished_bottle")).toEqual(selection);
});

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
  ["toString", "finished_bottle"],
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
  [["oil"], 470],
  [["kraft"], 400],
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
  ["abcdefghijklmnopqrst", "Xabcdefghijklmnopqrst", "abcdefghijklmnopqrst"],
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

const item = (id: string, category_display_order: number, picture: object = { image: id }) => {
  return { id, name: id, price: 0, category_display_order, ...picture };
};
const category = (id: string, items: AddonCategory["items"]) => {
  return { id, name: id, display_order: 1, items };
};

const labelPicture = { image: "i31", scale: 0.5, focal_point_x: 0.2, focal_point_y: 0.7 };
const shelves = {
  categories: [
    category("c4", [item("i41", 4), item("i42", 4, {})]),
    category("c1", [item("i11", 1), item("i12", 1, { image: null })]),
    category("c3", [item("i31", 3, labelPicture)]),
  ],
  rules: [],
};
const pictures = {
  label_category_id: "c3",
  concentration_items: { i42: "RICH" as const },
  bottle_items: {
    i11: { millilitres: 80, closure: "spray" as const },
    i12: { millilitres: 10, closure: "roller" as const },
  },
};

test("the pictures of the chosen options lie over each other in the order of their categories", () => {
  const look = lookOf(shelves, pictures, ["i41", "i31", "i11"]);
  const plain = { scale: 1, x: 0.5, y: 0.5, takesWords: false };
  const labelled = { image: "i31", scale: 0.5, x: 0.2, y: 0.7, takesWords: true };
  expect(look.layers).toEqual([{ ...plain, image: "i11" }, labelled, { ...plain, image: "i41" }]);
  expect(look.hasOwnFlask).toBe(false);
});

test("a small picture leaves out the concentration's, which would be a speck beside the bottle", () => {
  const oil = { ...pictures, concentration_items: { i41: "RICH" as const } };
  const imagesOf = (isSmall: boolean) =>
    lookOf(shelves, oil, ["i41", "i31", "i11"], isSmall).layers.map(({ image }) => image);
  expect(imagesOf(false)).toEqual(["i11", "i31", "i41"]);
  expect(imagesOf(true)).toEqual(["i11", "i31"]);
});

const closure = "spray" as const;
const [eighty, ten] = toOneScale([
  { closure, millilitres: 80 },
  { closure: "roller", millilitres: 10 },
]);

test("each choice adds its layer: the glass, what is in it, its label", () => {
  const { scale } = eighty!;
  const look = (...itemIds: string[]) => lookOf(shelves, pictures, itemIds);
  const nothing = { hasOwnFlask: true, strength: 0, scale, layers: [] };
  expect(look()).toMatchObject(nothing);
  expect(look("i42")).toMatchObject({ ...nothing, strength: 0.9 });
  const glass = { ...nothing, vessel: ten?.vessel };
  expect(look("i12")).toMatchObject(glass);
  const labelled = { ...glass, strength: 0.9, layers: [{ image: "i31" }] };
  expect(look("i12", "i31", "i42")).toMatchObject(labelled);
});

test("what no option is known to choose is drawn from the start", () => {
  const look = lookOf(shelves, { ...pictures, bottle_items: {}, concentration_items: {} }, []);
  expect(look).toMatchObject({ strength: 0.5 });
});

test("while nobody knows which category is the bottles', one is drawn only where there is no picture at all", () => {
  const unknown = { ...pictures, bottle_items: {} };
  expect(lookOf(shelves, unknown, []).hasOwnFlask).toBe(true);
  expect(lookOf(shelves, unknown, ["i41"]).hasOwnFlask).toBe(false);
});

test("bottles are drawn to one scale: a flask by what it holds, a roller slim", () => {
  expect(ten?.scale).toBe(eighty?.scale);
  expect(ten?.vessel.width).toBeLessThan((eighty?.vessel.width ?? 0) / 2.5);
  const [thirty, fifty] = toOneScale([30, 50].map((millilitres) => ({ millilitres, closure })));
  expect(fifty?.vessel.width).toBeGreaterThan(thirty?.vessel.width ?? 0);
  expect(fifty?.vessel.height).toBeGreaterThan(thirty?.vessel.height ?? 0);
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
