import { expect, test } from "vitest";
import { kindOfBuyer } from "#contract/item-kind";
import { visibleOptions, type Options } from "#contract/pricing";
import {
  categoriesWithoutChoice,
  choose,
  nextToChoose,
  readSelection,
  settledChoice,
  stepsOf,
  takeLabelText,
  writeSelection,
} from "../../web/pages/purchase-options/selection.ts";
import { categoryOf, ruleOf } from "./options.ts";
import { isBuyable, moreForBetterPrice, priceSoFar } from "../../web/purchase/price.ts";

/** Oil hides the spray; wrapping is asked for once there is a bottle. */
const options: Options = {
  categories: [
    categoryOf("size", { roller: 0, spray: 20 }),
    categoryOf("strength", { light: 0, oil: 90 }),
    categoryOf("box", { kraft: 20 }),
  ],
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
  const selection = {
    itemIds: ["spray", "light", "kraft"],
    quantity: 300,
    labelText: "給 Mei & 媽",
  };
  const query = writeSelection(
    new URLSearchParams("productId=fig&productNumber=SL-001"),
    "finished_bottle",
    selection,
  );
  expect(query.get("productId")).toBe("fig");
  expect(readSelection(new URLSearchParams(String(query)), "finished_bottle")).toEqual(selection);
});

test("an untouched page leaves its address as it came", () => {
  const query = new URLSearchParams("productNumber=SL-001");
  expect(
    writeSelection(query, "finished_paper", readSelection(query, "finished_paper")).toString(),
  ).toBe("productNumber=SL-001");
});

test.each([
  ["finished_bottle", "", 100],
  ["finished_bottle", "250", 300],
  ["finished_paper", "8", 10],
] as const)("%s with %j in the address buys %i", (kind, quantity, bought) => {
  expect(readSelection(new URLSearchParams({ quantity }), kind).quantity).toBe(bought);
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
  expect(settledChoice(options, ["roller", "spray", "golden", "light"])).toEqual([
    "spray",
    "light",
  ]);
  expect(settledChoice(options, ["spray", "oil", "kraft"])).toEqual(["oil"]);
});

test("choosing oil takes the spray away and with it the wrapping that waited for a bottle", () => {
  const chosen = choose(options, ["spray", "light", "kraft"], "oil");
  expect(chosen.itemIds).toEqual(["oil"]);
  expect(chosen.dropped.toSorted()).toEqual(["kraft", "spray"]);
  expect(visibleOptions(options, chosen.itemIds).map(({ id }) => id)).toEqual(["size", "strength"]);
  expect(
    choose(options, chosen.itemIds, "light").itemIds,
    "what was dropped does not come back by itself",
  ).toEqual(["light"]);
});

test("another choice in the same category replaces the first and drops nothing", () => {
  expect(choose(options, ["spray", "kraft"], "roller")).toEqual({
    itemIds: ["roller", "kraft"],
    dropped: [],
  });
});

test("one can buy when every visible category has its choice", () => {
  const missing = (itemIds: string[]) =>
    categoriesWithoutChoice(options, itemIds).map(({ id }) => id);
  expect(missing([])).toEqual(["size", "strength"]);
  expect(missing(["roller"])).toEqual(["strength", "box"]);
  expect(missing(whole)).toEqual([]);
  expect(isBuyable({ ...wish, addonItemIds: ["roller", "oil"] }, 1)).toBe(false);
  expect(isBuyable({ ...wish, addonItemIds: whole }, 0)).toBe(true);
  expect(isBuyable({ ...wish, quantity: 50, addonItemIds: whole }, 0)).toBe(false);
});

test("the price grows with each choice before all are made", () => {
  expect(priceSoFar({ ...wish, addonItemIds: [] })).toMatchObject({ totalTwd: 38_000 });
  expect(priceSoFar({ ...wish, addonItemIds: ["spray"] })).toMatchObject({ totalTwd: 40_000 });
  expect(priceSoFar({ ...wish, quantity: 200, addonItemIds: whole })).toMatchObject({
    totalTwd: 94_000,
  });
});

test.each([
  [100, 100],
  [199, 1],
  [200, null],
])("with %i in hand, %j more bring a better price", (quantity, more) => {
  expect(moreForBetterPrice(tiers, quantity)).toBe(more);
});

test("a single tier promises no better price", () => {
  expect(moreForBetterPrice(tiers.slice(0, 1), 1)).toBeNull();
});

test.each([
  ["", "香跡香跡香跡香跡香跡", "香跡香跡香跡香跡香跡"],
  ["香跡香跡香跡香跡香跡", "香跡香跡香跡香跡香跡a", "香跡香跡香跡香跡香跡"],
  ["香跡香跡香跡香跡香", "香跡香跡香跡香跡香 跡", "香跡香跡香跡香跡香 "],
  ["abcdefghijklmnopqrst", "Xabcdefghijklmnopqrst", "abcdefghijklmnopqrst"],
  ["", "abcdefghijklmnopqr👩‍🚀", "abcdefghijklmnopqr"],
])("with %j on the label, typing %j leaves %j", (before, typed, kept) => {
  expect(takeLabelText(before, typed)).toBe(kept);
});

test("a category that a choice may still bring is a step from the start, and one that a choice took away is none", () => {
  const steps = (from: Options, itemIds: string[]) =>
    stepsOf(from, itemIds).map(({ category: { id }, waitsFor }) =>
      waitsFor === null ? id : `${id} after ${waitsFor.id}`,
    );
  expect(steps(options, [])).toEqual(["size", "strength", "box after size"]);
  expect(steps(options, ["spray"])).toEqual(["size", "strength", "box"]);
  const bare: Options = {
    ...options,
    rules: [...options.rules, ruleOf("strength/oil hides box")],
  };
  expect(steps(bare, ["oil"])).toEqual(["size", "strength"]);
  expect(steps(bare, ["light"]), "it may be brought yet").toContain("box after size");
  const forRollers: Options = { ...options, rules: [ruleOf("size/roller shows box")] };
  expect(steps(forRollers, [])).toContain("box after size");
  expect(steps(forRollers, ["spray"])).toEqual(["size", "strength"]);
});

test("after a choice the next category without one follows, from the first again after the last", () => {
  const after = (itemIds: string[], id: string) => nextToChoose(options, itemIds, id)?.id;
  expect(after(["spray"], "size")).toBe("strength");
  expect(after(["light"], "strength")).toBe("size");
  expect(after(["spray", "light"], "size")).toBe("box");
  expect(after(["spray", "light", "kraft"], "size")).toBeUndefined();
});
