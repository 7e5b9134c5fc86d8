import { expect, test } from "vitest";
import type { AddonCategory, DependencyRule } from "#contract/product";
import { maxOrderTotalTwd } from "#contract/money";
import { cartItemBody } from "#contract/cart";
import {
  fitQuantity,
  isLabelTextAllowed,
  isQuantityAllowed,
  labelWeight,
  priceFinishedProduct,
  readQuantity,
  standingChoice,
  takesLabelText,
  tierOf,
  visibleOptions,
  type FinishedProduct,
} from "#contract/pricing";
import { finishedItem } from "../../web/purchase/finished-item.ts";

const item = (id: string, price: number, image: string | null = null) => ({
  id,
  name: id,
  price,
  image,
  category_display_order: 1,
});
const category = (id: string, ...items: AddonCategory["items"]): AddonCategory => ({
  id,
  name: id,
  display_order: 1,
  items,
});
const rule = (
  trigger: [string, string | null],
  target: [string, string | null],
  visible: 0 | 1,
): DependencyRule => ({
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
const bottle = {
  productId: "hinoki-rain",
  kind: "finished_bottle" as const,
  quantity: 100,
  addonItemIds: [],
  concentration: null,
};
const box = category("box", item("paper", 3), item("wood", 30));

function wish(change: Partial<FinishedProduct>): FinishedProduct {
  return {
    kind: "finished_bottle",
    quantity: 100,
    tiers,
    categories: [capacity, label],
    rules: [],
    addonItemIds: [],
    ...change,
  };
}

test.each([
  [-1, 100],
  [1, 100],
  [99, 100],
  [100, 100],
  [101, 100],
  [499, 100],
  [500, 80],
  [501, 80],
  [999, 80],
  [1000, 60],
  [1001, 60],
  [1e9, 60],
])("of %i bottles each costs NT$%i, however the tiers are sorted", (quantity, unitPrice) => {
  for (const sorted of [
    tiers,
    tiers.toReversed(),
    tiers.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount),
  ])
    expect(tierOf(sorted, quantity)?.unit_price).toBe(unitPrice);
});

test("without tiers there is no price", () => {
  expect(tierOf([], 100)).toBeNull();
  expect(priceFinishedProduct(wish({ tiers: [] }))).toBe("no_price");
});

test.each([
  ["nothing", 0, []],
  ["less than nothing", -1, []],
  ["nothing once a discount is taken off", 5, ["10ml", "gift"]],
])("what would cost %s has no price (R36)", (_what, unit_price, addonItemIds) => {
  const priced = wish({
    tiers: [{ mini_buy_amount: 1, unit_price }],
    categories: [capacity, category("label", item("gift", -5))],
    addonItemIds,
  });
  expect(priceFinishedProduct(priced)).toBe("no_price");
});

test("a dollar is a price", () => {
  const cheapest = wish({ tiers: [{ mini_buy_amount: 1, unit_price: 1 }] });
  expect(priceFinishedProduct(cheapest)).toMatchObject({ unitPriceTwd: 1, totalTwd: 100 });
});

test("a person who chose add-ons pays tier and add-ons for every bottle", () => {
  expect(
    priceFinishedProduct(wish({ quantity: 500, addonItemIds: ["30ml", "printed"] })),
  ).toMatchObject({
    addonsTwd: 25,
    unitPriceTwd: 105,
    totalTwd: 52_500,
  });
});

test("a product without the options page costs its tier alone", () => {
  expect(priceFinishedProduct(wish({ quantity: 200 }))).toMatchObject({
    unitPriceTwd: 100,
    totalTwd: 20_000,
  });
});

/** What is bought when this was typed: on the options page, and in the window without options. */
test.each([
  ["finished_bottle", "-5", 100, 100],
  ["finished_bottle", "0", 100, 100],
  ["finished_bottle", "1", 100, 100],
  ["finished_bottle", "99", 100, 100],
  ["finished_bottle", "100", 100, 100],
  ["finished_bottle", "101", 100, 101],
  ["finished_bottle", "149", 100, 149],
  ["finished_bottle", "150", 200, 150],
  ["finished_bottle", "250", 300, 250],
  ["finished_bottle", "1e9", 100_000, 100_000],
  ["finished_bottle", "", 100, 100],
  ["finished_bottle", "１０", 100, 100],
  ["finished_bottle", "１，２００", 1_200, 1_200],
  ["finished_bottle", "150.9", 200, 150],
  ["finished_bottle", "many", 100, 100],
  ["finished_bottle", "Infinity", 100_000, 100_000],
  ["finished_paper", "-5", 5, 5],
  ["finished_paper", "0", 5, 5],
  ["finished_paper", "1", 5, 5],
  ["finished_paper", "7", 5, 5],
  ["finished_paper", "8", 10, 10],
  ["finished_paper", "99", 100, 100],
  ["finished_paper", "101", 100, 100],
  ["finished_paper", "149", 150, 150],
  ["finished_paper", "1e9", 100_000, 100_000],
  ["finished_paper", "", 5, 5],
  ["finished_paper", "１０", 10, 10],
  ["finished_kg", "-5", 1, 1],
  ["finished_kg", "0", 1, 1],
  ["finished_kg", "1", 1, 1],
  ["finished_kg", "99", 99, 99],
  ["finished_kg", "2.4", 2, 2],
  ["finished_kg", "1e9", 100_000, 100_000],
  ["finished_kg", "", 1, 1],
  ["finished_kg", "１０", 10, 10],
] as const)(
  "%s who types %j buys %i on the page and %i in the window",
  (kind, typed, onPage, inModal) => {
    const wanted = readQuantity(typed);
    expect([fitQuantity(kind, "page", wanted), fitQuantity(kind, "modal", wanted)]).toEqual([
      onPage,
      inModal,
    ]);
  },
);

test.each([
  ["finished_kg", 1, true, true],
  ["finished_kg", 0, false, false],
  ["finished_kg", 1.5, false, false],
  ["finished_paper", 5, true, true],
  ["finished_paper", 7, false, false],
  ["finished_bottle", 100, true, true],
  ["finished_bottle", 99, false, false],
  ["finished_bottle", 150, false, true],
  ["finished_bottle", -100, false, false],
  ["finished_bottle", 100_100, false, false],
  ["finished_bottle", Number.NaN, false, false],
] as const)(
  "%s may buy %d on the page: %s, in the window: %s",
  (kind, quantity, onPage, inModal) => {
    expect([
      isQuantityAllowed(kind, "page", quantity),
      isQuantityAllowed(kind, "modal", quantity),
    ]).toEqual([onPage, inModal]);
  },
);

test("150 jars can be had without options, and with options only full hundreds", () => {
  expect(priceFinishedProduct(wish({ quantity: 150 }))).toMatchObject({ totalTwd: 15_000 });
  expect(priceFinishedProduct(wish({ quantity: 150, addonItemIds: ["10ml", "plain"] }))).toBe(
    "quantity",
  );
});

test("nobody is sold more than an order may come to (R36)", () => {
  const dear = {
    kind: "finished_kg" as const,
    tiers: [{ mini_buy_amount: 1, unit_price: 20_000 }],
  };
  expect(priceFinishedProduct(wish({ ...dear, quantity: 9_999 }))).toMatchObject({
    totalTwd: 199_980_000,
  });
  expect(priceFinishedProduct(wish({ ...dear, quantity: 10_000 }))).toBe("too_much");
  const dearest = { ...dear, tiers: [{ mini_buy_amount: 1, unit_price: maxOrderTotalTwd }] };
  expect(priceFinishedProduct(wish({ ...dearest, quantity: 1 }))).toMatchObject({
    totalTwd: maxOrderTotalTwd,
  });
});

test("nothing typed is no number", () => {
  expect([readQuantity(""), readQuantity(" ，")]).toEqual([Number.NaN, Number.NaN]);
});

test("a category whose options are all hidden is not shown", () => {
  const options = {
    categories: [capacity, label],
    rules: ["plain", "printed"].map((id) => rule(["capacity", "10ml"], ["label", id], 0)),
  };
  expect(visibleOptions(options, ["10ml"]).map(({ id }) => id)).toEqual(["capacity"]);
  expect(visibleOptions(options, ["30ml"]).map(({ id }) => id)).toEqual(["capacity", "label"]);
});

test.each([
  [["30ml"]],
  [["30ml", "10ml"]],
  [["30ml", "10ml", "plain"]],
  [["30ml", "plain", "plain"]],
  [["30ml", "plain", "golden"]],
])("%j is no whole choice of options", (addonItemIds) => {
  expect(priceFinishedProduct(wish({ addonItemIds }))).toBe("options");
});

test("an option that another choice hides cannot be bought, and its category need not be chosen", () => {
  const hidden = {
    categories: [capacity, label, box],
    rules: [rule(["capacity", "10ml"], ["box", null], 0)],
  };
  expect(visibleOptions(hidden, ["10ml"]).map(({ id }) => id)).toEqual(["capacity", "label"]);
  expect(priceFinishedProduct(wish({ ...hidden, addonItemIds: ["10ml", "plain", "wood"] }))).toBe(
    "options",
  );
  expect(priceFinishedProduct(wish({ ...hidden, addonItemIds: ["10ml", "plain"] }))).toMatchObject({
    unitPriceTwd: 100,
  });
  expect(priceFinishedProduct(wish({ ...hidden, addonItemIds: ["30ml", "plain"] }))).toBe(
    "options",
  );
});

test("an option that needs another choice is hidden until then", () => {
  const options = {
    categories: [capacity, box],
    rules: [rule(["capacity", "30ml"], ["box", "wood"], 1)],
  };
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
    rules: [
      rule(["capacity", "10ml"], ["label", "printed"], 0),
      rule(["label", "printed"], ["box", null], 1),
    ],
  };
  expect(standingChoice(options, ["10ml", "printed", "wood"])).toEqual(["10ml"]);
});

test("rules that point at each other come to an end", () => {
  const options = {
    categories: [capacity, label],
    rules: [
      rule(["capacity", null], ["label", null], 0),
      rule(["label", null], ["capacity", null], 0),
    ],
  };
  expect(standingChoice(options, ["10ml", "plain"])).toEqual([]);
});

test("own words fit only on a label with a picture", () => {
  expect(takesLabelText([label], "label", ["printed"])).toBe(true);
  expect(takesLabelText([label], "label", ["plain"])).toBe(false);
  expect(takesLabelText([label], "other", ["printed"])).toBe(false);
});

test.each([
  ["", 0],
  ["Sillage", 7],
  ["香跡", 4],
  ["香跡 Sillage", 12],
  ["𠮷野", 4],
  ["さくらサクラ", 12],
  ["サービス", 8],
  ["佐々木〆〇", 10],
  ["ゝヽゞ", 6],
  ["ｻｸﾗ", 3],
  ["ｶﾞ", 2],
  ["が", 2],
  ["か\u3099", 2],
  ["é", 1],
  ["e\u0301", 1],
  ["x\u0332", 2],
  ["향", 1],
  ["Ａ１", 2],
  ["。、「」・", 5],
  ["🌸", 1],
  ["👩‍🚀", 3],
  ["❤️", 2],
  ["給 Mei ♡ 2026", 13],
  ["مسك", 3],
])("%j weighs %i on a label", (text, weight) => {
  expect(labelWeight(text)).toBe(weight);
});

test("ten Chinese or twenty Latin characters fill a label", () => {
  for (const full of [
    "香".repeat(10),
    "ア".repeat(10),
    "a".repeat(20),
    "e\u0301".repeat(20),
    "🌸".repeat(20),
    "香跡Sillage2026 香水",
  ]) {
    expect(isLabelTextAllowed(full), full).toBe(true);
  }
  for (const over of ["香".repeat(10) + "a", "a".repeat(21), "香".repeat(9) + "abc"])
    expect(isLabelTextAllowed(over), over).toBe(false);
});

test("whatever fits on a label fits through the door of the cart", () => {
  for (const words of [
    "🌸".repeat(20),
    "香".repeat(10),
    "e\u0301".repeat(20),
    "か\u3099".repeat(10),
  ]) {
    const body = finishedItem({ ...bottle, labelText: words });
    expect(cartItemBody.parse(body).labelText, words).toBe(words.normalize("NFC"));
  }
});
