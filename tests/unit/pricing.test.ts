import { expect, test } from "vitest";
import type { AddonCategory, DependencyRule } from "#contract/product";
import {
  isLabelTextAllowed,
  isQuantityAllowed,
  labelWeight,
  priceFinishedProduct,
  standingChoice,
  takesLabelText,
  tierOf,
  visibleOptions,
  type FinishedProduct,
} from "#contract/pricing";

const item = (id: string, price: number, image: string | null = null) => ({
  id,
  name: id,
  price,
  image,
  category_display_order: 1,
});
const category = (id: string, ...items: AddonCategory["items"]): AddonCategory => ({ id, name: id, display_order: 1, items });
const rule = (trigger: [string, string | null], target: [string, string | null], visible: 0 | 1): DependencyRule => ({
  trigger_category_id: trigger[0],
  trigger_item_id: trigger[1],
  target_category_id: target[0],
  target_item_id: target[1],
  is_visible: visible,
});

const tiers = [
  { mini_buy_amount: 500, unit_price: 80 },
  { mini_buy_amount: 100, unit_price: 100 },
  { mini_buy_amount: 1000, unit_price: 60 },
];
const capacity = category("capacity", item("10ml", 0), item("30ml", 20));
const label = category("label", item("plain", 0), item("printed", 5, "/label.webp"));
const box = category("box", item("paper", 3), item("wood", 30));

function wish(change: Partial<FinishedProduct>): FinishedProduct {
  return {
    userType: "PERSONAL_JAR",
    quantity: 100,
    tiers,
    categories: [capacity, label],
    rules: [],
    addonItemIds: [],
    ...change,
  };
}

test.each([
  [1, 100],
  [100, 100],
  [499, 100],
  [500, 80],
  [999, 80],
  [1000, 60],
  [50_000, 60],
])("of %i bottles each costs NT$%i", (quantity, unitPrice) => {
  expect(tierOf(tiers, quantity)?.unit_price).toBe(unitPrice);
});

test("without tiers there is no price", () => {
  expect(tierOf([], 100)).toBeNull();
  expect(priceFinishedProduct(wish({ tiers: [] }))).toBe("no_price");
});

test("a person who chose add-ons pays tier and add-ons for every bottle", () => {
  expect(priceFinishedProduct(wish({ quantity: 500, addonItemIds: ["30ml", "printed"] }))).toMatchObject({
    addonsTwd: 25,
    unitPriceTwd: 105,
    totalTwd: 52_500,
  });
});

test("a product without the options page costs its tier alone", () => {
  expect(priceFinishedProduct(wish({ quantity: 200 }))).toMatchObject({ unitPriceTwd: 100, totalTwd: 20_000 });
});

test.each([
  ["ENTERPRISE", 1, true],
  ["ENTERPRISE", 0, false],
  ["PERSONAL_PAPER", 5, true],
  ["PERSONAL_PAPER", 7, false],
  ["PERSONAL_JAR", 100, true],
  ["PERSONAL_JAR", 99, false],
  ["PERSONAL_JAR", 150, false],
  ["PERSONAL_JAR", -100, false],
  ["ENTERPRISE", 1.5, false],
] as const)("%s may buy %d: %s", (userType, quantity, allowed) => {
  expect(isQuantityAllowed(userType, quantity)).toBe(allowed);
});

test.each([[["30ml"]], [["30ml", "10ml", "plain"]], [["30ml", "plain", "plain"]], [["30ml", "plain", "golden"]]])(
  "%j is no whole choice of options",
  (addonItemIds) => {
    expect(priceFinishedProduct(wish({ addonItemIds }))).toBe("options");
  },
);

test("an option that another choice hides cannot be bought, and its category need not be chosen", () => {
  const hidden = { categories: [capacity, label, box], rules: [rule(["capacity", "10ml"], ["box", null], 0)] };
  expect(visibleOptions(hidden, ["10ml"]).map(({ id }) => id)).toEqual(["capacity", "label"]);
  expect(priceFinishedProduct(wish({ ...hidden, addonItemIds: ["10ml", "plain", "wood"] }))).toBe("options");
  expect(priceFinishedProduct(wish({ ...hidden, addonItemIds: ["10ml", "plain"] }))).toMatchObject({ unitPriceTwd: 100 });
  expect(priceFinishedProduct(wish({ ...hidden, addonItemIds: ["30ml", "plain"] }))).toBe("options");
});

test("an option that needs another choice is hidden until then", () => {
  const options = { categories: [capacity, box], rules: [rule(["capacity", "30ml"], ["box", "wood"], 1)] };
  expect(
    visibleOptions(options, [])
      .find(({ id }) => id === "box")
      ?.items.map(({ id }) => id),
  ).toEqual(["paper"]);
  expect(
    visibleOptions(options, ["30ml"])
      .find(({ id }) => id === "box")
      ?.items.map(({ id }) => id),
  ).toEqual(["paper", "wood"]);
});

test("dropping a hidden choice also drops what stood on it", () => {
  const options = {
    categories: [capacity, label, box],
    rules: [rule(["capacity", "10ml"], ["label", "printed"], 0), rule(["label", "printed"], ["box", null], 1)],
  };
  expect(standingChoice(options, ["10ml", "printed", "wood"])).toEqual(["10ml"]);
});

test("rules that point at each other come to an end", () => {
  const options = {
    categories: [capacity, label],
    rules: [rule(["capacity", null], ["label", null], 0), rule(["label", null], ["capacity", null], 0)],
  };
  expect(standingChoice(options, ["10ml", "plain"])).toEqual([]);
});

test("own words fit only on a label with a picture", () => {
  expect(takesLabelText([label], "label", ["printed"])).toBe(true);
  expect(takesLabelText([label], "label", ["plain"])).toBe(false);
  expect(takesLabelText([label], "other", ["printed"])).toBe(false);
});

test("ten Chinese or twenty Latin characters fill a label", () => {
  expect(labelWeight("香跡 Sillage")).toBe(12);
  expect(labelWeight("さくらサクラ")).toBe(12);
  expect(labelWeight("ｻｸﾗ")).toBe(3);
  expect(labelWeight("🌸é")).toBe(2);
  expect(isLabelTextAllowed("香".repeat(10))).toBe(true);
  expect(isLabelTextAllowed("香".repeat(10) + "a")).toBe(false);
  expect(isLabelTextAllowed("a".repeat(20))).toBe(true);
});
