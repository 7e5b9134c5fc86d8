/** `worker/contract/cart.ts`: what a cart takes of a line before anything is asked about it. */
import { expect, test } from "vitest";
import { cartItemBody, cartItemChange, cartRestoring } from "#contract/cart";
import { fieldsOf } from "../../worker/middleware/validate.ts";

interface Parsed {
  error?: { issues: Parameters<typeof fieldsOf>[0] };
}
const faultsOf = (schema: { safeParse(value: unknown): Parsed }, value: unknown) =>
  fieldsOf(schema.safeParse(value).error?.issues ?? [], value);

const set = {
  productIds: ["hinoki-rain", "cedar-library"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "response-1",
};

test.each<[string, object, Record<string, string>]>([
  ["a total", { totalPrice: 1 }, { totalPrice: "unknown_field" }],
  ["a member", { memberId: "x" }, { memberId: "unknown_field" }],
  ["a negative amount", { amount: -1 }, { amount: "out_of_range" }],
  ["no amount at all", { amount: 0 }, { amount: "out_of_range" }],
  ["half a set", { amount: 1.5 }, { amount: "invalid" }],
  ["an amount in words", { amount: "1" }, { amount: "invalid" }],
  ["a huge amount", { amount: 1e9 }, { amount: "out_of_range" }],
  ["an amount beyond counting", { amount: 2 ** 53 }, { amount: "out_of_range" }],
  ["no product", { productIds: [] }, { productIds: "required" }],
  ["six products", { productIds: Array(6).fill("hinoki-rain") }, { productIds: "too_long" }],
  ["a path for a product", { productIds: ["../orders"] }, { "productIds.0": "invalid" }],
  ["an object for a product", { productIds: [{ id: "x" }] }, { "productIds.0": "invalid" }],
  ["an unknown kind", { itemType: "BARREL" }, { itemType: "invalid_choice" }],
  ["an unknown sale", { type: "GIFT" }, { type: "invalid_choice" }],
  ["twenty-one options", { addonItemIds: Array(21).fill("box") }, { addonItemIds: "too_long" }],
  ["a label of 21 signs", { labelText: "x".repeat(21) }, { labelText: "too_long" }],
  ["words that never end", { userAnswer: "x".repeat(501) }, { userAnswer: "too_long" }],
])("a line with %s is not read (R35, R36)", (_what, change, faults) => {
  expect(faultsOf(cartItemBody, { ...set, ...change })).toEqual(faults);
});

test("a line is read with all that it may say, or without what it need not", () => {
  const whole = { amount: 100, concentration: "LIGHT", addonItemIds: ["box"], labelText: "雨後" };
  expect(cartItemBody.parse({ ...set, ...whole })).toEqual({ ...set, ...whole });
  expect(faultsOf(cartItemBody, { productIds: ["a"], itemType: "JAR", type: "SAMPLE" })).toEqual(
    {},
  );
  expect(faultsOf(cartItemBody, { ...set, surveyResponseId: null, labelText: null })).toEqual({});
});

test("what the server decides of a line may be sent back to it, and is ignored", () => {
  const decided = { id: "line-1", label: "SL-001", price: 1, createdAt: "2026-01-01" };
  expect(cartItemBody.parse({ ...decided, ...set })).toEqual(set);
  expect(cartItemChange.parse({ ...decided, amount: 2 })).toEqual({ amount: 2 });
  expect(faultsOf(cartItemChange, decided)).toEqual({ amount: "required" });
});

test.each<[string, object, Record<string, string>]>([
  ["an amount alone", { amount: 100 }, {}],
  ["a whole line", set, {}],
  ["nothing", {}, { amount: "required" }],
  ["a part of a line", { type: "SAMPLE" }, { productIds: "required", itemType: "required" }],
  ["a total", { amount: 100, totalPrice: 1 }, { totalPrice: "unknown_field" }],
])("%s is a change of a line, or no change", (_what, body, faults) => {
  expect(faultsOf(cartItemChange, body)).toEqual(faults);
});

test("as many lines come back at once as a cart can hold, and at least one", () => {
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, at) => `line-${at}`) });
  expect([1, 100].map((count) => faultsOf(cartRestoring, ids(count)))).toEqual([{}, {}]);
  expect(faultsOf(cartRestoring, ids(0))).toEqual({ ids: "required" });
  expect(faultsOf(cartRestoring, ids(101))).toEqual({ ids: "too_long" });
});
