import { expect, test } from "vitest";
import type { Order, OrderItem } from "#contract/order";
import { withOwnLines } from "../../worker/shop/orders/list-orders.ts";
import type { OrderedLine } from "../../worker/store/schema.ts";

const item = (changes: Partial<OrderItem> = {}): OrderItem => ({
  id: "",
  type: "FINISHED_PRODUCT",
  product_unit: "BOTTLE",
  product_number: "SL-021",
  amount: 100,
  price: null,
  product_ids: [],
  addon_item_ids: [],
  ...changes,
});
const line = (changes: Partial<OrderedLine> = {}): OrderedLine => ({
  itemType: "JAR",
  saleType: "FINISHED_PRODUCT",
  amount: 100,
  productIds: ["osmanthus-lane"],
  label: "SL-021",
  price: 56_000,
  concentration: "LIGHT",
  addonItemIds: ["spray-30"],
  labelText: "雨後",
  ...changes,
});
const order = (...order_items: OrderItem[]): Order => ({
  id: "1",
  order_id: "SL1",
  status: "pending",
  created_at: null,
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  customer_address: "",
  order_total_price: null,
  currency: "TWD",
  order_items,
});
const itemsOf = (items: OrderItem[], lines: OrderedLine[]) =>
  withOwnLines(order(...items), lines).order_items;

test("a line of which the upstream says little is filled from what the shop sent", () => {
  expect(itemsOf([item({ product_number: "" })], [line()])).toEqual([
    item({
      product_ids: ["osmanthus-lane"],
      price: 56_000,
      concentration: "LIGHT",
      label_text: "雨後",
      addon_item_ids: ["spray-30"],
    }),
  ]);
});

test("what the upstream says stays", () => {
  const said = item({
    price: 1,
    product_ids: ["other"],
    addon_item_ids: ["x"],
    concentration: "LIGHT",
    label_text: "雨後",
  });
  expect(itemsOf([said], [line({ price: 1 })])).toEqual([said]);
});

test("two lines that the upstream does not tell apart get each its own, in their order; where it does, by what it says", () => {
  const lines = [line(), line({ addonItemIds: ["spray-50"], price: 70_000 })];
  const chosen = (items: OrderItem[]) => itemsOf(items, lines).flatMap((one) => one.addon_item_ids);
  expect(chosen([item(), item()])).toEqual(["spray-30", "spray-50"]);
  const priced = [item({ price: 70_000 }), item({ price: 56_000 })];
  expect(chosen(priced)).toEqual(["spray-50", "spray-30"]);
});

test.each([
  ["another amount", item({ amount: 200 })],
  ["another product", item({ product_number: "SL-001" })],
  ["another kind", item({ type: "SAMPLE", product_unit: "JAR" })],
  ["no readable kind", item({ type: "", product_unit: "" })],
  ["another price", item({ price: 1 })],
  ["another strength", item({ concentration: "RICH" })],
  ["another label", item({ label_text: "晴" })],
])("a line of %s is left as it is", (_what, other) => {
  expect(itemsOf([other], [line()])).toEqual([other]);
});

test("an empty word of the upstream says nothing, and is filled", () => {
  const silent = item({ product_number: "", concentration: "", label_text: "" });
  expect(itemsOf([silent], [line()])).toMatchObject([
    { product_number: "SL-021", concentration: "LIGHT", label_text: "雨後" },
  ]);
  const unknown = item({ concentration: null, label_text: null });
  expect(itemsOf([unknown], [line()])).toMatchObject([
    { concentration: "LIGHT", label_text: "雨後", price: 56_000 },
  ]);
});

test("each half of what a line is of tells it apart from another", () => {
  const paper = line({ itemType: "SAMPLE_PAPER", saleType: "SAMPLE" });
  const said = item({ type: "SAMPLE", product_unit: "SAMPLE_PAPER", amount: 100 });
  expect(itemsOf([said], [line(), paper])[0]?.product_ids).toEqual(["osmanthus-lane"]);
  const jars = item({ type: "SAMPLE", product_unit: "JAR", amount: 100 });
  expect(itemsOf([jars], [line(), paper])).toEqual([jars]);
});
