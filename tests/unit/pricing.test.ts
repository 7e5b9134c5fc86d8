import { expect, test } from "vitest";
import { cartItemBody } from "#contract/cart";
import {
  fitQuantity,
  isLabelTextAllowed,
  isQuantityAllowed,
  labelWeight,
  priceFinishedProduct,
  readQuantity,
  takesLabelText,
  tierOf,
  visibleOptions,
  type FinishedProduct,
} from "#contract/pricing";
import { finishedItem } from "../../web/purchase/use-purchase.ts";
import { categoryOf, ruleOf } from "./options.ts";

const tiers = [
  { mini_buy_amount: 500, unit_price: 80 },
  { mini_buy_amount: 100, unit_price: 100 },
  { mini_buy_amount: 1000, unit_price: 60 },
];
const capacity = categoryOf("capacity", { "10ml": 0, "30ml": 20 });
const label = categoryOf("label", { plain: 0, printed: 5 });
const box = categoryOf("box", { paper: 3, wood: 30 });
const bottle = {
  productId: "hinoki-rain",
  kind: "finished_bottle" as const,
  quantity: 100,
  addonItemIds: [],
  concentration: null,
};
function wish(change: Partial<FinishedProduct>): FinishedProduct {
  return {
    kind: "finished_bottle",
    quantity: 100,
    tiers,
    categories: [capacity, label],
    rules: [],
    addonItemIds: [],
    mostTwd: 1e9,
    ...change,
  };
}

test.each([
  [99, 100],
  [100, 100],
  [499, 100],
  [500, 80],
  [999, 80],
  [1000, 60],
  [1e9, 60],
])("of %i bottles each costs NT$%i, however the tiers are sorted", (quantity, unitPrice) => {
  for (const sorted of [
    tiers,
    tiers.toReversed(),
    tiers.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount),
  ])
    expect(tierOf(sorted, quantity)?.unit_price).toBe(unitPrice);
});

const priceOf = (change: Partial<FinishedProduct>) => {
  const priced = priceFinishedProduct(wish(change));
  return typeof priced === "string" ? priced : [priced.unitPriceTwd, priced.totalTwd];
};
const flat = (unit_price: number) => ({ tiers: [{ mini_buy_amount: 1, unit_price }] });
const discounted = { categories: [capacity, categoryOf("label", { gift: -5 })] };
const boxed = { categories: [capacity, label, box], rules: [ruleOf("capacity/10ml hides box")] };
const two = ["10ml", "plain"];

test.each<[string, Partial<FinishedProduct>, ReturnType<typeof priceOf>]>([
  ["without tiers nothing has a price", { tiers: [] }, "no_price"],
  ["nothing is no price (R36)", flat(0), "no_price"],
  ["less than nothing is none (R36)", flat(-1), "no_price"],
  [
    "nor what a discount takes (R36)",
    { ...discounted, ...flat(5), addonItemIds: ["10ml", "gift"] },
    "no_price",
  ],
  ["a dollar is a price", flat(1), [1, 100]],
  [
    "add-ons are paid for every bottle",
    { quantity: 500, addonItemIds: ["30ml", "printed"] },
    [105, 52_500],
  ],
  ["without options there is the tier alone", { quantity: 200 }, [100, 20_000]],
  ["150 jars can be had without options", { quantity: 150 }, [100, 15_000]],
  ["with options only full hundreds", { quantity: 150, addonItemIds: two }, "quantity"],
  ["one option of two is no whole choice", { addonItemIds: ["30ml"] }, "options"],
  ["nor are two of one category", { addonItemIds: ["30ml", "10ml"] }, "options"],
  ["nor is one too many", { addonItemIds: ["30ml", "10ml", "plain"] }, "options"],
  ["nor is one twice", { addonItemIds: ["30ml", "plain", "plain"] }, "options"],
  ["nor is one that is not for sale", { addonItemIds: ["30ml", "plain", "golden"] }, "options"],
  [
    "what another choice hides is not sold",
    { ...boxed, addonItemIds: [...two, "wood"] },
    "options",
  ],
  ["and its category need not be chosen", { ...boxed, addonItemIds: two }, [100, 10_000]],
  ["but where it is shown", { ...boxed, addonItemIds: ["30ml", "plain"] }, "options"],
])("%s", (_what, change, price) => {
  expect(priceOf(change)).toEqual(price);
});

/** What is bought when this was typed: on the options page, and in the window without options. */
test.each([
  ["finished_bottle", "-5", 100, 100],
  ["finished_bottle", "99", 100, 100],
  ["finished_bottle", "100", 100, 100],
  ["finished_bottle", "149", 100, 149],
  ["finished_bottle", "150", 200, 150],
  ["finished_bottle", "1e9", 100_000, 100_000],
  ["finished_bottle", "", 100, 100],
  ["finished_bottle", "１，２００", 1_200, 1_200],
  ["finished_bottle", "150.9", 200, 150],
  ["finished_bottle", "Infinity", 100_000, 100_000],
  ["finished_paper", "7", 5, 5],
  ["finished_paper", "8", 10, 10],
  ["finished_paper", "", 5, 5],
  ["finished_kg", "0", 1, 1],
  ["finished_kg", "2.4", 2, 2],
] as const)("%s, typed %j, buys %i, in the window %i", (kind, typed, onPage, inModal) => {
  const wanted = readQuantity(typed);
  expect([fitQuantity(kind, "page", wanted), fitQuantity(kind, "modal", wanted)]).toEqual([
    onPage,
    inModal,
  ]);
});

test.each([
  ["finished_kg", 1, true, true],
  ["finished_kg", 0, false, false],
  ["finished_paper", 7, false, false],
  ["finished_bottle", 150, false, true],
  ["finished_bottle", 100_100, false, false],
] as const)("%s may buy %d: %s, in the window: %s", (kind, quantity, onPage, inModal) => {
  expect([
    isQuantityAllowed(kind, "page", quantity),
    isQuantityAllowed(kind, "modal", quantity),
  ]).toEqual([onPage, inModal]);
});

test("nobody is sold more than an order may come to (R36)", () => {
  const kilograms = (price: number, quantity: number) =>
    priceOf({ kind: "finished_kg", ...flat(price), quantity, mostTwd: 199_999 });
  expect(kilograms(20_000, 9)).toEqual([20_000, 180_000]);
  expect(kilograms(20_000, 10)).toBe("too_much");
  expect(kilograms(199_999, 1)).toEqual([199_999, 199_999]);
});

test("nothing typed is no number", () => {
  expect([readQuantity(""), readQuantity(" ，")]).toEqual([Number.NaN, Number.NaN]);
});

test("a category whose options are all hidden is not shown", () => {
  const options = {
    categories: [capacity, label],
    rules: ["plain", "printed"].map((id) => ruleOf(`capacity/10ml hides label/${id}`)),
  };
  expect(visibleOptions(options, ["10ml"]).map(({ id }) => id)).toEqual(["capacity"]);
  expect(visibleOptions(options, ["30ml"]).map(({ id }) => id)).toEqual(["capacity", "label"]);
});

test("own words fit only on a label with a picture", () => {
  expect(takesLabelText([label], "label", ["printed"])).toBe(true);
  expect(takesLabelText([label], "label", ["plain"])).toBe(false);
  expect(takesLabelText([label], "other", ["printed"])).toBe(false);
});

test.each([
  ["", 0],
  ["香跡 Sillage", 12],
  ["𠮷野", 4],
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
  ["。、「」・", 5],
  ["🌸", 1],
  ["👩‍🚀", 3],
  ["❤️", 2],
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
