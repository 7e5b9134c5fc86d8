import { kindOfOrderItem } from "#contract/item-kind";
import { canReorder, statusOf, type Order, type OrderItem } from "#contract/order";
import { sampleBlockAmong } from "../../web/api/orders.ts";
import { pageNumbers, readOrdersQuery } from "../../web/pages/orders/OrdersPage.tsx";
import { withOwnLines } from "../../worker/shop/orders/list-orders.ts";
import type { OrderedLine } from "../../worker/store/schema.ts";

test.each([
  ["  Shipped ", "shipped"],
  ["PAYMENT_PENDING", "payment_pending"],
  ["   ", null],
  ["teleported", null],
  ["toString", null],
])("an order whose status is %j is one that is %s", (status, name) => {
  expect(statusOf(status)).toBe(name);
});

test("of any number of pages a shopper sees the first, the last and the neighbours, each once and in order", () => {
  for (let count = 1; count <= 40; count += 1)
    for (let current = 1; current <= count; current += 1) {
      const shown = pageNumbers(current, count);
      const numbers = shown.filter((number) => number !== null);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      const near = [1, current - 1, current, current + 1, count];
      const wanted = near.filter((number) => number >= 1 && number <= count);
      expect(new Set(numbers)).toEqual(new Set(wanted));
      const ellipses = Number(current > 3) + Number(current < count - 2);
      expect(shown.length - numbers.length, `page ${current} of ${count}`).toBe(ellipses);
    }
});

const firstPage = { page: 1, start: undefined, end: undefined };
test.each([
  ["", firstPage],
  ["page=3&start=2026-02-01&end=2026-02-28", { page: 3, start: "2026-02-01", end: "2026-02-28" }],
  ["page=0", firstPage],
  ["page=1e99", firstPage],
  ["page=999999999", { ...firstPage, page: 100_000 }],
  ["start=2026-02-30&end=yesterday", firstPage],
])("the address %j asks for %j", (address, asked) => {
  expect(readOrdersQuery(new URLSearchParams(address))).toEqual(asked);
});

test.each([
  ["SAMPLE", "JAR", "sample_jar"],
  ["SAMPLE", "SAMPLE_PAPER", "sample_paper"],
  ["FINISHED_PRODUCT", "FINISHED_PRODUCT_KG", "finished_kg"],
  ["FINISHED_PRODUCT", "LARGE_JAR_KG", "finished_kg"],
  ["FINISHED_PRODUCT", "BOTTLE", "finished_bottle"],
  ["FINISHED_PRODUCT", "JAR", "finished_jar"],
  ["FINISHED_PRODUCT", "SAMPLE_PAPER", "finished_paper"],
  ["SAMPLE", "BARREL", null],
  ["", "", null],
])("a %s in %s is shown as %s", (type, product_unit, kind) => {
  expect(kindOfOrderItem({ type, product_unit })).toBe(kind);
});

test("only a delivered order that came from a quiz can be ordered again", () => {
  expect(canReorder({ status: "Delivered", survey_response_id: "r1" })).toBe(true);
  expect(canReorder({ status: "delivered", survey_response_id: null })).toBe(false);
  expect(canReorder({ status: "shipped", survey_response_id: "r1" })).toBe(false);
});

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
const nobody = { customer_name: "", customer_phone: "", customer_email: "" };
const facts = { status: "pending", created_at: null, order_total_price: null, currency: "TWD" };
const order = (...order_items: OrderItem[]): Order => {
  return { id: "1", order_id: "SL1", ...nobody, customer_address: "", ...facts, order_items };
};
const itemsOf = (items: OrderItem[], lines: OrderedLine[]) =>
  withOwnLines(order(...items), lines).order_items;

test("a line of which the upstream says little is filled from what the shop sent", () => {
  const chosen = { addon_item_ids: ["spray-30"], product_ids: ["osmanthus-lane"], price: 56_000 };
  const filled = item({ ...chosen, concentration: "LIGHT", label_text: "雨後" });
  expect(itemsOf([item({ product_number: "" })], [line()])).toEqual([filled]);
});

test("what the upstream says stays", () => {
  const chosen = { price: 1, product_ids: ["other"], addon_item_ids: ["x"] };
  const said = item({ ...chosen, concentration: "LIGHT", label_text: "雨後" });
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
  const filled = { concentration: "LIGHT", label_text: "雨後", price: 56_000 };
  expect(itemsOf([silent], [line()])).toMatchObject([{ ...filled, product_number: "SL-021" }]);
  const unknown = item({ concentration: null, label_text: null });
  expect(itemsOf([unknown], [line()])).toMatchObject([filled]);
});

const bottles = item();
const set = item({ type: "SAMPLE", product_unit: "JAR", amount: 1 });
const unread = item({ type: "" });
const unpaid = (of = set): Order => ({ ...order(of), status: "payment_pending" });
test.each<[string, Order[], string | null]>([
  ["an unpaid set", [unpaid()], "unpaid"],
  ["unpaid bottles", [unpaid(bottles)], null],
  ["a set under way beside an unpaid one", [unpaid(), order(set)], "sample"],
  ["a delivered set", [{ ...order(set), status: "delivered" }], null],
  ["an order that cannot be read", [order(unread)], "unreadable"],
  ["bottles beside a line that nobody can read", [order(bottles, unread)], "unreadable"],
  ["one to pay beside an unreadable one", [unpaid(), order(unread)], "unreadable"],
])("%s stands in the way of a new set, or not", (_what, orders, kind) => {
  expect(sampleBlockAmong(orders)?.kind ?? null).toBe(kind);
});

test("the unpaid order of this checkout does not stand in its own way; once it is paid it does", () => {
  expect(sampleBlockAmong([unpaid()], "SL1")).toBeNull();
  expect(sampleBlockAmong([unpaid()], "1")).toBeNull();
  expect(sampleBlockAmong([order(set)], "SL1")).toEqual({ kind: "sample" });
});
